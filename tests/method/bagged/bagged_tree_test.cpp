#include "method/bagged/bagged_tree.h"

#include <gtest/gtest.h>

#include "espalier/table.h"

namespace espalier {
namespace {

const std::vector<Feature> kFeatures = {{"x", ColumnType::numeric, {}}};

SparseValues<double> shares(std::initializer_list<std::vector<double>> leaves) {
  SparseValues<double> values;
  for (const std::vector<double>& leaf : leaves) {
    for (std::size_t k = 0; k < leaf.size(); ++k) values.add(k, leaf[k]);
    values.end_leaf();
  }
  return values;
}

// Three leaves in a chain to the right.
Tree chain() {
  Tree tree;
  tree.nodes.resize(5);
  for (const std::size_t split : {0U, 2U}) {
    tree.nodes[split].feature = 0;
    tree.nodes[split].left = static_cast<std::int32_t>(split) + 1;
    tree.nodes[split].right = static_cast<std::int32_t>(split) + 2;
  }
  return tree;
}

TEST(BaggedTree, KeepsTheSharesThatAreNotZeroInTheOrderOfTheTerminals) {
  const BaggedTree tree =
      bagged_tree({chain(), shares({{0, 0, 1, 0}, {0.5, 0, 0, 0.5}, {0, 1, 0, 0}})}, kFeatures, {0, 0, 0, 0});
  EXPECT_EQ(tree.leaves.entries.size(), 4U);
  using Entries = std::vector<SparseValues<float>::Entry>;
  const auto of = [&](std::size_t leaf) { return Entries(tree.leaves.of(leaf).begin(), tree.leaves.of(leaf).end()); };
  EXPECT_EQ(of(0), (Entries{{2, 1.0F}}));
  EXPECT_EQ(of(1), (Entries{{0, 0.5F}, {3, 0.5F}}));
  EXPECT_EQ(of(2), (Entries{{1, 1.0F}}));
  ASSERT_EQ(tree.shape.trees.size(), 1U);
  EXPECT_EQ(tree.shape.trees[0].output, kNone);
  EXPECT_EQ(tree.shape.splits.size(), 2U);
  EXPECT_TRUE(tree.shape.values.empty());
}

TEST(BaggedTree, ASplitOfTwoLeavesWithTheSameValuesIsALeaf) {
  const BaggedTree tree = bagged_tree({chain(), shares({{1, 0}, {0, 1}, {0, 1}})}, kFeatures, {0, 0});
  EXPECT_EQ(tree.shape.splits.size(), 1U);
  ASSERT_EQ(tree.leaves.leaves(), 2U);
  EXPECT_EQ(tree.leaves.of(1)[0].output, 1U);
  const BaggedTree leaf = bagged_tree({chain(), shares({{0, 1}, {0, 1}, {0, 1}})}, kFeatures, {0, 0});
  EXPECT_TRUE(leaf.shape.trees.empty());
  EXPECT_EQ(leaf.shape.intercept, (std::vector<double>{0, 1}));
}

TEST(BaggedTree, ASingleLeafIsInTheIntercept) {
  Tree tree;
  tree.nodes.resize(1);
  const BaggedTree leaf = bagged_tree({tree, shares({{0, 0.25, 0.75}})}, kFeatures, {1, 0, 0});
  EXPECT_EQ(leaf.shape.intercept, (std::vector<double>{1, 0.25, 0.75}));
  EXPECT_TRUE(leaf.shape.trees.empty());
  EXPECT_EQ(leaf.leaves.leaves(), 0U);
}

}  // namespace
}  // namespace espalier
