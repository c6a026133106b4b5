// Every part of a column is read with a dictionary of its own, so that threads meet only once per part; final codes are
// ranks in byte order, so they depend neither on row order nor on which part was merged first. Cost: one hash lookup
// per cell, and memory in proportion to the distinct labels.
#include "data/read/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace espalier {

namespace {

// Compares as the label does, as far as eight bytes go: most comparisons of a sort then need no look at the label
// itself.
std::uint64_t first_bytes(std::string_view label) noexcept {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes = bytes << 8 | (i < label.size() ? static_cast<unsigned char>(label[i]) : 0U);
  }
  return bytes;
}

}  // namespace

std::int32_t LabelIndex::add(std::string_view label, std::size_t hash, std::uint64_t count) {
  if (2 * entries_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != kMissingCode; slot = (slot + 1) & mask) {
    Entry& entry = entries_[static_cast<std::size_t>(slots_[slot])];
    if (entry.hash != hash || entry.label != label) continue;
    entry.count += count;
    return slots_[slot];
  }
  slots_[slot] = static_cast<std::int32_t>(entries_.size());
  entries_.push_back({label, hash, count});
  return slots_[slot];
}

void LabelIndex::grow() {
  slots_.assign(std::max<std::size_t>(64, 4 * entries_.size()), kMissingCode);
  slots_.resize(std::bit_ceil(slots_.size()), kMissingCode);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t code = 0; code < entries_.size(); ++code) {
    std::size_t slot = entries_[code].hash & mask;
    while (slots_[slot] != kMissingCode) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::int32_t>(code);
  }
}

std::int32_t LocalLabels::code(const Cell& cell) {
  if (is_missing(cell.raw)) return kMissingCode;
  const std::hash<std::string_view> hash;
  if (!cell.doubled_quotes) return index_.add(cell.raw, hash(cell.raw), 1);
  const std::string& label = unescaped_.emplace_back(cell_text(cell));
  const std::size_t known = index_.size();
  const std::int32_t code = index_.add(label, hash(label), 1);
  if (index_.size() == known) unescaped_.pop_back();
  return code;
}

void Labels::merge(LocalLabels&& part, std::span<std::int32_t> codes) {
  std::vector<std::int32_t> merged;
  merged.reserve(part.index_.size());
  {
    const std::lock_guard lock(mutex_);
    for (const LabelIndex::Entry& entry : part.index_.entries()) {
      merged.push_back(index_.add(entry.label, entry.hash, entry.count));
    }
    if (!part.unescaped_.empty()) unescaped_.push_back(std::move(part.unescaped_));
  }
  for (std::int32_t& code : codes) {
    if (code != kMissingCode) code = merged[static_cast<std::size_t>(code)];
  }
}

std::vector<std::string> Labels::sort(std::vector<std::int32_t>& renumbered) const {
  struct Key {
    std::uint64_t bytes;
    std::size_t code;
  };
  const std::vector<LabelIndex::Entry>& entries = index_.entries();
  std::vector<Key> order;
  order.reserve(entries.size());
  for (const LabelIndex::Entry& entry : entries) order.push_back({first_bytes(entry.label), order.size()});
  std::sort(order.begin(), order.end(), [&](const Key& a, const Key& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : entries[a.code].label < entries[b.code].label;
  });
  std::vector<std::string> sorted;
  sorted.reserve(order.size());
  renumbered.resize(order.size());
  for (const Key& key : order) {
    renumbered[key.code] = static_cast<std::int32_t>(sorted.size());
    sorted.emplace_back(entries[key.code].label);
  }
  return sorted;
}

bool Labels::mostly_numbers(const NumberStyle& style) const {
  std::uint64_t numbers = 0, texts = 0;
  for (const LabelIndex::Entry& entry : index_.entries()) numbers += entry.count;
  for (const LabelIndex::Entry& entry : index_.entries()) {
    double number = 0;
    if (parse_number(entry.label, style, number)) continue;
    numbers -= entry.count;
    texts += entry.count;
    if (!espalier::mostly_numbers(numbers, texts)) return false;
  }
  return numbers > 0;
}

std::string_view Labels::some() const {
  const auto first = std::ranges::min_element(index_.entries(), {}, &LabelIndex::Entry::label);
  return first == index_.entries().end() ? std::string_view() : first->label;
}

std::vector<std::int32_t> Labels::match(const Feature& feature, const std::string& source) const {
  const LabelMatcher matcher(feature);
  if (!feature.labels.empty() && !matcher.has_numbers() && mostly_numbers({}))
    throw expects_categories(source, feature);
  std::vector<std::int32_t> renumbered;
  renumbered.reserve(index_.size());
  for (const LabelIndex::Entry& entry : index_.entries()) renumbered.push_back(matcher.code(entry.label));
  return renumbered;
}

LabelMatcher::LabelMatcher(const Feature& feature) {
  for (std::size_t i = 0; i < feature.labels.size(); ++i) {
    const std::string& label = feature.labels[i];
    const auto code = static_cast<std::int32_t>(i);
    texts_.emplace(label, code);
    double number = 0;
    if (parse_number(label, number))
      numbers_.emplace(number, code);  // if there are "1" and "1.0", the first stands for 1
  }
}

std::int32_t LabelMatcher::code(std::string_view text) const {
  const auto same = texts_.find(text);
  if (same != texts_.end()) return same->second;
  double number = 0;
  return parse_number(text, number) ? code(number) : kMissingCode;
}

std::int32_t LabelMatcher::code(double number) const {
  const auto equal = numbers_.find(number);
  return equal == numbers_.end() ? kMissingCode : equal->second;
}

Error expects_categories(const std::string& source, const Feature& feature) {
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, feature.labels.size()); ++i) {
    if (i > 0) some += ", ";
    some += feature.labels[i];
  }
  if (feature.labels.size() > 2) some += ", …";
  return Error(ErrorCode::data,
               fmt::format("{}: column \"{}\": the model expects categories ({}), the data has numbers", source,
                           feature.name, some));
}

}  // namespace espalier
