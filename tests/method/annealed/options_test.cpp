#include "method/annealed/options.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

using Levels = std::vector<std::size_t>;

TEST(LevelsOf, OneNumberIsHowManySizesToTryUpToTheMost) {
  AnnealedOptions options;
  options.levels = {3};
  EXPECT_EQ(levels_of(options, 100), (Levels{100, 10, 1}));
  options.levels = {1};
  EXPECT_EQ(levels_of(options, 100), Levels{100});
}

TEST(LevelsOf, SeveralAreTheSizesThemselves) {
  AnnealedOptions options;
  options.levels = {5, 20, 5, 1, 300, 200};
  EXPECT_EQ(levels_of(options, 100), (Levels{100, 20, 5, 1}));
}

TEST(AnnealPlanOf, TheStepIsThePapersForEachLoss) {
  AnnealedOptions options;
  EXPECT_EQ(anneal_plan(options, LogisticLoss{}, 1).step, 1e-3);
  EXPECT_EQ(anneal_plan(options, SquaredLoss{}, 1).step, 2e-5);  // ½ (f - y)²: twice that of (f - y)²
  options.step = 0.5;
  EXPECT_EQ(anneal_plan(options, SquaredLoss{}, 1).step, 0.5);
}

TEST(AnnealPlanOf, ScheduleSolverAndSeedAreThoseGiven) {
  AnnealedOptions options;
  options.solver = Solver::sgd;
  options.iterations = 7;
  options.mu = 3;
  const AnnealPlan plan = anneal_plan(options, LogisticLoss{}, 9);
  EXPECT_EQ(plan.solver, Solver::sgd);
  EXPECT_EQ(plan.schedule.iterations, 7);
  EXPECT_EQ(plan.schedule.mu, 3);
  EXPECT_EQ(plan.seed, 9U);
}

}  // namespace
}  // namespace espalier
