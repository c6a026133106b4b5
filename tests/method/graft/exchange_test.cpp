#include "method/graft/exchange.h"

#include <gtest/gtest.h>

#include "espalier/table.h"
#include "method/finish/leaf_forest_model.h"
#include "method/graft/growth_sample.h"

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

}  // namespace
}  // namespace espalier
