#include "select/anneal/momentum_descent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/loss.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using test::RandomProblem;

// Gradient sums of every parameter and output at the weights, and what moves them: Σ of the rows' weights.
std::vector<double> naive_gradient(const RandomProblem& of, const Candidates& at) {
  const Basis& basis = of.design->basis();
  const std::size_t outputs = of.loss->outputs(), width = of.loss->width();
  std::vector<double> sums(basis.terminals() * width);
  for (std::size_t row = 0; row < basis.rows(); ++row) {
    const test::NaiveRow naive = test::naive_row(of, at, row);
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      for (std::size_t k = 0; k < outputs; ++k) {
        sums[(basis.offset(t) + basis.id(t, row)) * width + k] += of.target.weight(row) * naive.gradient[k];
      }
    }
  }
  return sums;
}

double bound_of(const Loss& loss) {
  const double bounds[] = {1, 0.25, 1, 0.5};  // squared, logistic, hinge, softmax in any direction
  return bounds[loss.index()];
}

TEST(MomentumDescent, APlainStepIsTheFormula) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Grouping grouping : {Grouping::members, Grouping::rules}) {
      SCOPED_TRACE(test::name_of(loss));
      const RandomProblem of(loss, 400, {2, 5, 8, 3}, 1);
      const Problem problem = of.problem(grouping, 3);
      Threads threads(2);
      MomentumDescent descent(problem, false, threads);
      Candidates candidates = all_candidates(problem);
      const std::size_t width = problem.width();
      for (int step = 0; step < 4; ++step) {
        const Candidates before = candidates;
        const std::vector<double> gradient = naive_gradient(of, before);
        const double objective = descent.epoch(candidates);
        EXPECT_NEAR(objective, test::naive_objective(of, problem, candidates), 1e-5 * objective);
        EXPECT_EQ(candidates.intercept, before.intercept);
        for (std::size_t j = 0; j < gradient.size(); ++j) {
          const double weight = before.weights[j], n = problem.row_weight[j / width];
          const double ridge = problem.ridge(), curvature = bound_of(loss) * n * 4 + ridge;
          const double expected =
              weight - (j % width < of.loss->outputs() ? (gradient[j] + ridge * weight) / curvature : 0);
          EXPECT_NEAR(static_cast<double>(candidates.weights[j]), expected, 5e-3) << j;
        }
      }
    }
  }
}

TEST(MomentumDescent, APlainStepOfResponsesIsTheFormula) {
  const RandomProblem of(LogisticLoss{}, 400, {2, 5, 8, 3}, 2);
  const Problem problem = of.problem(Grouping::responses, 3);
  Threads threads(1);
  Candidates candidates = all_candidates(problem);
  const std::vector<double> gradient = naive_gradient(of, candidates);
  MomentumDescent(problem, false, threads).epoch(candidates);
  for (std::size_t t = 0; t < 4; ++t) {
    double slope = 0, curvature = 0;
    const std::size_t first = problem.design.first(t), end = first + problem.design.count(t);
    for (std::size_t p = first; p < end; ++p) {
      const double v = problem.responses[p], n = problem.row_weight[p];
      slope += v * gradient[p];
      curvature += v * v * (0.25 * n * 4 + 0.25 * 3);
    }
    for (std::size_t p = first; p < end; ++p) {
      const double expected = -slope / curvature * static_cast<double>(problem.responses[p]);
      EXPECT_NEAR(static_cast<double>(candidates.weights[p]), expected, 2e-3);
    }
  }
}

TEST(MomentumDescent, TheObjectiveIsWhatItSaysAndNeverRises) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Grouping grouping : test::kAllGroupings) {
      for (const double spread : {0.0, 3.0, 30.0}) {
        SCOPED_TRACE(test::name_of(loss) + " spread " + std::to_string(spread));
        const RandomProblem of(loss, 300, {2, 9, 4, 1, 6, 30, 2, 2}, 3);
        const Problem problem = of.problem(grouping, spread > 3 ? 0 : 3);
        Threads threads(1);
        MomentumDescent descent(problem, true, threads);
        Candidates candidates = all_candidates(problem);
        Random random(6, "start");
        test::scatter(problem, spread, random, candidates);
        double before = test::naive_objective(of, problem, candidates) * (1 + 1e-5);
        for (int epoch = 0; epoch < 40; ++epoch) {
          const double objective = descent.epoch(candidates);
          EXPECT_LE(objective, before * (1 + 1e-6)) << epoch;
          EXPECT_NEAR(objective, test::naive_objective(of, problem, candidates), 2e-5 * objective + 1e-4);
          before = objective;
        }
      }
    }
  }
}

TEST(MomentumDescent, IsSoonerThereThanPlainSteps) {
  const RandomProblem of(SquaredLoss{}, 500, {4, 6, 8, 4, 6, 8, 4, 6, 8, 4, 6, 8}, 4);
  const Problem problem = of.problem(Grouping::members, 1);
  Threads threads(1);
  const auto after = [&](bool momentum) {
    MomentumDescent descent(problem, momentum, threads);
    Candidates candidates = all_candidates(problem);
    double objective = 0;
    for (int epoch = 0; epoch < 20; ++epoch) objective = descent.epoch(candidates);
    return objective;
  };
  EXPECT_LT(after(true), after(false));
}

TEST(MomentumDescent, WhatIsDroppedOnTheWayStaysAtZero) {
  const RandomProblem of(LogisticLoss{}, 300, {4, 7, 3, 5}, 5);
  const Problem problem = of.problem(Grouping::members, 1);
  Threads threads(1);
  MomentumDescent descent(problem, true, threads);
  Candidates candidates = all_candidates(problem);
  for (int epoch = 0; epoch < 5; ++epoch) descent.epoch(candidates);
  keep(problem, std::vector<std::uint32_t>{1, 3}, candidates);
  for (int epoch = 0; epoch < 5; ++epoch) descent.epoch(candidates);
  for (std::size_t p = 0; p < 19; ++p) EXPECT_EQ(candidates.weights[p] == 0, p < 4 || (p >= 11 && p < 14)) << p;
}

}  // namespace
}  // namespace espalier
