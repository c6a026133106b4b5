#include "neural/start_rules.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "neural/random_net.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {
namespace {

TreeNode split_at(std::int32_t feature, float threshold, std::int32_t left) {
  TreeNode node;
  node.feature = feature;
  node.threshold = threshold;
  node.left = left;
  node.right = left + 1;
  return node;
}

// x2 <= 0.5: 7; otherwise x0 <= -2: 8; otherwise 9.
Tree small_tree() {
  Tree tree;
  tree.nodes = {split_at(2, 0.5F, 1), TreeNode{}, split_at(0, -2, 3), TreeNode{}, TreeNode{}};
  tree.weights = {0, 7, 0, 8, 9};
  return tree;
}

// Section 4.1: on the way left a plane is t - x, on the way right x - t.
TEST(StartRules, APlaneIsTheDistanceToTheThresholdOnTheSideOfTheRule) {
  const NeuralNet net = start_rules(small_tree(), std::vector<std::uint32_t>{0, 2}, 1, false);
  EXPECT_EQ(net.inputs, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(net.planes, (std::vector<std::uint32_t>{2, 2, 1}));       // the longest first
  EXPECT_EQ(net.weights, (std::vector<float>{0, 1, -0.5F, -1, 0, -2,  // x2 - 0.5 and -2 - x0
                                             0, 1, -0.5F, 1, 0, 2,    // x2 - 0.5 and x0 + 2
                                             0, -1, 0.5F}));          // 0.5 - x2
  EXPECT_EQ(net.values, (std::vector<float>{8, 9, 7}));
  EXPECT_TRUE(net.mixing.empty());
}

TEST(StartRules, PlanesMayBeOverInputsThatTheTreeDoesNotSplit) {
  const NeuralNet net = start_rules(small_tree(), std::vector<std::uint32_t>{0, 1, 2, 3}, 1, false);
  ASSERT_EQ(net.weights.size(), 5U * 5);
  EXPECT_EQ(std::vector<float>(net.weights.begin(), net.weights.begin() + 5), (std::vector<float>{0, 0, 1, 0, -0.5F}));
}

TEST(StartRules, ADeepRuleBeginsWithTheIdentityAndNoShift) {
  const NeuralNet plain = start_rules(small_tree(), std::vector<std::uint32_t>{0, 2}, 1, false);
  const NeuralNet deep = start_rules(small_tree(), std::vector<std::uint32_t>{0, 2}, 1, true);
  EXPECT_EQ(deep.weights, plain.weights);
  EXPECT_EQ(deep.mixing, (std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}));
}

TEST(StartRules, ATreeWithoutSplitsHasNoRules) {
  Tree tree;
  tree.nodes.emplace_back();
  tree.weights = {3};
  EXPECT_TRUE(used_features(tree).empty());
  EXPECT_EQ(start_rules(tree, {}, 1, false), NeuralNet{});
}

TEST(StartRules, TheFeaturesOfATreeAreNamedOnceAndAscending) {
  Tree tree;
  tree.nodes = {split_at(5, 0, 1), split_at(1, 0, 3), split_at(5, 1, 5), {}, {}, {}, {}};
  EXPECT_EQ(used_features(tree), (std::vector<std::uint32_t>{1, 5}));
}

// The rows that every rule is above 0 on, by the number of the leaf that it came from.
std::map<std::size_t, std::vector<std::size_t>> supports(const NeuralNet& net, const NetRows& rows, bool deep) {
  std::map<std::size_t, std::vector<std::size_t>> result;
  NetBatch batch;
  batch.take(rows, test::first_numbers(rows.rows()), net.inputs);
  std::size_t first = 0;
  RuleActivity activity;
  for (const RuleGroup& group : to_groups(net, 1, deep)) {
    activate(group, batch.inputs(), rows.rows(), activity);
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t r = 0; r < kGroupRules; ++r)
        if (((activity.active[row] >> r) & 1) != 0)
          result[static_cast<std::size_t>(net.values[first + r])].push_back(row);
    first += kGroupRules;
  }
  return result;
}

TEST(StartRules, TheSupportOfEveryRuleIsItsLeaf) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int depth = 1 + static_cast<int>(seed % 8);
    const NetRows rows = test::random_rows(301, 6, NetLoss::squared, false, seed);
    const Tree tree = test::random_tree(6, depth, 1, seed);
    std::map<std::size_t, std::vector<std::size_t>> leaves;
    for (std::size_t row = 0; row < rows.rows(); ++row)
      leaves[test::leaf_of(tree, rows.inputs.data() + row * rows.width)].push_back(row);
    for (const auto& inputs : {used_features(tree), test::first_numbers(6)})
      for (const bool deep : {false, true})
        EXPECT_EQ(supports(start_rules(tree, inputs, 1, deep), rows, deep), leaves) << seed;
  }
}

TEST(StartRules, AnyTwoRulesOfATreeAreOrthogonal) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const NetRows rows = test::random_rows(200, 5, NetLoss::squared, false, seed);
    const Tree tree = test::random_tree(5, 7, 1, seed);
    const NeuralNet net = start_rules(tree, test::first_numbers(5), 1, false);
    const std::vector<RuleGroup> groups = to_groups(net, 1, false);
    std::vector<int> active(rows.rows());
    RuleActivity activity;
    for (const RuleGroup& group : groups) {
      activate(group, rows.inputs.data(), rows.rows(), activity);
      for (std::size_t row = 0; row < rows.rows(); ++row) active[row] += std::popcount(activity.active[row]);
    }
    for (const int rules : active) EXPECT_EQ(rules, 1);  // each row has one, so none has two
  }
}

TEST(StartRules, DeepRulesBeginWithTheBitsOfPlainOnes) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const NetRows rows = test::random_rows(150, 5, NetLoss::squared, false, seed);
    const Tree tree = test::random_tree(5, 6, 1, seed);
    const auto plain = to_groups(start_rules(tree, test::first_numbers(5), 1, false), 1, false);
    const auto deep = to_groups(start_rules(tree, test::first_numbers(5), 1, true), 1, true);
    ASSERT_EQ(plain.size(), deep.size());
    RuleActivity first, second;
    for (std::size_t g = 0; g < plain.size(); ++g) {
      activate(plain[g], rows.inputs.data(), rows.rows(), first);
      activate(deep[g], rows.inputs.data(), rows.rows(), second);
      EXPECT_EQ(first.value, second.value);
      EXPECT_EQ(first.active, second.active);
    }
  }
}

TEST(StartRules, EveryOutputHasItsValues) {
  const Tree tree = test::random_tree(3, 4, 3, 1);
  const NeuralNet net = start_rules(tree, test::first_numbers(3), 3, false);
  ASSERT_EQ(net.values.size(), 3 * net.planes.size());
  for (std::size_t r = 0; r < net.planes.size(); ++r) {
    EXPECT_EQ(net.values[3 * r + 1], net.values[3 * r] + 0.125F);
    EXPECT_EQ(net.values[3 * r + 2], net.values[3 * r] + 0.25F);
  }
}

}  // namespace
}  // namespace espalier
