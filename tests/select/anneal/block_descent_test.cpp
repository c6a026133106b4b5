#include "select/anneal/block_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espalier/loss.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using test::RandomProblem;

// Solves A x = b by elimination with pivots; A is row-major.
std::vector<double> solve(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r) {
      if (std::abs(a[r * n + c]) > std::abs(a[pivot * n + c])) pivot = r;
    }
    for (std::size_t k = 0; k < n; ++k) std::swap(a[c * n + k], a[pivot * n + k]);
    std::swap(b[c], b[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = a[r * n + c] / a[c * n + c];
      for (std::size_t k = c; k < n; ++k) a[r * n + k] -= factor * a[c * n + k];
      b[r] -= factor * b[c];
    }
  }
  for (std::size_t c = 0; c < n; ++c) b[c] /= a[c * n + c];
  return b;
}

// Weights, then the intercept, of least ½ Σ w (f - y)² + ½ λ Σ β².
std::vector<double> ridge_solution(const RandomProblem& of, double shrinkage) {
  const Basis& basis = of.design->basis();
  const std::size_t n = basis.terminals() + 1;
  std::vector<double> a(n * n), b(n);
  for (std::size_t row = 0; row < basis.rows(); ++row) {
    std::vector<std::size_t> met = {n - 1};
    for (std::size_t t = 0; t < basis.trees(); ++t) met.push_back(basis.offset(t) + basis.id(t, row));
    for (const std::size_t i : met) {
      b[i] += of.target.weight(row) * test::target_of(*of.loss, of.target, row);
      for (const std::size_t j : met) a[i * n + j] += of.target.weight(row);
    }
  }
  for (std::size_t j = 0; j + 1 < n; ++j) a[j * n + j] += shrinkage;
  return solve(std::move(a), std::move(b));
}

TEST(BlockDescent, BlocksOfOneOnASquaredLossEndAtTheRidgeSolution) {
  const RandomProblem of(SquaredLoss{}, 200, {2, 5, 3, 8}, 1);
  const Problem problem = of.problem(Grouping::members, 2.5);
  Threads threads(2);
  BlockDescent descent(problem, threads);
  Candidates candidates = all_candidates(problem);
  for (int epoch = 0; epoch < 400; ++epoch) descent.run(candidates.members, 1, candidates);
  const std::vector<double> expected = ridge_solution(of, 2.5);
  // The intercept can take over the common part of a tree's leaves at nearly no change of the objective, so scores are
  // compared.
  Candidates best = candidates;
  best.weights.assign(expected.begin(), expected.end() - 1);
  best.intercept = {static_cast<float>(expected.back())};
  for (std::size_t row = 0; row < 200; ++row) {
    EXPECT_NEAR(test::naive_score(*of.design, candidates, 1, row, 0), test::naive_score(*of.design, best, 1, row, 0),
                5e-3);
  }
  const double least = test::naive_objective(of, problem, best);
  EXPECT_NEAR(test::naive_objective(of, problem, candidates), least, 1e-4 * least);
}

TEST(BlockDescent, BlocksOfOneOverColumnsEndAtTheRidgeSolution) {
  Random random(2, "columns");
  const ColumnDesign design(test::random_floats(3 * 100, random), 100);
  std::vector<double> y(100);
  for (double& value : y) value = random.normal();
  const RowLoss loss(SquaredLoss{}, test::regression(y));
  Threads threads(1);
  Problem problem{design, loss};
  problem.shrinkage = 4;
  problem.row_weight = row_weights(design, loss, threads);
  BlockDescent descent(problem, threads);
  Candidates candidates = all_candidates(problem);
  for (int epoch = 0; epoch < 200; ++epoch) descent.run(candidates.members, 1, candidates);
  std::vector<double> a(16), b(4);
  for (std::size_t row = 0; row < 100; ++row) {
    double x[4] = {0, 0, 0, 1};
    for (std::size_t m = 0; m < 3; ++m) x[m] = static_cast<double>(design.column(m)[row]);
    for (std::size_t i = 0; i < 4; ++i) {
      b[i] += x[i] * (y[row] - loss.offset()) / loss.scale();
      for (std::size_t j = 0; j < 4; ++j) a[i * 4 + j] += x[i] * x[j];
    }
  }
  for (std::size_t j = 0; j < 3; ++j) a[j * 5] += 4;
  const std::vector<double> expected = solve(a, b);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(static_cast<double>(candidates.weights[j]), expected[j], 1e-4);
  EXPECT_NEAR(static_cast<double>(candidates.intercept[0]), expected[3], 1e-4);
}

