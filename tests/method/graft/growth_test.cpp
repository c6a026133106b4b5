#include "method/graft/growth.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/model.h"
#include "espalier/predict.h"
#include "method/finish/leaf_forest_model.h"
#include "method/graft/growth_sample.h"

namespace espalier {
namespace {

using test::at_most;

// The scores that the growth keeps for its rows equal those of a saved model.
void expect_scores_of_model(const test::GrowthSample& sample, const GraftRows& rows, const GraftGrowth& growth) {
  const Model model = leaf_forest_model(growth.forest(), rows.loss, sample.all.target, sample.features);
  const std::vector<double> scores = predict_scores(decode(encode(model), "memory"), sample.all.table);
  const std::size_t outputs = rows.loss.outputs();
  for (std::size_t row = 0; row < sample.all.table.rows; ++row) {
    for (std::size_t k = 0; k < outputs; ++k) {
      const double own = growth.scores()[row * rows.loss.width() + k];
      ASSERT_NEAR(scores[row * outputs + k], rows.loss.offset() + rows.loss.scale() * own, 1e-4) << row;
    }
  }
}

struct Kind {
  int classes;
  TreeClasses trees = TreeClasses::all;
};

class GraftGrowths : public testing::TestWithParam<Kind> {
 protected:
  static GraftSetting setting(double gamma, double ridge) { return {gamma, ridge, 1, GetParam().trees}; }
};

TEST_P(GraftGrowths, EveryForestOnTheWayPredictsAsItDidInTraining) {
  Threads threads(1);
  const test::GrowthSample sample(400, GetParam().classes);
  const GraftRows rows = sample.whole(threads);
  GraftGrowth growth(rows, setting(1, 2), sample.options, threads);
  expect_scores_of_model(sample, rows, growth);
  while (growth.grow(at_most(60))) expect_scores_of_model(sample, rows, growth);
  EXPECT_EQ(growth.forest().leaves(), 60U);
  growth.prune(at_most(25));
  expect_scores_of_model(sample, rows, growth);
  growth.refit(0.5, 3, 10);
  expect_scores_of_model(sample, rows, growth);
}

TEST_P(GraftGrowths, TheObjectiveNeverRisesAtARefit) {
  Threads threads(1);
  const test::GrowthSample sample(300, GetParam().classes);
  const GraftRows rows = sample.whole(threads);
  for (const double ridge : {0.0, 1.0, 100.0}) {
    GraftGrowth growth(rows, setting(1, ridge), sample.options, threads);
    while (growth.grow(at_most(40))) {
      const double before = growth.refit(ridge, 1, 1);
      EXPECT_LE(growth.refit(ridge, 1, 5), before);
    }
  }
}

TEST_P(GraftGrowths, EveryRoundLowersTheLossAndKeepsToTheLimits) {
  Threads threads(1);
  const test::GrowthSample sample(400, GetParam().classes);
  const GraftRows rows = sample.whole(threads);
  GraftLimits limits = at_most(50);
  limits.nodes = 90;
  limits.trees = 7;
  limits.depth = 3;
  limits.tree_leaves = 6;
  GraftGrowth growth(rows, setting(1, 1), sample.options, threads);
  double loss = growth.train_loss();
  while (growth.grow(limits)) {
    EXPECT_LT(growth.train_loss(), loss);
    loss = growth.train_loss();
    ASSERT_TRUE(limits.allow(growth.forest()));
    for (std::size_t t = 0; t < growth.forest().size(); ++t) {
      const LeafTree& tree = growth.forest().tree(t);
      ASSERT_LE(tree.leaves(), 6U);
      for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) ASSERT_LE(tree.depth(leaf), 3U);
    }
  }
  EXPECT_GT(growth.forest().leaves(), 20U);
}

TEST_P(GraftGrowths, IsTheSameOnAnyNumberOfThreads) {
  const test::GrowthSample sample(20000, GetParam().classes);
  Threads one(1), four(4);
  const GraftRows rows = sample.split(one);
  GraftGrowth a(rows, setting(1, 10), sample.options, one), b(rows, setting(1, 10), sample.options, four);
  while (a.grow(at_most(80))) {
  }
  while (b.grow(at_most(80))) {
  }
  EXPECT_EQ(a.forest().weights().weights, b.forest().weights().weights);
  EXPECT_EQ(a.watched_loss(), b.watched_loss());
}

INSTANTIATE_TEST_SUITE_P(Classes, GraftGrowths, testing::Values(Kind{0}, Kind{2}, Kind{3}, Kind{3, TreeClasses::one}));

TEST(GraftGrowth, PutsTheFirstSplitWhereASearchOverAllCutsDoes) {
  Threads threads(1);
  const test::GrowthSample sample(200, 0);
  const GraftRows rows = sample.whole(threads);
  GraftGrowth growth(rows, {2, 5, 1}, sample.options, threads);
  const double before = growth.train_loss();
  ASSERT_TRUE(growth.grow(at_most(2)));
  ASSERT_EQ(growth.forest().size(), 1U);
  // Any other forest of one split, fitted in the same way, has no smaller loss; the ridge makes for the slack.
  for (std::size_t column = 0; column < rows.bins.columns(); ++column) {
    GraftGrowth other(rows, {2, 5, 1}, sample.options, threads);
    std::vector<std::uint8_t> only(rows.bins.columns());
    only[column] = 1;
    if (!other.grow(at_most(2), only)) continue;
    EXPECT_GE(other.train_loss() * 1.02, growth.train_loss());
  }
  EXPECT_LT(growth.train_loss(), before);
}

// Every tree's other values stay 0.
TEST(GraftGrowth, TreesOfOneClassHaveValuesForThatClassAlone) {
  Threads threads(1);
  const test::GrowthSample sample(400, 3);
  const GraftRows rows = sample.whole(threads);
  GraftGrowth growth(rows, {1, 2, 1, TreeClasses::one}, sample.options, threads);
  while (growth.grow(at_most(40))) {
  }
  std::vector<std::size_t> trees(3);
  for (std::size_t t = 0; t < growth.forest().size(); ++t) {
    const LeafTree& tree = growth.forest().tree(t);
    ASSERT_NE(tree.output(), kNone);
    ++trees[static_cast<std::size_t>(tree.output())];
    for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf)
      for (std::int32_t k = 0; k < 3; ++k)
        EXPECT_TRUE(k == tree.output() || tree.weights(leaf)[static_cast<std::size_t>(k)] == 0);
  }
  EXPECT_LE(std::ranges::count(trees, 0U), 1);  // the scores of one class may stay as they are
}

}  // namespace
}  // namespace espalier
