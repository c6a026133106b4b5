// One randomised tree, the building block of random forests (Watt et al., chapter 14, 14.6) and extremely randomised
// trees.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/progress.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "grow/criterion/criterion.h"
#include "grow/criterion/leaf_values.h"
#include "grow/random/draws.h"
#include "grow/random/sparse_values.h"
#include "grow/random/value_table.h"

namespace espalier {

enum class CutKind : std::uint8_t {
  best,    // every boundary of the column (random forests)
  random,  // one drawn cut (extremely randomised trees)
};

struct RandomTreeOptions {
  CutKind cut = CutKind::best;
  std::size_t features = 1;  // columns drawn per node, not counting those that are constant there
  std::optional<int> depth;
  std::size_t min_rows = 1;
  LeafValue leaf = LeafValue::mean;  // or mode
  double min_weight_fraction = 0;    // of a leaf in the tree's weight
};

// The common input of all trees of a forest.
struct RandomTreeInputs {
  const TableView& view;
  const ValueTable& table;
  Reporter* reporter = nullptr;  // advanced as rows come to rest in leaves
};

struct RandomTree {
  Tree tree;                    // without weights; nodes are in preorder, gains per unit of the tree's weight
  SparseValues<double> leaves;  // in the order of the nodes: means of split_targets.values, or class shares
};

// Grows over `rows`, at least one, with the targets and weights of `split_targets`.
RandomTree grow_random_tree(const RandomTreeInputs& inputs, const SplitTargets& split_targets,
                            std::span<const std::uint32_t> rows, const RandomTreeOptions& options, Draws draws);

}  // namespace espalier