TEST(BlockDescent, OneStepOfOneTreeIsNewtonsShrunkStep) {
  const RandomProblem of(SquaredLoss{}, 100, {4}, 3);
  const Problem problem = of.problem(Grouping::members, 7);
  Threads threads(1);
  Candidates candidates = all_candidates(problem);
  BlockDescent(problem, threads).run(candidates.members, 1, candidates);
  std::vector<double> sums(4), counts(4);
  for (std::size_t row = 0; row < 100; ++row) {
    const std::size_t id = of.design->basis().id(0, row);
    sums[id] += of.target.weight(row) * test::target_of(*of.loss, of.target, row);
    counts[id] += of.target.weight(row);
  }
  for (std::size_t id = 0; id < 4; ++id) {
    EXPECT_NEAR(static_cast<double>(candidates.weights[id]), sums[id] / (counts[id] + 7), 1e-4);
  }
}

TEST(BlockDescent, TheObjectiveIsWhatItSaysAndNeverRises) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Grouping grouping : test::kAllGroupings) {
      for (const std::size_t block : {1U, 3U, 16U}) {
        for (const double spread : {0.0, 1.0, 30.0}) {
          SCOPED_TRACE(test::name_of(loss) + " block " + std::to_string(block) + " spread " + std::to_string(spread));
          const RandomProblem of(loss, 300, {2, 9, 4, 1, 6, 30, 2, 2}, 5 + block);
          const Problem problem = of.problem(grouping, spread > 1 ? 0 : 3);
          Threads threads(1);
          BlockDescent descent(problem, threads);
          Candidates candidates = all_candidates(problem);
          Random random(6, "start");
          test::scatter(problem, spread, random, candidates);
          double before = test::naive_objective(of, problem, candidates) * (1 + 1e-5);
          for (int epoch = 0; epoch < 12; ++epoch) {
            const double objective = descent.run(candidates.members, block, candidates).objective;
            EXPECT_LE(objective, before * (1 + 1e-6)) << epoch;
            EXPECT_NEAR(objective, test::naive_objective(of, problem, candidates), 2e-5 * objective + 1e-4);
            before = objective;
          }
        }
      }
    }
  }
}

TEST(BlockDescent, ABlockOfTheSameTreesGoesAsFarAsOneOfThem) {
  Basis basis(60, std::vector<std::uint32_t>{2, 2, 2});
  std::vector<double> y(60);
  for (std::size_t row = 0; row < 60; ++row) y[row] = row % 2 == 0 ? 1 : -1;
  for (std::size_t t = 0; t < 3; ++t) {
    basis.write(t, [](auto ids) {
      for (std::size_t row = 0; row < 60; ++row) ids[row] = row % 2;
    });
  }
  const TreeDesign design(basis);
  const RowLoss loss(SquaredLoss{}, test::regression(y));
  Threads threads(1);
  Problem problem{design, loss};
  problem.row_weight = row_weights(design, loss, threads);
  Candidates candidates = all_candidates(problem);
  EXPECT_NEAR(BlockDescent(problem, threads).run(candidates.members, 3, candidates).objective, 0, 1e-6);
  for (const float weight : candidates.weights) EXPECT_NEAR(std::abs(static_cast<double>(weight)), 1.0 / 3, 1e-5);
}

