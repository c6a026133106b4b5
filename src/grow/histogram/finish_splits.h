// The parts of a tree's splits that are only known when it is complete: the side of missing values if none was seen,
// and with it the sets of bins and categories.
#pragma once

#include <span>

#include "espalier/pool.h"
#include "grow/histogram/tree.h"

namespace espalier {

struct MadeSplit {
  std::uint32_t node = 0;
  BinSplit split;
};

// For the rows that are taken, `count` of them. No flags: all are taken; no weights: each counts 1.
double weight_of(std::span<const double> weights, std::span<const std::uint8_t> taken, std::size_t count);

// Fills the weights of the leaves; `weights` has one entry per row, or none.
void weigh_leaves(std::span<const double> weights, HistogramTree& tree);

// The split of a node that knows the side of its missing values: fills its threshold or its set of categories. Returns
// the bins that go left.
BinSet finish_split(const BinSplit& split, const ColumnBins& bins, TreeNode& node, std::vector<std::uint64_t>& words);

// Given the leaves' weights, fills weights of splits, thresholds, sets of categories, and `left`.
void finish_splits(std::span<const MadeSplit> made, const std::vector<ColumnBins>& columns, HistogramTree& tree);

}  // namespace espalier
