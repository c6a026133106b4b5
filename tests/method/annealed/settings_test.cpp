#include "method/annealed/settings.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

using Levels = std::vector<std::size_t>;

TEST(LevelsOf, OneNumberIsHowManySizesToTryUpToTheMost) {
  AnnealSettings settings;
  settings.levels = {3};
  EXPECT_EQ(levels_of(settings, 100), (Levels{100, 10, 1}));
  settings.levels = {1};
  EXPECT_EQ(levels_of(settings, 100), Levels{100});
}

TEST(LevelsOf, SeveralAreTheSizesThemselves) {
  AnnealSettings settings;
  settings.levels = {5, 20, 5, 1, 300, 200};
  EXPECT_EQ(levels_of(settings, 100), (Levels{100, 20, 5, 1}));
}

TEST(AnnealOptionsOf, TheStepIsThePapersForEachLoss) {
  AnnealSettings settings;
  EXPECT_EQ(anneal_options(settings, LogisticLoss{}, 1).step, 1e-3);
  EXPECT_EQ(anneal_options(settings, SquaredLoss{}, 1).step, 2e-5);  // ½ (f - y)²: twice that of (f - y)²
  settings.step = 0.5;
  EXPECT_EQ(anneal_options(settings, SquaredLoss{}, 1).step, 0.5);
}

TEST(AnnealOptionsOf, ScheduleSolverAndSeedAreThoseGiven) {
  AnnealSettings settings;
  settings.solver = Solver::sgd;
  settings.iterations = 7;
  settings.mu = 3;
  const AnnealOptions options = anneal_options(settings, LogisticLoss{}, 9);
  EXPECT_EQ(options.solver, Solver::sgd);
  EXPECT_EQ(options.schedule.iterations, 7);
  EXPECT_EQ(options.schedule.mu, 3);
  EXPECT_EQ(options.seed, 9U);
}

}  // namespace
}  // namespace espalier
