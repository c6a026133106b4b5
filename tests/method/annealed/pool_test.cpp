#include "method/annealed/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "espalier/forest.h"
#include "grow/boosting/boost.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

int depth_of(const Tree& tree, std::int32_t node = 0) {
  const TreeNode& at = tree.nodes[static_cast<std::size_t>(node)];
  int depth = 0;
  for (const std::int32_t child : {at.left, at.right}) {
    if (child != kNone) depth = std::max(depth, 1 + depth_of(tree, child));
  }
  return depth;
}

bool same(const Tree& a, const Tree& b) {
  return a.weights == b.weights && a.output == b.output && a.category_words == b.category_words &&
         std::ranges::equal(a.nodes, b.nodes, [](const TreeNode& x, const TreeNode& y) {
           return x.feature == y.feature && x.threshold == y.threshold && x.left == y.left && x.right == y.right &&
                  x.missing_left == y.missing_left;
         });
}

bool same(const Pool& a, const Pool& b) {
  return std::ranges::equal(a.trees, b.trees, [](const Tree& x, const Tree& y) { return same(x, y); });
}

ChainOptions options_of(int classes, std::size_t trees, std::size_t chains, std::vector<int> depths) {
  ChainOptions options;
  options.loss = test::loss_for(classes);
  options.trees = trees;
  options.chains = chains;
  options.depths = std::move(depths);
  return options;
}

Pool grow(const LabelledRows& rows, const ChainOptions& options, int count = 1, std::uint64_t seed = 1) {
  const LabelledView train = {rows.table, rows.target};
  Threads threads(count);
  return grow_pool(train, options, seed, threads);
}

TEST(GrowPool, OneChainIsBoostingFromTheConstant) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(2000, classes, 1);  // four rows per bin: the maximum number of bins
    const LabelledView train = {rows.table, rows.target};
    const Pool pool = grow(rows, options_of(classes, 12, 1, {3}));
    ASSERT_EQ(pool.trees.size(), 12U);
    Threads threads(1);
    BoosterOptions options;
    options.loss = test::loss_for(classes);
    options.rate = 0.3;
    options.vector_leaves = classes == 3;
    options.tree.depth = 3;
    options.tree.split.l2 = 1;
    options.tree.split.min_hessian = 1;
    options.tree.split.min_rows = 1;
    const BinnedTable table(train.table, find_bins(train.table, {}, {}, threads), threads);
    Booster booster(table, train.target, options, {}, threads);
    for (int round = 0; round < 12; ++round) booster.round();
    EXPECT_EQ(pool.intercept, booster.intercept());
    for (std::size_t t = 0; t < 12; ++t) EXPECT_TRUE(same(pool.trees[t], booster.all_trees()[t])) << t;
  }
}

TEST(GrowPool, ManyChainsOfOneDepthShareTheTreesAmongThem) {
  const LabelledRows rows = test::annealed_sample(500, 2, 1);
  const Pool pool = grow(rows, options_of(2, 10, 4, {2}));
  EXPECT_EQ(pool.trees.size(), 10U);  // 3 + 3 + 2 + 2
  for (const Tree& tree : pool.trees) EXPECT_EQ(depth_of(tree), 2);
}

TEST(GrowPool, ChainsTakeTheDepthsInTurnAndFirstRoundsComeFirst) {
  const LabelledRows rows = test::annealed_sample(2000, 0, 1);
  const Pool pool = grow(rows, options_of(0, 15, 5, {1, 3, 4}));
  ASSERT_EQ(pool.trees.size(), 15U);
  const int depths[] = {1, 3, 4, 1, 3};
  for (std::size_t t = 0; t < 15; ++t) EXPECT_EQ(depth_of(pool.trees[t]), depths[t % 5]) << t;
}

TEST(GrowPool, MoreChainsThanTreesAreOneTreeEach) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  EXPECT_EQ(grow(rows, options_of(2, 3, 30, {2})).trees.size(), 3U);
}

TEST(GrowPool, SeveralClassesShareATree) {
  const LabelledRows rows = test::annealed_sample(500, 3, 1);
  const Pool pool = grow(rows, options_of(3, 6, 3, {2}));
  ASSERT_EQ(pool.trees.size(), 6U);
  EXPECT_EQ(pool.outputs(), 3);
  for (const Tree& tree : pool.trees) EXPECT_EQ(tree.weights.size(), 3 * tree.nodes.size());
}

TEST(GrowPool, EveryChainStartsElsewhere) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(500, classes, 1);
    ChainOptions options = options_of(classes, 4, 4, {2});
    const Pool pool = grow(rows, options);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(same(pool.trees[i], pool.trees[j]));
    }
    EXPECT_FALSE(same(grow(rows, options, 1, 2), pool));
    options.start_spread = 0;
    const Pool alike = grow(rows, options);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(same(alike.trees[i], alike.trees[0]));
  }
}

TEST(GrowPool, GrowsTheSameTreesOnAnyNumberOfThreads) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(3000, classes, 1);
    const ChainOptions options = options_of(classes, 15, 5, {2, 4});
    const Pool one = grow(rows, options, 1);
    EXPECT_TRUE(same(grow(rows, options, 2), one));
    EXPECT_TRUE(same(grow(rows, options, 7), one));
  }
}

TEST(GrowPool, AChainEndsWhereNothingIsLeftToGain) {
  LabelledRows rows = test::annealed_sample(100, 0, 1);
  rows.target.values.assign(100, 3);
  EXPECT_TRUE(grow(rows, options_of(0, 10, 1, {2})).trees.empty());
  EXPECT_TRUE(grow(rows, options_of(0, 10, 5, {2})).trees.empty());  // the spread is that of the target: none
}

}  // namespace
}  // namespace espalier
