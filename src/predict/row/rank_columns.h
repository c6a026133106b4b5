// A row's values as ranks: bytes that say how many thresholds of a forest are below them. A split then compares bytes,
// a vector of splits at a time.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "espalier/forest.h"
#include "predict/walk/walk_columns.h"

namespace espalier {

// The row goes right if the column's rank is above `most`.
struct RankTest {
  std::uint8_t column = 0;
  std::int8_t most = 0;
};

// The thresholds of some trees, each with its rank.
class RankThresholds {
 public:
  // Ranks stay in registers, as tables of sixteen. Rank 0 is the lowest that there is, whatever the row.
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kRun = 255;  // thresholds per rank; a column with more has several

  // For as many of these trees, from the first on, as need no more ranks. They have numeric splits only, less than
  // kMost each.
  RankThresholds(const Forest& forest, const WalkColumns& columns, std::span<const std::uint32_t> trees);

  std::size_t trees() const noexcept { return trees_; }
  std::size_t count() const noexcept { return count_; }  // of the ranks
  RankTest test_of(const Split& split) const;            // of one of its trees

  // body(column of the walk, its thresholds, ascending) for the ranks from 1 on.
  template <class Body>
  void each(Body&& body) const {
    for (std::uint32_t c = 0; c < thresholds_.size(); ++c)
      for (std::size_t begin = 0; begin < thresholds_[c].size(); begin += kRun)
        body(c, std::span(thresholds_[c]).subspan(begin, std::min(kRun, thresholds_[c].size() - begin)));
  }

 private:
  bool take(const Forest& forest, const TreeSpan& tree);

  const WalkColumns& walk_columns_;
  std::size_t trees_ = 0, count_ = 1;
  std::vector<std::vector<float>> thresholds_;  // by column of the walk
  std::vector<std::size_t> first_rank_;         // the same
};

// Finds the ranks of a row.
class RankColumns {
 public:
  explicit RankColumns(const RankThresholds& thresholds);

  std::size_t count() const noexcept { return columns_.size() + 1; }

  // `row` as WalkColumns fills it; `ranks` has RankThresholds::kMost entries.
  void rank(const float* row, std::int8_t* ranks) const;

  struct Column {
    std::uint32_t source = 0;  // the column of the walk
    std::uint32_t first = 0;   // of its thresholds in edges_
    bool two_levels = false;   // every sixteenth threshold stands before all of them
  };

 private:
  std::vector<Column> columns_;  // of ranks from 1 on
  hwy::AlignedFreeUniquePtr<float[]> edges_;
};

}  // namespace espalier