// Half of each class, all with the score 4: the mean gradient is σ(4) - ½ = 0.482, the curvature σ(4) (1 - σ(4)) =
// 0.018 and the least one 0.2 · ¼. The intercept goes 0.482 / 0.05 = 9.64, to the score -5.64, and the weight from
// there 0.4965 / 0.05 = 9.93, to 4.29, farther out than before. Half as far they go 4.820, to the score -0.820, and ½ ·
// 0.1942 / 0.2123 = 0.4575.
TEST(BlockDescent, AnEpochThatWouldRaiseTheObjectiveIsTakenBackAndFurtherOnesGoHalfAsFar) {
  const TreeDesign design(Basis(60, std::vector<std::uint32_t>{1}));
  std::vector<std::int32_t> codes(60);
  for (std::size_t row = 0; row < 60; ++row) codes[row] = row % 2;
  const RowLoss loss(LogisticLoss{}, test::classes(codes));
  Threads threads(1);
  Problem problem{design, loss};
  problem.row_weight = row_weights(design, loss, threads);
  Candidates candidates = all_candidates(problem);
  candidates.weights = {4};
  BlockDescent descent(problem, threads);
  const BlockDescent::Epoch result = descent.run(candidates.members, 1, candidates);
  EXPECT_TRUE(result.taken_back);
  EXPECT_NEAR(result.objective, 60 * (std::log1p(std::exp(4)) + std::log1p(std::exp(-4))) / 2, 1e-3);
  EXPECT_EQ(candidates.weights, std::vector<float>{4});
  EXPECT_EQ(candidates.intercept, std::vector<float>{0});
  EXPECT_FALSE(descent.run(candidates.members, 1, candidates).taken_back);
  EXPECT_NEAR(static_cast<double>(candidates.weights[0]), 4.4575, 1e-3);
  EXPECT_NEAR(static_cast<double>(candidates.intercept[0]), -4.820, 1e-3);
}

TEST(BlockDescent, ResponsesStayMultiplesOfTheTreeAsItWasGrown) {
  for (const Loss& loss : test::kAllLosses) {
    SCOPED_TRACE(test::name_of(loss));
    const RandomProblem of(loss, 300, {4, 7, 3}, 8);
    const Problem problem = of.problem(Grouping::responses, 1);
    Threads threads(1);
    BlockDescent descent(problem, threads);
    Candidates candidates = all_candidates(problem);
    for (int epoch = 0; epoch < 10; ++epoch) descent.run(candidates.members, 2, candidates);
    const std::size_t width = problem.width();
    for (std::size_t t = 0; t < 3; ++t) {
      const std::size_t first = problem.design.first(t) * width;
      const double factor = static_cast<double>(candidates.weights[first] / problem.responses[first]);
      EXPECT_NE(factor, 0);
      for (std::size_t j = first; j < first + problem.design.count(t) * width; ++j) {
        const double expected = factor * static_cast<double>(problem.responses[j]);
        EXPECT_NEAR(static_cast<double>(candidates.weights[j]), expected, 1e-4 * std::abs(expected) + 1e-7);
      }
    }
  }
}

TEST(BlockDescent, WhatIsOutStaysAtZero) {
  const RandomProblem of(LogisticLoss{}, 300, {4, 7, 3}, 9);
  const Problem problem = of.problem(Grouping::rules, 1);
  Threads threads(1);
  BlockDescent descent(problem, threads);
  Candidates candidates = all_candidates(problem);
  const std::vector<std::uint32_t> kept = {0, 5, 6};
  keep(problem, kept, candidates);
  for (int epoch = 0; epoch < 5; ++epoch) descent.run(candidates.members, 2, candidates);
  for (std::uint32_t p = 0; p < 14; ++p) {
    EXPECT_EQ(candidates.weights[p] != 0, std::ranges::find(kept, p) != kept.end()) << p;
  }
}

}  // namespace
}  // namespace espalier
