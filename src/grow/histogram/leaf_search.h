// The best split of any leaf of a tree, by histograms. The rows stay in the table's order: each has the number of its
// leaf beside it, and a column's sums are by leaf and bin. O(rows) a column, and O(bins) a leaf and column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "grow/histogram/split.h"

namespace espalier {

struct RowGradients {
  std::vector<Pair> pairs;  // rows × outputs
  PairScale scale;
};

// From derivatives, rows × width each, of which the first `outputs` count.
void quantise(std::span<const float> gradients, std::span<const float> hessians, std::size_t width, std::size_t outputs,
              RowGradients& to, Threads& threads);

struct LeafRows {
  std::span<const std::uint16_t> ids;  // one a row
  std::size_t leaves = 1;
  std::span<const std::uint8_t> open;   // one a leaf: whether it may be split; none: all may
  std::span<const ValueBounds> bounds;  // one a leaf: of what is added to its value; none: no bounds
};

struct FoundSplit {
  std::uint32_t leaf = 0;
  BinSplit split;
  std::vector<Pair> left, right;  // sums, one an output
  std::size_t left_rows = 0, right_rows = 0;
  bool found() const noexcept { return split.found(); }
};

class LeafSearch {
 public:
  // `table` must outlive this.
  LeafSearch(const BinnedTable& table, std::size_t outputs, const SplitOptions& options);

  // Of equal ones the first leaf's, then the first column's. `columns` has one flag a column: whether it is looked at;
  // none: all are.
  FoundSplit best(const LeafRows& leaves, const RowGradients& gradients, std::span<const std::uint8_t> columns,
                  Threads& threads);

 private:
  class Search;

  const BinnedTable& table_;
  const SplitOptions options_;
  HistogramLayout layout_;
};

}  // namespace espalier
