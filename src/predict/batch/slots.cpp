// O(splits log splits) to prepare, one search per row and feature to fill, and a byte operation or two per slot.
#include "predict/batch/slots.h"

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "data/float_block.h"

namespace espalier {
namespace {

constexpr int kLowest = -128;
constexpr int kHighest = 127;
static_assert(Slots::kBlockRows <= FloatBlock::kMostRows);

// Bins of one run from those of a ruler: `start` is the run's first threshold, `length` their number.
void cut_run(std::span<const std::uint16_t> bins, int start, int length, bool missing_left, std::int8_t* out) {
  const int lowest = missing_left ? kLowest + 1 : kLowest;
  const auto missing = static_cast<std::int8_t>(missing_left ? kLowest : kHighest);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const int inside = lowest + std::clamp(bins[i] - start, 0, length);
    out[i] = bins[i] == 65535 ? missing : static_cast<std::int8_t>(inside);
  }
}

}  // namespace

Slots::Slots(const std::vector<Feature>& features, const Forest& forest, std::span<const std::uint32_t> trees)
    : features_(features), forest_(forest) {
  std::vector<std::vector<float>> thresholds(features.size());
  for (const std::uint32_t t : trees) {
    const TreeSpan& tree = forest.trees[t];
    for (const Split& split : std::span(forest.splits).subspan(tree.first_split, tree.splits))
      if (features[split.feature].type == ColumnType::numeric) thresholds[split.feature].push_back(split.threshold);
  }
  for (std::uint32_t f = 0; f < features.size(); ++f) {
    first_ruler_.push_back(rulers_.size());
    add_rulers(f, thresholds[f]);
  }
  first_ruler_.push_back(rulers_.size());
}

void Slots::add_rulers(std::uint32_t feature, std::vector<float>& thresholds) {
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  for (std::size_t begin = 0; begin < thresholds.size(); begin += kRulerEdges) {
    const auto edges = std::span(thresholds).subspan(begin, std::min(kRulerEdges, thresholds.size() - begin));
    rulers_.push_back({feature,
                       {edges.begin(), edges.end()},
                       EdgeSearch(edges),
                       std::vector<Run>((edges.size() + kRun - 1) / kRun),
                       false});
  }
}

bool Slots::take(std::uint16_t& slot) {
  if (slot != kUnused) return true;
  if (count_ == kMost) return false;
  slot = static_cast<std::uint16_t>(count_++);
  return true;
}

std::optional<SlotTest> Slots::test_of(const Split& split) {
  return features_[split.feature].type == ColumnType::numeric ? threshold_test(split) : set_test(split);
}

std::optional<SlotTest> Slots::threshold_test(const Split& split) {
  const auto begin = rulers_.begin() + static_cast<std::ptrdiff_t>(first_ruler_[split.feature]);
  const auto end = rulers_.begin() + static_cast<std::ptrdiff_t>(first_ruler_[split.feature + 1]);
  const auto ruler = std::partition_point(begin, end, [&](const Ruler& r) { return r.edges.back() < split.threshold; });
  ESPALIER_ASSERT(ruler != end);
  const auto edge = static_cast<std::size_t>(
      std::lower_bound(ruler->edges.begin(), ruler->edges.end(), split.threshold) - ruler->edges.begin());
  Run& run = ruler->runs[edge / kRun];
  std::uint16_t& slot = split.missing_left ? run.missing_left : run.missing_right;
  if (!take(slot)) return {};
  ruler->used = true;
  return SlotTest{slot,
                  static_cast<std::int8_t>(kLowest + static_cast<int>(edge % kRun) + (split.missing_left ? 1 : 0))};
}

std::optional<SlotTest> Slots::set_test(const Split& split) {
  const std::size_t labels = features_[split.feature].labels.size();
  const std::uint64_t* words = forest_.category_words.data() + split.categories;
  std::vector<std::uint64_t> key(words, words + (labels + 63) / 64);
  key.push_back(2 * std::uint64_t{split.feature} + (split.missing_left ? 1 : 0));
  const auto [entry, is_new] = slot_of_set_.try_emplace(std::move(key), kUnused);
  if (!take(entry->second)) return {};
  if (is_new) {
    Set& set = sets_.emplace_back(Set{split.feature, entry->second, {}});
    for (std::size_t c = 0; c < labels; ++c) set.byte_of.push_back(((words[c / 64] >> (c % 64)) & 1U) == 0);
    set.byte_of.push_back(!split.missing_left);
  }
  return SlotTest{entry->second, 0};
}

void Slots::fill(const BoundTable& table, std::size_t begin, std::size_t rows, std::int8_t* block) const {
  for (const Ruler& ruler : rulers_)
    if (ruler.used) fill_ruler(ruler, table.columns()[ruler.feature], begin, rows, block);
  for (const Set& set : sets_) {
    const ColumnView& column = table.columns()[set.feature];
    const std::size_t unknown = set.byte_of.size() - 1;
    std::int8_t* out = block + set.slot * kBlockRows;
    for (std::size_t i = 0; i < rows; ++i)  // without its sign, a negative code is a large one
      out[i] = set.byte_of[std::min<std::size_t>(static_cast<std::uint32_t>(column.code(begin + i)), unknown)];
  }
}

void Slots::fill_ruler(const Ruler& ruler, const ColumnView& column, std::size_t begin, std::size_t rows,
                       std::int8_t* block) const {
  const FloatBlock values(column, begin, rows);
  if (ruler.runs.size() == 1) {
    std::array<std::uint8_t, kBlockRows> bytes;
    ruler.search.bins(values.data(), values.stride(), std::span(bytes).first(rows), 255);
    // 255 is the highest of the right ones; one more wraps around to the lowest of the left ones.
    const auto put = [&](std::uint16_t slot, int lowest) {
      if (slot == kUnused) return;
      std::transform(bytes.data(), bytes.data() + rows, block + slot * kBlockRows,
                     [lowest](std::uint8_t byte) { return static_cast<std::int8_t>(byte + lowest); });
    };
    put(ruler.runs[0].missing_right, kLowest);
    put(ruler.runs[0].missing_left, kLowest + 1);
    return;
  }
  std::array<std::uint16_t, kBlockRows> words;
  const auto bins = std::span(words).first(rows);
  ruler.search.bins(values.data(), values.stride(), bins, 65535);
  for (std::size_t r = 0; r < ruler.runs.size(); ++r) {
    const Run& run = ruler.runs[r];
    const std::size_t start = r * kRun;
    const auto length = static_cast<int>(std::min(kRun, ruler.edges.size() - start));
    if (run.missing_right != kUnused)
      cut_run(bins, static_cast<int>(start), length, false, block + run.missing_right * kBlockRows);
    if (run.missing_left != kUnused)
      cut_run(bins, static_cast<int>(start), length, true, block + run.missing_left * kBlockRows);
  }
}

}  // namespace espalier
