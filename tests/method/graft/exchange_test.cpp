#include "method/graft/exchange.h"

#include <gtest/gtest.h>

#include "espalier/table.h"
#include "method/finish/leaf_forest_model.h"
#include "method/graft/growth_sample.h"
#include "method/graft/monotone.h"

namespace espalier {
namespace {

using test::at_most;

class Exchanges : public testing::TestWithParam<int> {
 protected:
  Threads threads{1};
  const test::GrowthSample sample{500, GetParam()};
  const GraftRows rows = sample.split(threads);

  GraftGrowth grown(std::size_t leaves) {
    GraftGrowth growth(rows, {1, 3, 1}, sample.options, threads);
    while (growth.grow(at_most(leaves))) {
    }
    return growth;
  }
};

TEST_P(Exchanges, SwappingNeverRaisesTheObjectiveAndKeepsToTheLimits) {
  for (const std::size_t leaves : {6U, 20U, 41U}) {
    GraftGrowth growth = grown(leaves);
    const double before = growth.refit(3, 2, 12);
    swap_leaves(at_most(leaves), 3, growth);
    EXPECT_LE(growth.refit(3, 1, 0), before * (1 + 1e-6));
    EXPECT_LE(growth.forest().leaves(), leaves);
  }
}

TEST_P(Exchanges, LocalSearchLowersTheObjectiveAndIsDrawnByTheSeed) {
  const std::size_t leaves = 20;
  GraftGrowth growth = grown(leaves), again = grown(leaves), other = grown(leaves);
  double objective = growth.refit(3, 2, 12);
  again.refit(3, 2, 12);
  other.refit(3, 2, 12);
  const double start = objective;
  LocalSearch search(at_most(leaves), 1, growth), same(at_most(leaves), 1, again), different(at_most(leaves), 2, other);
  for (int i = 0; i < 20; ++i) {
    search.round();
    same.round();
    different.round();
    const double now = growth.refit(3, 1, 0);
    EXPECT_LE(now, objective * (1 + 1e-6));
    objective = now;
    EXPECT_LE(growth.forest().leaves(), leaves);
  }
  EXPECT_LT(objective, start);
  EXPECT_EQ(growth.forest().weights().weights, again.forest().weights().weights);
  EXPECT_NE(growth.forest().weights().weights, other.forest().weights().weights);
}

INSTANTIATE_TEST_SUITE_P(Classes, Exchanges, testing::Values(0, 2, 3));

// ---- monotone ------------------------------------------------------------------------------------------------------

// Every split by a constrained column has its sides in order.
void expect_in_order(const LeafForest& forest, std::span<const Direction> directions) {
  for (std::size_t t = 0; t < forest.size(); ++t) {
    const std::vector<ValueBounds> bounds = leaf_bounds(forest.tree(t), directions);
    for (std::size_t leaf = 0; leaf < bounds.size(); ++leaf) {
      const double weight = forest.tree(t).weights(leaf)[0];
      EXPECT_GE(weight, bounds[leaf].low);
      EXPECT_LE(weight, bounds[leaf].high);
    }
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
