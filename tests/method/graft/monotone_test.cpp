#include "method/graft/monotone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "espalier/table.h"
#include "method/graft/exchange.h"
#include "method/graft/growth_sample.h"

namespace espalier {
namespace {

using test::at_most;

constexpr float kEnd = std::numeric_limits<float>::infinity();

// The splits above a leaf, and on which side of each it is.
struct Step {
  std::uint32_t node;
  bool left;
};
std::vector<Step> steps_to(const LeafTree& tree, std::size_t leaf) {
  std::vector<Step> steps;
  for (std::uint32_t node = tree.node_of(leaf); tree.parent(node) != LeafTree::kNothing; node = tree.parent(node))
    steps.push_back({tree.parent(node), tree.nodes()[tree.parent(node)].left == static_cast<std::int32_t>(node)});
  return steps;
}

// Every pair of leaves parts at one split: 1 if it wants the first to be at most the second, -1 the other way round.
int order_of(const LeafTree& tree, std::size_t first, std::size_t second, std::span<const Direction> directions) {
  for (const Step& a : steps_to(tree, first)) {
    for (const Step& b : steps_to(tree, second)) {
      if (a.node != b.node) continue;
      const auto direction = directions[static_cast<std::size_t>(tree.nodes()[a.node].feature)];
      return static_cast<int>(direction) * (a.left ? 1 : -1);
    }
  }
  return 0;
}

// By a look at all pairs of leaves.
std::vector<ValueBounds> naive_bounds(const LeafTree& tree, std::span<const Direction> directions) {
  std::vector<ValueBounds> bounds(tree.leaves());
  for (std::size_t i = 0; i < tree.leaves(); ++i) {
    for (std::size_t j = 0; j < tree.leaves(); ++j) {
      const int order = i == j ? 0 : order_of(tree, i, j, directions);
      const double weight = tree.weights(j)[0];
      if (order > 0) bounds[i].high = std::min(bounds[i].high, weight);
      if (order < 0) bounds[i].low = std::max(bounds[i].low, weight);
    }
  }
  return bounds;
}

void expect_in_order(const LeafForest& forest, std::span<const Direction> directions) {
  for (std::size_t t = 0; t < forest.size(); ++t) {
    const std::vector<ValueBounds> bounds = naive_bounds(forest.tree(t), directions);
    for (std::size_t leaf = 0; leaf < bounds.size(); ++leaf) {
      EXPECT_GE(forest.tree(t).weights(leaf)[0], bounds[leaf].low);
      EXPECT_LE(forest.tree(t).weights(leaf)[0], bounds[leaf].high);
    }
  }
}

// A tree over a row for each of the values 0 … 3 of one column: split at 1, and each side once more.
LeafForest two_levels(const std::vector<float>& weights) {
  static const std::vector<std::uint8_t> codes = {0, 1, 2, 3};
  LeafForest forest(4, 0, {0});
  LeafTree& tree = forest.add();
  Threads one(1);
  const auto split = [&](std::uint32_t leaf, std::size_t last) {
    LeafSplit by;
    by.leaf = leaf;
    by.node.feature = 0;
    by.node.threshold = static_cast<float>(last);
    for (std::size_t bin = 0; bin <= last; ++bin) insert(by.left, bin);
    tree.split(by, {codes, {}}, one);
  };
  split(0, 1);
  split(0, 0);
  split(1, 2);
  for (std::size_t row = 0; row < 4; ++row) tree.weights(tree.ids()[row])[0] = weights[row];
  return forest;
}

std::vector<float> by_row(const LeafForest& forest) {
  std::vector<float> weights;
  for (const std::uint16_t leaf : forest.tree(0).ids()) weights.push_back(forest.tree(0).weights(leaf)[0]);
  return weights;
}

std::vector<float> made_monotone(LeafForest forest, Direction direction) {
  DesignWeights weights = forest.weights();
  make_monotone(forest, std::vector{direction}, weights.weights);
  forest.set_weights(weights);
  return by_row(forest);
}

TEST(MakeMonotone, CutsSidesThatOverlapOffInTheMiddleFromTheLeavesUp) {
  using Weights = std::vector<float>;
  const LeafForest forest = two_levels({4, 2, 1, 0});
  EXPECT_EQ(made_monotone(forest, Direction::decreasing), (Weights{4, 2, 1, 0}));
  // 4 and 2 meet in 3, 1 and 0 in 0.5, and these in 1.75.
  EXPECT_EQ(made_monotone(forest, Direction::increasing), (Weights{1.75, 1.75, 1.75, 1.75}));
  // Only 3 is above 2: both become 2.5.
  EXPECT_EQ(made_monotone(two_levels({1, 3, 2, 5}), Direction::increasing), (Weights{1, 2.5, 2.5, 5}));
  EXPECT_EQ(made_monotone(forest, Direction::free), (Weights{4, 2, 1, 0}));
}

TEST(LeafBounds, AreTheNextWeightsOfTheOtherSides) {
  const LeafForest forest = two_levels({1, 2, 3, 5});
  const std::vector<ValueBounds> bounds = leaf_bounds(forest.tree(0), std::vector{Direction::increasing});
  const auto expect = [&](std::size_t row, double low, double high) {
    EXPECT_EQ(bounds[forest.tree(0).ids()[row]].low, low) << row;
    EXPECT_EQ(bounds[forest.tree(0).ids()[row]].high, high) << row;
  };
  expect(0, -kEnd, 2);
  expect(1, 1, 3);
  expect(2, 2, 5);
  expect(3, 3, kEnd);
}

// Leaves of a grown forest get weights by chance, which are then brought into order.
TEST(Monotone, IsWhatALookAtAllPairsOfLeavesSays) {
  Threads threads(1);
  const test::GrowthSample sample(400, 0);
  const GraftRows rows = sample.whole(threads);
  GraftGrowth growth(rows, {1, 1, 1}, sample.options, threads);
  while (growth.grow(at_most(60))) {
  }
  Random random(1, "weights");
  std::set<std::int32_t> columns;
  for (int trial = 0; trial < 20; ++trial) {
    LeafForest forest = growth.forest();
    std::vector<Direction> directions;
    for (const Feature& feature : sample.features)
      directions.push_back(feature.type == ColumnType::categorical ? Direction::free
                                                                   : static_cast<Direction>(random.below(3) - 1));
    for (std::size_t t = 0; t < forest.size(); ++t)
      for (float& weight : forest.change(t).weights()) weight = static_cast<float>(random.normal());
    for (std::size_t t = 0; t < forest.size(); ++t) {
      const std::vector<ValueBounds> bounds = leaf_bounds(forest.tree(t), directions),
                                     naive = naive_bounds(forest.tree(t), directions);
      for (std::size_t leaf = 0; leaf < bounds.size(); ++leaf) {
        EXPECT_EQ(bounds[leaf].low, naive[leaf].low);
        EXPECT_EQ(bounds[leaf].high, naive[leaf].high);
      }
    }
    DesignWeights weights = forest.weights();
    make_monotone(forest, directions, weights.weights);
    forest.set_weights(weights);
    expect_in_order(forest, directions);
    const std::vector<float> once = weights.weights;
    make_monotone(forest, directions, weights.weights);
    EXPECT_EQ(weights.weights, once);  // what is in order stays as it is
  }
}

TEST(Monotone, HoldsThroughGrowthRefitsPruningAndExchange) {
  Threads threads(1);
  for (const int classes : {0, 2}) {
    test::GrowthSample sample(500, classes);
    const GraftRows rows = sample.split(threads);
    for (const Direction direction : {Direction::increasing, Direction::decreasing}) {
      for (std::size_t column = 0; column < sample.features.size(); ++column) {
        if (sample.features[column].type == ColumnType::categorical) continue;
        sample.options.directions.assign(sample.features.size(), Direction::free);
        sample.options.directions[column] = direction;
        GraftGrowth growth(rows, {1, 3, 1}, sample.options, threads);
        while (growth.grow(at_most(30))) expect_in_order(growth.forest(), sample.options.directions);
        swap_leaves(at_most(30), 2, growth);
        LocalSearch search(at_most(30), 1, growth);
        for (int i = 0; i < 5; ++i) search.round();
        growth.refit(0.1, 3, 20);
        expect_in_order(growth.forest(), sample.options.directions);
        growth.prune(at_most(12));
        expect_in_order(growth.forest(), sample.options.directions);
      }
    }
  }
}

}  // namespace
}  // namespace espalier
