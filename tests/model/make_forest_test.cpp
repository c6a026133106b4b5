#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::leaf;
using samples::split_at;
using Floats = std::vector<float>;
using Bytes = std::vector<std::uint8_t>;

// x <= 1 ? (x <= 0 ? node 3 : node 4) : node 2
Pool three_leaves() {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept = {10};
  Tree tree;
  tree.nodes = {split_at(0, 1, 1, 2), split_at(0, 0, 3, 4), leaf(), leaf(), leaf()};
  const double rows[] = {100, 60, 40, 25, 35};
  for (std::size_t i = 0; i < 5; ++i) tree.nodes[i].rows = rows[i];
  tree.nodes[0].gain = 5;
  tree.nodes[1].gain = 2;
  tree.weights = {1, 2, 4, 8, 16};
  pool.trees = {tree};
  return pool;
}

Selection select(std::vector<std::uint32_t> nodes, std::vector<double> weights) {
  Selection selection;
  selection.intercept = {10};
  selection.parts = {{0, std::move(nodes), std::move(weights)}};
  return selection;
}

TEST(Compact, ATerminalHasTheSumOfTheWeightsOnItsPath) {
  const Pool pool = three_leaves();
  const Forest forest = make_forest(pool, pool.grown_weights());
  EXPECT_EQ(forest.values, (Floats{1 + 2 + 8, 1 + 2 + 16, 1 + 4}));
  EXPECT_EQ(forest.absent, (Bytes{0, 0, 0}));
  EXPECT_EQ(forest.intercept, (std::vector<double>{10}));
  ASSERT_EQ(forest.splits.size(), 2U);
  EXPECT_EQ(forest.splits[0].left, 1);
  EXPECT_EQ(forest.splits[0].right, ~2);
  EXPECT_EQ(forest.splits[1].left, ~0);
  EXPECT_EQ(forest.splits[1].right, ~1);
}

TEST(Compact, StatisticsFollowTheNodes) {
  const Pool pool = three_leaves();
  const Forest forest = make_forest(pool, pool.grown_weights());
  ASSERT_TRUE(forest.statistics);
  EXPECT_EQ(forest.statistics->split_rows, (Floats{100, 60}));
  EXPECT_EQ(forest.statistics->split_gain, (Floats{5, 2}));
  EXPECT_EQ(forest.statistics->terminal_rows, (Floats{25, 35, 40}));
}

TEST(Compact, ASubtreeWithoutNamedNodesIsAnAbsentChild) {
  const Forest forest = make_forest(three_leaves(), select({0, 2}, {1, 4}));
  EXPECT_EQ(forest.splits.size(), 1U);
  EXPECT_EQ(forest.values, (Floats{1, 5}));
  EXPECT_EQ(forest.absent, (Bytes{1, 0}));
  EXPECT_EQ(forest.statistics->terminal_rows, (Floats{60, 40}));
}

TEST(Compact, ANodeNamedWithWeightZeroStays) {
  const Forest forest = make_forest(three_leaves(), select({4}, {0}));
  EXPECT_EQ(forest.splits.size(), 2U);
  EXPECT_EQ(forest.values, (Floats{0, 0, 0}));
  EXPECT_EQ(forest.absent, (Bytes{1, 0, 1}));
}

TEST(Compact, ASplitWhoseChildrenBothGoBecomesALeaf) {
  const Forest forest = make_forest(three_leaves(), select({1}, {3}));
  EXPECT_EQ(forest.splits.size(), 1U);
  EXPECT_EQ(forest.values, (Floats{3, 0}));
  EXPECT_EQ(forest.absent, (Bytes{0, 1}));
}

TEST(Compact, ASplitOfEqualLeavesIsMergedIfAskedFor) {
  Pool pool = three_leaves();
  pool.trees[0].weights = {1, 2, 4, 8, 8};
  EXPECT_EQ(make_forest(pool, pool.grown_weights()).splits.size(), 2U);
  const Forest forest = make_forest(pool, pool.grown_weights(), EqualLeaves::merged);
  EXPECT_EQ(forest.splits.size(), 1U);
  EXPECT_EQ(forest.values, (Floats{1 + 2 + 8, 1 + 4}));
  EXPECT_EQ(forest.absent, (Bytes{0, 0}));
  EXPECT_EQ(forest.statistics->terminal_rows, (Floats{60, 40}));
  EXPECT_EQ(forest.statistics->split_gain, (Floats{5}));
}

