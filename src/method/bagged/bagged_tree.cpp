// Nodes are in preorder, so that leaves come in the order of terminals. make_forest() gives the shape: of a tree that
// adds 0 to a single output. A split of two leaves with the same values becomes a leaf, as EqualLeaves::merged has it.
#include "method/bagged/bagged_tree.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/assert.h"

namespace espalier {

namespace {

constexpr std::size_t kGone = SIZE_MAX;

// The leaf of every node: kGone for splits, and for what was merged.
std::vector<std::size_t> merge_equal_leaves(const SparseValues<double>& leaves, Tree& tree) {
  std::vector<std::size_t> leaf_of(tree.nodes.size(), kGone);
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    if (tree.nodes[i].feature == kNone) leaf_of[i] = leaf++;
  ESPALIER_ASSERT(leaf == leaves.leaves());
  const auto same = [](const auto& a, const auto& b) {
    return a.output == b.output && static_cast<float>(a.value) == static_cast<float>(b.value);
  };
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // children come after their parents
    TreeNode& node = tree.nodes[i];
    if (node.feature == kNone) continue;
    std::size_t& left = leaf_of[static_cast<std::size_t>(node.left)];
    std::size_t& right = leaf_of[static_cast<std::size_t>(node.right)];
    if (left == kGone || right == kGone) continue;
    if (!std::ranges::equal(leaves.of(left), leaves.of(right), same)) continue;
    leaf_of[i] = left;
    left = right = kGone;
    node.feature = node.left = node.right = kNone;
  }
  return leaf_of;
}

}  // namespace

BaggedTree bagged_tree(RandomTree grown, const std::vector<Feature>& features, const std::vector<double>& base) {
  Pool pool;
  pool.features = features;
  pool.intercept = base;
  Tree& tree = pool.trees.emplace_back(std::move(grown.tree));
  tree.output = 0;
  tree.weights.assign(tree.nodes.size(), 0.0);
  const std::vector<std::size_t> leaf_of = merge_equal_leaves(grown.leaves, tree);
  BaggedTree result;
  result.shape = make_forest(pool, pool.grown_weights());
  result.shape.values.clear();
  if (result.shape.trees.empty()) {
    for (const auto& [output, value] : grown.leaves.of(leaf_of[0])) result.shape.intercept[output] += value;
    return result;
  }
  result.shape.trees[0].output = kNone;
  for (const std::size_t leaf : leaf_of) {
    if (leaf == kGone) continue;
    for (const auto& [output, value] : grown.leaves.of(leaf)) result.leaves.add(output, static_cast<float>(value));
    result.leaves.end_leaf();
  }
  ESPALIER_ASSERT(result.leaves.leaves() == result.shape.absent.size());
  return result;
}

}  // namespace espalier
