// Every part of a column is read with a dictionary of its own, so that threads meet only once a part; final codes are
// ranks in byte order, so they depend neither on row order nor on which part was merged first. Cost: one hash lookup a
// cell, memory in proportion to the distinct labels.
#include "data/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace espalier {

std::int32_t LocalLabels::code(const Cell& cell) {
  if (is_missing(cell.raw)) return kMissingCode;
  std::string_view label = cell.raw;
  std::string unescaped;
  if (cell.doubled_quotes) label = unescaped = cell_text(cell);
  const auto known = codes_.find(label);
  if (known != codes_.end()) {
    ++counts_[static_cast<std::size_t>(known->second)];
    return known->second;
  }
  if (cell.doubled_quotes) label = unescaped_.emplace_back(std::move(unescaped));
  const auto code = static_cast<std::int32_t>(labels_.size());
  codes_.emplace(label, code);
  labels_.push_back(label);
  counts_.push_back(1);
  return code;
}

void Labels::merge(const LocalLabels& part, std::span<std::int32_t> codes) {
  std::vector<std::int32_t> merged(part.labels_.size());
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < merged.size(); ++i) {
      auto known = codes_.find(part.labels_[i]);
      if (known == codes_.end()) {
        labels_.emplace_back(part.labels_[i]);
        counts_.push_back(0);
        known = codes_.emplace(labels_.back(), static_cast<std::int32_t>(labels_.size() - 1)).first;
      }
      merged[i] = known->second;
      counts_[static_cast<std::size_t>(known->second)] += part.counts_[i];
    }
  }
  for (std::int32_t& code : codes) {
    if (code != kMissingCode) code = merged[static_cast<std::size_t>(code)];
  }
}

std::vector<std::string> Labels::sort(std::vector<std::int32_t>& renumbered) {
  std::vector<std::size_t> order(labels_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return labels_[a] < labels_[b]; });
  codes_.clear();  // its keys point into the labels that are moved away now
  std::vector<std::string> sorted;
  sorted.reserve(order.size());
  renumbered.resize(order.size());
  for (const std::size_t label : order) {
    renumbered[label] = static_cast<std::int32_t>(sorted.size());
    sorted.push_back(std::move(labels_[label]));
  }
  labels_.clear();
  return sorted;
}

bool Labels::mostly_numbers() const {
  std::uint64_t numbers = 0, texts = 0;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    double number = 0;
    (parse_number(labels_[i], number) ? numbers : texts) += counts_[i];
  }
  return numbers > 0 && espalier::mostly_numbers(numbers, texts);
}

std::vector<std::int32_t> Labels::match(const Feature& feature, const std::string& source) const {
  const LabelMatcher matcher(feature);
  if (!feature.labels.empty() && !matcher.has_numbers() && mostly_numbers()) throw expects_categories(source, feature);
  std::vector<std::int32_t> renumbered;
  renumbered.reserve(labels_.size());
  for (const std::string& label : labels_) renumbered.push_back(matcher.code(label));
  return renumbered;
}

LabelMatcher::LabelMatcher(const Feature& feature) {
  for (std::size_t i = 0; i < feature.labels.size(); ++i) {
    const std::string& label = feature.labels[i];
    const auto code = static_cast<std::int32_t>(i);
    texts_.emplace(label, code);
    double number = 0;
    if (parse_number(label, number)) numbers_.emplace(number, code);  // of "1" and "1.0" the first stands for 1
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
