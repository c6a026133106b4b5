#include "select/anneal/anneal.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "espalier/loss.h"
#include "espalier/target.h"
#include "select/anneal/annealed.h"
#include "select/anneal/random_problem.h"
#include "support/tables.h"

namespace espalier {
namespace {

using test::RandomProblem;
using Groups = std::vector<std::uint32_t>;

const std::vector<Solver> kSolvers = {Solver::blocks, Solver::momentum, Solver::sgd};
const std::vector<std::uint32_t> kTerminals = {2, 5, 8, 3, 6, 4, 2, 2, 9, 3, 7, 5, 4, 4, 3, 2, 2, 12, 30, 2};

AnnealPlan plan_for(Solver solver, std::vector<std::size_t> levels) {
  AnnealPlan plan;
  plan.solver = solver;
  plan.schedule = {12, 5};
  plan.levels = std::move(levels);
  plan.step = 0.01;
  plan.refits = 3;
  return plan;
}

TEST(Anneal, EveryLevelContainsTheNextAndHasItsSize) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Solver solver : kSolvers) {
      for (const Grouping grouping : test::kAllGroupings) {
        SCOPED_TRACE(test::name_of(loss) + " solver " + std::to_string(static_cast<int>(solver)));
        const RandomProblem of(loss, 200, kTerminals, 1 + static_cast<std::uint64_t>(grouping));
        const Problem problem = of.problem(grouping, 3);
        Threads threads(2);
        const std::vector<std::size_t> levels = {20, 18, 17, 11, 6, 5, 2, 1};
        const Annealed annealed = test::annealed(problem, plan_for(solver, levels), threads);
        ASSERT_EQ(annealed.levels.size(), levels.size());
        for (std::size_t i = 0; i < levels.size(); ++i) {
          const Groups& groups = annealed.levels[i].groups;
          EXPECT_EQ(groups.size(), levels[i]);
          EXPECT_TRUE(std::ranges::is_sorted(groups, std::less_equal()));
          EXPECT_TRUE(i == 0 || std::ranges::includes(annealed.levels[i - 1].groups, groups)) << i;
        }
      }
    }
  }
}

TEST(Anneal, ALevelHasWeightsWhereItsGroupsAreAndTheObjectiveThatItSays) {
  for (const Solver solver : kSolvers) {
    for (const Grouping grouping : test::kAllGroupings) {
      const RandomProblem of(LogisticLoss{}, 200, kTerminals, 3);
      const Problem problem = of.problem(grouping, 3);
      Threads threads(1);
      for (const AnnealedLevel& level : test::annealed(problem, plan_for(solver, {7, 3}), threads).levels) {
        const Candidates fitted = candidates_of(problem, level);
        EXPECT_EQ(fitted.groups, level.groups.size());
        EXPECT_EQ(ranked(problem, fitted).size(), level.groups.size());
        for (std::size_t p = 0; p < problem.design.parameters(); ++p) {
          EXPECT_TRUE(fitted.in[p] || fitted.weights[p] == 0) << p;
        }
        EXPECT_NEAR(level.objective, test::naive_objective(of, problem, fitted), 1e-4 * level.objective);
      }
    }
  }
}

TEST(Anneal, LevelsBeyondTheCandidatesAreAllOfThemOnce) {
  const RandomProblem of(SquaredLoss{}, 100, kTerminals, 4);
  const Problem problem = of.problem(Grouping::members, 3);
  Threads threads(1);
  const Annealed annealed = test::annealed(problem, plan_for(Solver::blocks, {1000, 500, 20, 3}), threads);
  ASSERT_EQ(annealed.levels.size(), 2U);
  EXPECT_EQ(annealed.levels[0].groups.size(), 20U);
  EXPECT_EQ(annealed.levels[1].groups.size(), 3U);
}

TEST(Anneal, AllCandidatesAreALevelLikeAnyOther) {
  const RandomProblem of(SquaredLoss{}, 100, kTerminals, 4);
  const Problem problem = of.problem(Grouping::members, 3);
  Threads threads(1);
  for (const Solver solver : kSolvers) {
    const Annealed annealed = test::annealed(problem, plan_for(solver, {20}), threads);
    ASSERT_EQ(annealed.levels.size(), 1U);
    EXPECT_EQ(annealed.levels[0].groups.size(), 20U);
    EXPECT_LT(annealed.levels[0].objective, 50);  // half the rows: that of the constant
  }
}

