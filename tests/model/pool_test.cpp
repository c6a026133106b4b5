#include <gtest/gtest.h>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "support/samples.h"

namespace espalier {
namespace {

TEST(GrownWeights, NameAllLeavesAndTheSplitsThatAddSomething) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept = {10};
  Tree tree;
  tree.nodes = {samples::split_at(0, 1, 1, 2), samples::split_at(0, 0, 3, 4), samples::leaf(), samples::leaf(),
                samples::leaf()};
  tree.weights = {0, 2, 0, 8, 0};
  pool.trees = {tree};
  const Selection selection = pool.grown_weights();
  ASSERT_EQ(selection.parts.size(), 1U);
  EXPECT_EQ(selection.parts[0].nodes, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(selection.parts[0].weights, (std::vector<double>{2, 0, 8, 0}));
  EXPECT_EQ(selection.intercept, pool.intercept);
}

TEST(ToPool, CompactingTheGrownWeightsGivesTheForestBack) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Model model = samples::random_model(seed);
    const Pool pool = to_pool(model);
    Forest again = make_forest(pool, pool.grown_weights());
    Forest forest = std::get<Forest>(model.body);
    // The rows of absent children are not kept by a pool; they come from the differences. Nor are outcomes: whatever is
    // selected from it is fitted to rows of its own.
    if (forest.statistics) {
      forest.statistics->terminal_rows = again.statistics->terminal_rows;
      forest.statistics->outcomes.clear();
    }
    EXPECT_EQ(again, forest) << seed;
  }
}

TEST(ToPool, TelescopesTheWeightsDownAChainOfAbsentChildren) {
  const Pool pool = to_pool(samples::chain(3));
  ASSERT_EQ(pool.trees.size(), 1U);
  EXPECT_EQ(pool.trees[0].weights, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(pool.trees[0].nodes[0].left, kNone);
  EXPECT_EQ(pool.trees[0].nodes[0].right, 1);
}

}  // namespace
}  // namespace espalier
