// One exact CART tree (Watt et al., chapter 14): recursive best splits, for regression and for two or more classes.
#pragma once

#include <optional>
#include <vector>

#include "base/threads.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/criterion.h"
#include "grow/criterion/leaf_values.h"

namespace espalier {

struct CartOptions {
  std::optional<SplitCriterion> criterion;  // squared for regression, gini for classes
  LeafValue leaf = LeafValue::mean;
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction = 0;  // of a leaf in the training weight
  double min_gain = 0;             // per row of the training set
  double l2 = 0;
  std::optional<int> features;  // sampled per node from those that are not constant there; none: all
  std::optional<int> bins;      // numeric columns are cut between so many bins only (14.3.3); none: between all values
};

// The fully grown tree; every node knows the value that it would have as a leaf, so any pruned tree can be read off.
// nodes[i].gain is per unit of training weight.
struct CartTree {
  std::vector<TreeNode> nodes;  // preorder
  std::vector<std::uint64_t> category_words;
  std::vector<double> values;  // nodes × intercept.size()
  std::vector<double> intercept;
  Link link = Link::identity;

  std::span<const double> value(std::size_t node) const noexcept {
    return {values.data() + node * intercept.size(), intercept.size()};
  }
};

CartTree grow_cart(const TableView& table, const Target& target, const CartOptions& options, const Run& run);

// The tree cut back to the nodes that stay splits; keep[i] != 0 needs keep[parent] != 0. As a pool of one tree.
Pool to_pool(const CartTree& tree, std::span<const std::uint8_t> keep, const std::vector<Feature>& features);

}  // namespace espalier