TEST(Anneal, WithoutCandidatesThereAreNoLevels) {
  const TreeDesign design(Basis(10, {}));
  const RowLoss loss(SquaredLoss{}, test::regression({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  const Problem problem{design, loss};
  Threads threads(1);
  for (const Solver solver : kSolvers) {
    EXPECT_TRUE(test::annealed(problem, plan_for(solver, {20, 1}), threads).levels.empty());
  }
}

TEST(Anneal, SurvivorsFollowTheSchedule) {
  const RandomProblem of(SquaredLoss{}, 100, kTerminals, 5);
  const Problem problem = of.problem(Grouping::members, 3);
  Threads threads(1);
  for (const Solver solver : kSolvers) {
    const AnnealPlan plan = plan_for(solver, {11, 5, 2});
    std::size_t expected = 20;
    for (const AnnealStep& step : test::annealed(problem, plan, threads).steps) {
      if (step.refit) break;
      EXPECT_EQ(step.survivors, expected);
      expected = survivors(plan.schedule, 20, 2, static_cast<int>(step.epoch));
    }
    EXPECT_EQ(expected, 2U);
  }
}

TEST(Anneal, OneIterationIsEnoughForAllLevels) {
  const RandomProblem of(SquaredLoss{}, 100, kTerminals, 5);
  const Problem problem = of.problem(Grouping::members, 3);
  Threads threads(1);
  AnnealPlan plan = plan_for(Solver::blocks, {11, 5, 2});
  plan.schedule.iterations = 1;
  const Annealed annealed = test::annealed(problem, plan, threads);
  ASSERT_EQ(annealed.levels.size(), 3U);
  EXPECT_EQ(annealed.levels[2].groups.size(), 2U);
}

TEST(Anneal, TheObjectiveNeverRisesWhereNothingIsDropped) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Solver solver : {Solver::blocks, Solver::momentum}) {
      for (const Grouping grouping : test::kAllGroupings) {
        SCOPED_TRACE(test::name_of(loss) + " solver " + std::to_string(static_cast<int>(solver)));
        const RandomProblem of(loss, 300, kTerminals, 6);
        const Problem problem = of.problem(grouping, 1);
        Threads threads(2);
        AnnealPlan plan = plan_for(solver, {10, 4, 1});
        plan.schedule = {150, 10};  // of 20 trees most epochs drop none
        const Annealed annealed = test::annealed(problem, plan, threads);
        std::size_t compared = 0;
        for (std::size_t i = 1; i < annealed.steps.size(); ++i) {
          const AnnealStep &before = annealed.steps[i - 1], &step = annealed.steps[i];
          if (before.refit != step.refit || before.survivors != step.survivors) continue;
          EXPECT_LE(step.objective, before.objective * (1 + 1e-6)) << i;
          ++compared;
        }
        EXPECT_GT(compared, 30U);
      }
    }
  }
}

TEST(Anneal, FindsTheTreesThatTheTargetDependsOn) {
  for (const Solver solver : kSolvers) {
    const RandomProblem of(SquaredLoss{}, 2000, {6, 5, 8, 6, 5, 8, 6, 5, 8, 6, 5, 8}, 7);
    const Problem problem = of.problem(Grouping::members, 3);
    Threads threads(2);
    EXPECT_EQ(test::annealed(problem, plan_for(solver, {3}), threads).levels[0].groups, (Groups{0, 1, 2}));
  }
}

// Columns beyond a thousand move by blocks, fewer all at once.
TEST(Anneal, FindsTheColumnsThatTheTargetDependsOnAmongMoreColumnsThanRows) {
  constexpr std::size_t kRows = 80;
  for (const std::size_t count : {100U, 900U, 1200U}) {
    Random random(1, "many columns");
    std::vector<float> values(kRows * count);
    for (float& value : values) value = static_cast<float>(random.normal());
    const ColumnDesign design(std::move(values), kRows);
    std::vector<double> y(kRows);
    for (std::size_t row = 0; row < kRows; ++row)
      y[row] = 3 * static_cast<double>(design.column(7)[row]) - 2 * static_cast<double>(design.column(90)[row]);
    const Target target = test::regression(y, {});
    const RowLoss loss(SquaredLoss{}, target);
    Threads threads(2);
    for (const double shrinkage : {0.0, 1.0}) {
      Problem problem{design, loss};
      problem.shrinkage = shrinkage;
      problem.row_weight = row_weights(design, loss, threads);
      const Annealed annealed = test::annealed(problem, plan_for(Solver::blocks, {count - 9, 2}), threads);
      ASSERT_EQ(annealed.levels.size(), 2U);
      EXPECT_EQ(annealed.levels[0].groups.size(), count - 9);
      EXPECT_EQ(annealed.levels[1].groups, (Groups{7, 90})) << count << " columns, shrinkage " << shrinkage;
    }
  }
}

TEST(Anneal, GivesTheSameBytesOnAnyNumberOfThreads) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Solver solver : kSolvers) {
      SCOPED_TRACE(test::name_of(loss) + " solver " + std::to_string(static_cast<int>(solver)));
      const RandomProblem of(loss, 25001, {6, 5, 8, 2, 2, 3}, 8);  // several chunks
      AnnealPlan plan = plan_for(solver, {4, 2});
      plan.schedule.iterations = 4;
      plan.block = 2;
      const auto run = [&](int count) {
        Threads threads(count);
        Problem problem = of.problem(Grouping::members, 3);
        problem.row_weight = row_weights(*of.design, *of.loss, threads);
        return test::annealed(problem, plan, threads);
      };
      const Annealed one = run(1);
      for (const int count : {2, 7}) {
        const Annealed other = run(count);
        ASSERT_EQ(other.levels.size(), one.levels.size());
        for (std::size_t i = 0; i < one.levels.size(); ++i) {
          EXPECT_EQ(other.levels[i].groups, one.levels[i].groups);
          EXPECT_EQ(other.levels[i].weights, one.levels[i].weights);
          EXPECT_EQ(other.levels[i].intercept, one.levels[i].intercept);
          EXPECT_EQ(other.levels[i].objective, one.levels[i].objective);
        }
      }
    }
  }
}

}  // namespace
}  // namespace espalier
