// The best split of any leaf of a tree, by histograms. The rows stay in the table's order: each has the number of its
// leaf beside it, and a column's sums are by leaf and bin. O(rows) per column, and O(bins) per leaf and column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "grow/histogram/split.h"

namespace espalier {

struct RowGradients {
  std::vector<PackedGradient> pairs;  // rows × outputs
  PairScale scale;
};

// From derivatives, rows × width each, of which the first `outputs` count; they may begin at any output of the first
// row.
void quantise(std::span<const float> gradients, std::span<const float> hessians, std::size_t width, std::size_t outputs,
              RowGradients& to, Threads& threads);

struct LeafRows {
  std::span<const std::uint16_t> ids;  // one per row
  std::size_t leaves = 1;
  std::span<const std::uint8_t> open;   // one per leaf: whether it may be split; empty: all may
  std::span<const ValueBounds> bounds;  // one per leaf: bounds of the change of its value; empty: no bounds
};

struct FoundSplit {
  std::uint32_t leaf = 0;
  BinSplit split;
  std::vector<PackedGradient> left, right;  // sums, one per output
  std::size_t left_rows = 0, right_rows = 0;
  bool found() const noexcept { return split.found(); }
};

class LeafSearch {
 public:
  // `table` must outlive this.
  LeafSearch(const BinnedTable& table, std::size_t outputs, const SplitOptions& options);

  // Ties go to the first leaf, then to the first column. `columns` has one flag per column: whether it is searched;
  // empty: all are.
  FoundSplit best(const LeafRows& leaves, const RowGradients& gradients, std::span<const std::uint8_t> columns,
                  Threads& threads);

 private:
  class Search;

  const BinnedTable& table_;
  const SplitOptions options_;
  HistogramLayout layout_;
};

}  // namespace espalier
