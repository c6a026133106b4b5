// Thresholds are searched sixteen at a time: one vector comparison for up to 15 of them, two for up to 255.
#include "predict/row/rank_columns.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/row/rank_columns.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "data/count_below-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

void rank_row(std::span<const RankColumns::Column> columns, const float* edges, const float* row, std::int8_t* ranks) {
  constexpr int kLowest = -128;
  *ranks++ = kLowest;
  for (const RankColumns::Column& column : columns) {
    const float value = row[column.source];
    const float* at = edges + column.first;
    std::size_t below = count_below(at, value);
    if (column.two_levels) below = 16 * below + count_below(at + 16 + 16 * below, value);
    *ranks++ = static_cast<std::int8_t>(static_cast<int>(below) + kLowest);
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(rank_row);

}  // namespace

RankThresholds::RankThresholds(const Forest& forest, const WalkColumns& columns, std::span<const std::uint32_t> trees)
    : walk_columns_(columns), thresholds_(columns.count()) {
  while (trees_ < trees.size() && take(forest, forest.trees[trees[trees_]])) ++trees_;
  std::size_t rank = 1;
  for (const std::vector<float>& of_column : thresholds_) {
    first_rank_.push_back(rank);
    rank += (of_column.size() + kRun - 1) / kRun;
  }
}

// Takes the tree's thresholds, unless they need too many ranks.
bool RankThresholds::take(const Forest& forest, const TreeSpan& tree) {
  const std::size_t before = count_;
  std::vector<std::pair<std::uint32_t, float>> added;
  for (const Split& split : std::span(forest.splits).subspan(tree.first_split, tree.splits)) {
    const std::uint32_t column = walk_columns_.column_of(split);
    ESPALIER_ASSERT(column < walk_columns_.first_set());
    std::vector<float>& thresholds = thresholds_[column];
    const auto at = std::lower_bound(thresholds.begin(), thresholds.end(), split.threshold);
    if (at != thresholds.end() && *at == split.threshold) continue;
    if (thresholds.size() % kRun == 0) ++count_;
    thresholds.insert(at, split.threshold);
    added.emplace_back(column, split.threshold);
  }
  if (count_ <= kMost) return true;
  count_ = before;
  for (const auto& [column, threshold] : added) {
    std::vector<float>& thresholds = thresholds_[column];
    thresholds.erase(std::lower_bound(thresholds.begin(), thresholds.end(), threshold));
  }
  return false;
}

RankTest RankThresholds::test_of(const Split& split) const {
  const std::uint32_t column = walk_columns_.column_of(split);
  const std::vector<float>& thresholds = thresholds_[column];
  const auto at = std::lower_bound(thresholds.begin(), thresholds.end(), split.threshold) - thresholds.begin();
  const auto index = static_cast<std::size_t>(at);
  ESPALIER_ASSERT(index < thresholds.size() && thresholds[index] == split.threshold);
  return {static_cast<std::uint8_t>(first_rank_[column] + index / kRun),
          static_cast<std::int8_t>(static_cast<int>(index % kRun) - 128)};
}

// Levels of sixteen, filled up with infinities: at least one at the end, so that no count runs over.
RankColumns::RankColumns(const RankThresholds& thresholds) {
  std::vector<float> edges;
  thresholds.each([&](std::uint32_t column, std::span<const float> run) {
    const bool two_levels = run.size() >= 16;
    columns_.push_back({column, static_cast<std::uint32_t>(edges.size()), two_levels});
    for (std::size_t i = 0; two_levels && i < 16; ++i)
      edges.push_back(16 * i + 15 < run.size() ? run[16 * i + 15] : std::numeric_limits<float>::infinity());
    edges.insert(edges.end(), run.begin(), run.end());
    do edges.push_back(std::numeric_limits<float>::infinity());
    while (edges.size() % 16 != 0);
  });
  edges_ = hwy::AllocateAligned<float>(edges.size());
  std::copy(edges.begin(), edges.end(), edges_.get());
}

void RankColumns::rank(const float* row, std::int8_t* ranks) const {
  HWY_DYNAMIC_DISPATCH(rank_row)(columns_, edges_.get(), row, ranks);
}

}  // namespace espalier
#endif
