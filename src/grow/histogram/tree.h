// One tree by histograms, best split first (or all splits down to a depth): the child with fewer rows is summed, its
// sibling is the difference from their parent. The rows of a node are contiguous in every column, so that sums read
// memory in order. O(rows · columns) per level, and O(bins · columns) per node.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/pool.h"
#include "grow/histogram/histogram_pool.h"
#include "grow/histogram/rows.h"
#include "grow/histogram/split.h"

namespace espalier {

struct HistogramTreeOptions {
  SplitOptions split;
  std::optional<int> depth;
  std::optional<int> leaves;
  double min_gain = 0;          // smallest fall of the loss, per unit of weight
  std::optional<int> features;  // columns drawn for each split
};

struct HistogramTree {
  struct Leaf {
    std::uint32_t node = 0;
    std::span<const std::uint32_t> rows;  // until the next tree is grown
  };
  Tree tree;                 // without weights
  std::vector<BinSet> left;  // one per node: the bins that go left, for splits
  std::vector<Leaf> leaves;
  std::vector<double> values;  // leaves × outputs: one Newton step
};

// The rows that a tree is grown from, and the columns that it may use.
struct TreeSample {
  std::span<const std::uint8_t> taken;  // one per row: whether it takes part; empty: all do
  std::span<const std::uint32_t> columns;
  std::optional<std::size_t> leaves;  // fewer than the options say if a budget ends
};

struct RowPairs {
  std::span<PackedGradient> pairs;  // rows of the table × outputs; scratch once they are read
  PairScale scale;
};

class HistogramGrower {
 public:
  // `weights` has one entry per row, or none.
  HistogramGrower(BinnedTable table, std::span<const double> weights, std::size_t outputs,
                  const HistogramTreeOptions& options, Threads& threads);

  std::size_t columns() const noexcept { return table_.columns(); }

  HistogramTree grow(const RowPairs& gradients, const TreeSample& sample, Random& random);

  // Rows that took no part in the last tree, and the node that the i-th of them ends in.
  std::span<const std::uint32_t> others() const noexcept { return rows_.rows(rows_.others()); }
  std::uint32_t leaf_of_other(const HistogramTree& tree, std::size_t i) const noexcept;

 private:
  class Growth;
  NodeRows rows_;
  const BinnedTable& table_;
  const std::span<const double> weights_;
  const HistogramTreeOptions options_;
  Threads& threads_;
  HistogramLayout layout_;
  HistogramSplits splits_;
  HistogramPool histograms_;  // kept from tree to tree
};

}  // namespace espalier
