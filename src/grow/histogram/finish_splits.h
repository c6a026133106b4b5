// What can be said of a tree's splits only when it is whole: the side of missing values where none was seen, and with
// it the sets of bins and categories.
#pragma once

#include <span>

#include "espalier/pool.h"
#include "grow/histogram/tree.h"

namespace espalier {

struct MadeSplit {
  std::uint32_t node = 0;
  BinSplit split;
};

// Of the rows that are taken, `count` of them. No flags: all are; no weights: each counts once.
double weight_of(std::span<const double> weights, std::span<const std::uint8_t> taken, std::size_t count);

// Fills the weights of the leaves; `weights` has one entry a row, or none.
void weigh_leaves(std::span<const double> weights, HistogramTree& tree);

// The split of a node that knows the side of its missing values: fills its threshold or its set of categories. Returns
// the bins that go left.
BinSet finish_split(const BinSplit& split, const ColumnBins& bins, TreeNode& node, std::vector<std::uint64_t>& words);

// The leaves know their weight. Fills weights of splits, thresholds, sets of categories, and `left`.
void finish_splits(std::span<const MadeSplit> made, const std::vector<ColumnBins>& columns, HistogramTree& tree);

}  // namespace espalier
