// A row's values as ranks: bytes that say how many thresholds of a forest are below them. A split then compares bytes,
// a vector of splits at a time.
#pragma once

#include <hwy/aligned_allocator.h>

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

class RankColumns {
 public:
  // Ranks stay in registers, as tables of sixteen. Rank 0 is the lowest that there is, whatever the row.
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kRun = 255;  // thresholds per rank; a column with more has several

  // For as many of these trees, from the first on, as need no more ranks. They have numeric splits only, less than
  // kMost each.
  RankColumns(const Forest& forest, const WalkColumns& columns, std::span<const std::uint32_t> trees);

  std::size_t trees() const noexcept { return trees_; }
  std::size_t count() const noexcept { return columns_.size() + 1; }
  RankTest test_of(const Split& split) const;  // of one of its trees

  // `row` as WalkColumns fills it; `ranks` has kMost entries.
  void rank(const float* row, std::int8_t* ranks) const;

  struct Column {
    std::uint32_t source = 0;  // the column of the walk
    std::uint32_t first = 0;   // of its thresholds in edges_
    bool two_levels = false;   // every sixteenth threshold stands before all of them
  };

 private:
  bool take(const Forest& forest, const TreeSpan& tree, std::size_t& ranks);
  void lay_out();

  const WalkColumns& walk_columns_;
  std::size_t trees_ = 0;
  std::vector<std::vector<float>> thresholds_;  // ascending, by column of the walk
  std::vector<std::size_t> first_rank_;         // the same
  std::vector<Column> columns_;                 // of ranks from 1 on
  hwy::AlignedFreeUniquePtr<float[]> edges_;
};

}  // namespace espalier