TEST(Compact, ATreeOfEqualLeavesIsPartOfTheIntercept) {
  Pool pool = three_leaves();
  pool.trees[0].weights = {1, 2, 10, 8, 8};
  const Forest forest = make_forest(pool, pool.grown_weights(), EqualLeaves::merged);
  EXPECT_TRUE(forest.trees.empty());
  EXPECT_EQ(forest.intercept, (std::vector<double>{10 + 1 + 10}));
}

TEST(Compact, AnAbsentChildIsNotMerged) {
  const Forest forest = make_forest(three_leaves(), select({1, 3}, {3, 0}), EqualLeaves::merged);
  EXPECT_EQ(forest.splits.size(), 2U);
}

TEST(Compact, ATreeOfWhichOnlyTheRootIsNamedIsPartOfTheIntercept) {
  const Forest forest = make_forest(three_leaves(), select({0}, {1.5}));
  EXPECT_TRUE(forest.trees.empty());
  EXPECT_EQ(forest.intercept, (std::vector<double>{11.5}));
  EXPECT_FALSE(forest.statistics);
}

TEST(Compact, ATreeOfWhichNothingIsNamedGoes) {
  const Forest forest = make_forest(three_leaves(), select({}, {}));
  EXPECT_TRUE(forest.trees.empty());
  EXPECT_EQ(forest.intercept, (std::vector<double>{10}));
}

TEST(Compact, TheRootsWeightGoesToTheOutputOfItsTree) {
  Pool pool = three_leaves();
  pool.intercept = {0, 0, 0};
  pool.trees[0].output = 1;
  Selection selection = select({0}, {2});
  selection.intercept = {1, 1, 1};
  EXPECT_EQ(make_forest(pool, selection).intercept, (std::vector<double>{1, 3, 1}));
}

TEST(Compact, TheOneOutputIsAllOfThem) {
  Pool pool = three_leaves();
  pool.trees[0].output = 0;
  EXPECT_EQ(make_forest(pool, pool.grown_weights()).trees[0].output, kNone);
}

TEST(Compact, RowsOfAChildThatNeverWasAreWhatTheOtherOneLeft) {
  Pool pool = three_leaves();
  pool.trees[0].nodes[0].right = kNone;
  pool.trees[0].nodes[1].left = kNone;
  const Forest forest = make_forest(pool, select({1, 4}, {1, 1}));
  EXPECT_EQ(forest.absent, (Bytes{1, 0, 1}));
  EXPECT_EQ(forest.statistics->terminal_rows, (Floats{60 - 35, 35, 100 - 60}));
}

TEST(Compact, SetsOfMoreThanSixtyFourLabelsKeepTheirBitsAndNoOthers) {
  Pool pool;
  std::vector<std::string> labels;
  for (int i = 0; i < 70; ++i) labels.push_back(std::to_string(i));
  pool.features = {samples::categorical("c", labels)};
  pool.intercept = {0};
  Tree tree;
  tree.nodes = {split_at(0, 0, 1, 2), leaf(), leaf()};
  tree.nodes[0].categories = 1;
  tree.category_words = {7, 0x8000000000000001, 0xfff};  // bits 64 … 75; there are labels up to 69
  tree.weights = {0, 1, 2};
  pool.trees = {tree};
  const Forest forest = make_forest(pool, pool.grown_weights());
  EXPECT_EQ(forest.category_words, (std::vector<std::uint64_t>{0x8000000000000001, 0x3f}));
}

TEST(Compact, WhatDoesNotFitIntoFloat32IsRefused) {
  samples::expect_error(ErrorCode::data, "the target is too large",
                        [] { make_forest(three_leaves(), select({4}, {1e39})); });
  samples::expect_error(ErrorCode::data, "the target is too large",
                        [] { make_forest(three_leaves(), select({0}, {std::numeric_limits<double>::infinity()})); });
}

TEST(Compact, StatisticsThatOverflowAreHeldAtTheLargestFloat) {
  Pool pool = three_leaves();
  pool.trees[0].nodes[0].gain = 1e300;
  pool.trees[0].nodes[1].gain = std::numeric_limits<double>::quiet_NaN();
  const Forest forest = make_forest(pool, pool.grown_weights());
  EXPECT_EQ(forest.statistics->split_gain, (Floats{std::numeric_limits<float>::max(), 0}));
}

TEST(Compact, NegativeZeroIsWrittenAsZero) {
  Pool pool = three_leaves();
  pool.trees[0].nodes[1].threshold = -0.0F;
  const Forest forest = make_forest(pool, select({2, 3, 4}, {-1e-60, 0, 0}));
  EXPECT_FALSE(std::signbit(forest.splits[1].threshold));
  EXPECT_FALSE(std::signbit(forest.values[2]));
}

}  // namespace
}  // namespace espalier
