#include "method/graft/trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "method/graft/growth_sample.h"

namespace espalier {
namespace {

using test::at_most;

constexpr GraftSetting kSetting{1, 3, 1};
constexpr std::size_t kAnyTree = LeafTree::kMostLeaves;

class GraftTrials : public testing::TestWithParam<int> {
 protected:
  GraftTrial trial(std::size_t tree_leaves = kAnyTree) { return {rows, kSetting, task, tree_leaves, threads}; }

  Threads threads{1};
  const test::GrowthSample sample{400, GetParam()};
  GraftRows rows = sample.split(threads);
  GraftTask task{at_most(40), {}, sample.options, 2, 1};
};

std::vector<float> weights_of(const LeafForest& forest) { return forest.weights().weights; }

// To so many leaves, or one more where nothing but a new root, which takes two, is left.
TEST_P(GraftTrials, GrowAsRoundsOfGrowthDo) {
  GraftTrial trial = this->trial();
  GraftGrowth growth(rows, kSetting, sample.options, threads);
  for (std::size_t leaves = 2; leaves <= 20; ++leaves) {
    EXPECT_TRUE(trial.grow_to(leaves));
    while (growth.forest().leaves() < leaves && (growth.grow(at_most(leaves)) || growth.grow(at_most(leaves + 1)))) {
    }
    EXPECT_EQ(weights_of(trial.forest()), weights_of(growth.forest())) << leaves;
    EXPECT_EQ(trial.watched_loss(), growth.watched_loss()) << leaves;
  }
}

TEST_P(GraftTrials, GrowStepByStepToTheEndOfTheBudget) {
  GraftTrial trial = this->trial();
  std::size_t before = 0;
  bool more = true;
  for (std::size_t leaves = 2; more; leaves += 2) {
    more = trial.grow_to(leaves);
    // Where nothing but a new root is worth anything, it takes one leaf more.
    EXPECT_LE(trial.forest().leaves(), std::min<std::size_t>(40, leaves + 1));
    EXPECT_GE(trial.forest().leaves(), before);
    before = trial.forest().leaves();
  }
  EXPECT_EQ(before, 40U);
  EXPECT_FALSE(trial.grow_to(100));
  EXPECT_EQ(trial.forest().leaves(), 40U);
}

TEST_P(GraftTrials, KeepToTheLeavesOfATree) {
  GraftTrial trial = this->trial(3);
  trial.grow_to(40);
  trial.swap();
  for (int i = 0; i < 5; ++i) trial.search();
  ASSERT_GT(trial.forest().size(), 10U);
  for (std::size_t t = 0; t < trial.forest().size(); ++t) EXPECT_LE(trial.forest().tree(t).leaves(), 3U);
  EXPECT_LE(trial.forest().leaves(), 40U);
}

TEST_P(GraftTrials, GoBackToWhatWasKept) {
  GraftTrial trial = this->trial();
  trial.grow_to(10);
  trial.keep();
  const std::vector<float> kept = weights_of(trial.forest());
  const double loss = trial.watched_loss();
  trial.grow_to(20);
  trial.search();
  trial.refit(100);
  EXPECT_NE(weights_of(trial.forest()), kept);
  trial.go_back();
  EXPECT_EQ(weights_of(trial.forest()), kept);
  EXPECT_EQ(trial.watched_loss(), loss);
}

TEST_P(GraftTrials, GoBackToTheStartBeforeAnythingWasKept) {
  GraftTrial trial = this->trial();
  trial.grow_to(10);
  trial.go_back();
  EXPECT_EQ(trial.forest().leaves(), 0U);
}

TEST_P(GraftTrials, AHugeRidgeLeavesNothingOfTheWeights) {
  GraftTrial trial = this->trial();
  trial.grow_to(10);
  trial.refit(1e9);
  for (const float weight : weights_of(trial.forest())) EXPECT_LT(std::abs(weight), 1e-4F);
}

TEST_P(GraftTrials, BeginWithTheStartOfTheRowsPrunedToTheBudget) {
  {
    GraftTrial large = trial();
    large.grow_to(30);
    rows.start = large.forest();
  }
  EXPECT_EQ(trial().forest().leaves(), 30U);
  task.limits = at_most(12);
  GraftTrial small = trial();
  EXPECT_LE(small.forest().leaves(), 12U);
  EXPECT_GT(small.forest().leaves(), 6U);
}

// Near the end it grows in ever smaller steps: one more round of growth would not fit.
TEST_P(GraftTrials, FillAByteBudgetAndNeverExceedIt) {
  for (const std::size_t bytes : {300U, 500U, 900U}) {
    task.limits = {};
    task.bytes.emplace(bytes, sample.all.target, sample.features);
    GraftTrial trial = this->trial();
    EXPECT_FALSE(trial.grow_to(10'000));
    EXPECT_TRUE(task.bytes->allows(trial.forest(), rows.loss));
    EXPECT_GT(trial.forest().leaves(), 2U);
    GraftGrowth further(rows, kSetting, sample.options, threads);
    further.set_forest(trial.forest());
    GraftLimits one_more;
    one_more.leaves = trial.forest().leaves() + 1;
    if (further.grow(one_more)) {
      EXPECT_FALSE(task.bytes->allows(further.forest(), rows.loss)) << bytes;
    }
    trial.swap();
    for (int i = 0; i < 5; ++i) trial.search();
    trial.refit(0.3);  // longer numbers may take more bytes, so that leaves have to go
    EXPECT_TRUE(task.bytes->allows(trial.forest(), rows.loss)) << bytes;
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, GraftTrials, testing::Values(0, 2, 3));

}  // namespace
}  // namespace espalier
