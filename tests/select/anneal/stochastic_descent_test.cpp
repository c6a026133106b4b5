#include "select/anneal/stochastic_descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "espalier/loss.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using test::RandomProblem;

// Row by row, every weight that the row meets: β -= step · (g + λh β w / n), of rules step / n.
void naive_epoch(const RandomProblem& of, const Problem& problem, double step, std::span<const std::uint32_t> order,
                 Candidates& at) {
  const Basis& basis = of.design->basis();
  const std::size_t width = problem.width();
  for (const std::uint32_t row : order) {
    const std::vector<double> gradient = test::naive_row(of, at, row).gradient;
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      const std::size_t p = basis.offset(t) + basis.id(t, row);
      if (!at.in[p]) continue;
      const double n = problem.row_weight[p], weight = of.target.weight(row);
      for (std::size_t k = 0; k < gradient.size(); ++k) {
        float& beta = at.weights[p * width + k];
        const double slope = weight * gradient[k] + problem.ridge() * static_cast<double>(beta) * weight / n;
        const double mean = of.loss->total_weight() / static_cast<double>(basis.rows());
        beta -= static_cast<float>(slope * step / (problem.grouping == Grouping::rules ? n : mean));
      }
    }
  }
}

TEST(StochasticDescent, AnEpochIsTheUpdateRowByRow) {
  for (const Loss& loss : test::kAllLosses) {
    for (const Grouping grouping : {Grouping::members, Grouping::rules}) {
      SCOPED_TRACE(test::name_of(loss));
      const RandomProblem of(loss, 200, {2, 5, 8, 3}, 1);
      const Problem problem = of.problem(grouping, 2);
      Threads threads(2);
      StochasticDescent descent(problem, 0.05, threads);
      Candidates candidates = all_candidates(problem);
      if (grouping == Grouping::rules) keep(problem, std::vector<std::uint32_t>{0, 3, 4, 8}, candidates);
      Candidates naive = candidates;
      for (std::uint64_t number = 1; number <= 3; ++number) {
        const double objective = descent.epoch(7, number, candidates);
        std::vector<std::uint32_t> order(200);
        std::iota(order.begin(), order.end(), 0U);
        Random(7, "order of the rows", number).shuffle(std::span(order));
        naive_epoch(of, problem, 0.05, order, naive);
        EXPECT_NEAR(objective, test::naive_objective(of, problem, candidates), 1e-5 * objective);
      }
      for (std::size_t j = 0; j < naive.weights.size(); ++j) {
        EXPECT_NEAR(candidates.weights[j], naive.weights[j], 1e-4F) << j;
      }
    }
  }
}

// The factor f of a tree over its column of responses v, divided by the root of its mean square s²: with v / s and f ·
// s, a row moves f · s by step · (g v / s + λh f Σ v² w / N / s).
void naive_factors(const RandomProblem& of, const Problem& problem, double step, std::span<const std::uint32_t> order,
                   Candidates& at, std::vector<double>& factors) {
  const Basis& basis = of.design->basis();
  const std::size_t width = problem.width(), rows = basis.rows();
  const double all = of.loss->total_weight(), mean = all / static_cast<double>(rows);
  for (const std::uint32_t row : order) {
    const std::vector<double> gradient = test::naive_row(of, at, row).gradient;
    const double weight = of.target.weight(row);
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      double mean_square = 0, squares = 0, slope = 0;
      for (std::size_t other = 0; other < rows; ++other) {
        for (std::size_t k = 0; k < gradient.size(); ++k) {
          const double v = problem.responses[(basis.offset(t) + basis.id(t, other)) * width + k];
          mean_square += of.target.weight(other) / all * v * v;
        }
      }
      for (std::size_t p = basis.offset(t); p < basis.offset(t) + basis.terminals(t); ++p) {
        for (std::size_t k = 0; k < gradient.size(); ++k) {
          const double v = problem.responses[p * width + k];
          squares += v * v;
          if (p == basis.offset(t) + basis.id(t, row)) slope += weight * gradient[k] * v;
        }
      }
      const double s = std::sqrt(mean_square);
      const double scaled_slope = slope / s + problem.ridge() * factors[t] * squares * weight / all / s;
      factors[t] = (factors[t] * s - step / mean * scaled_slope) / s;
    }
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      for (std::size_t j = basis.offset(t) * width; j < (basis.offset(t) + basis.terminals(t)) * width; ++j)
        at.weights[j] = static_cast<float>(factors[t] * static_cast<double>(problem.responses[j]));
    }
  }
}

TEST(StochasticDescent, OfWholeTreesMovesOneFactorOfEachOverNormalisedResponses) {
  for (const Loss& loss : test::kAllLosses) {
    SCOPED_TRACE(test::name_of(loss));
    const RandomProblem of(loss, 60, {2, 5, 3}, 1);
    const Problem problem = of.problem(Grouping::responses, 2);
    Threads threads(2);
    StochasticDescent descent(problem, 0.05, threads);
    Candidates candidates = all_candidates(problem);
    Candidates naive = candidates;
    std::vector<double> factors(3);
    for (std::uint64_t number = 1; number <= 3; ++number) {
      const double objective = descent.epoch(7, number, candidates);
      std::vector<std::uint32_t> order(60);
      std::iota(order.begin(), order.end(), 0U);
      Random(7, "order of the rows", number).shuffle(std::span(order));
      naive_factors(of, problem, 0.05, order, naive, factors);
      EXPECT_NEAR(objective, test::naive_objective(of, problem, candidates), 1e-5 * objective);
    }
    for (std::size_t j = 0; j < naive.weights.size(); ++j)
      EXPECT_NEAR(candidates.weights[j], naive.weights[j], 1e-4F) << j;
  }
}

TEST(StochasticDescent, OfWholeTreesLeavesOutThoseThatAreDropped) {
  const RandomProblem of(SquaredLoss{}, 100, {2, 5, 3}, 1);
  const Problem problem = of.problem(Grouping::responses, 0);
  Threads threads(1);
  Candidates candidates = all_candidates(problem);
  StochasticDescent descent(problem, 0.05, threads);
  descent.epoch(1, 1, candidates);
  keep(problem, std::vector<std::uint32_t>{2}, candidates);
  descent.epoch(1, 2, candidates);
  for (std::size_t p = 0; p < 7; ++p) EXPECT_EQ(candidates.weights[p], 0) << p;
  for (std::size_t p = 7; p < 10; ++p) EXPECT_NE(candidates.weights[p], 0) << p;
}

TEST(StochasticDescent, OverColumnsMovesByTheValueOfTheRow) {
  const ColumnDesign design({2, 0, -1, 3}, 2);  // columns (2, 0) and (-1, 3)
  const RowLoss loss(SquaredLoss{}, test::regression({-1, 1}));
  Threads threads(1);
  Problem problem{design, loss};
  problem.row_weight = row_weights(design, loss, threads);
  Candidates candidates = all_candidates(problem);
  StochasticDescent(problem, 0.1, threads).epoch(1, 1, candidates);
  std::vector<std::uint32_t> order = {0, 1};
  Random(1, "order of the rows", 1).shuffle(std::span(order));
  double a = 0, b = 0;
  for (const std::uint32_t row : order) {
    const double x = row == 0 ? 2 : 0, z = row == 0 ? -1 : 3, g = a * x + b * z - (row == 0 ? -1 : 1);
    a -= 0.1 * g * x;
    b -= 0.1 * g * z;
  }
  EXPECT_NEAR(static_cast<double>(candidates.weights[0]), a, 1e-6);
  EXPECT_NEAR(static_cast<double>(candidates.weights[1]), b, 1e-6);
}

// A row's score moves by step · h · members times its gradient.
TEST(StochasticDescent, IsSteadyWhileAStepOfAllMembersDoesNotGoTwiceTooFar) {
  for (const Loss& loss : test::kAllLosses) {
    SCOPED_TRACE(test::name_of(loss));
    RandomProblem of(loss, 1000, std::vector<std::uint32_t>(40, 6), 2);
    of.target.weights.clear();
    of.loss = std::make_unique<RowLoss>(loss, of.target);
    const Problem problem = of.problem(Grouping::members, 0);
    Threads threads(1);
    StochasticDescent descent(problem, 1.0 / of.loss->max_curvature_any_direction() / 40, threads);
    Candidates candidates = all_candidates(problem);
    const double start = test::naive_objective(of, problem, candidates);
    double objective = 0;
    for (std::uint64_t epoch = 1; epoch <= 10; ++epoch) objective = descent.epoch(1, epoch, candidates);
    EXPECT_LT(objective, 2 * start);
    for (const float weight : candidates.weights) EXPECT_LT(std::abs(weight), 100.0F);
  }
}

TEST(StochasticDescent, FollowsTheMembersThatAreStillIn) {
  const RandomProblem of(LogisticLoss{}, 200, {2, 5, 8, 3}, 1);
  const Problem problem = of.problem(Grouping::members, 2);
  Threads threads(1);
  StochasticDescent descent(problem, 0.05, threads), fresh(problem, 0.05, threads);
  Candidates candidates = all_candidates(problem);
  descent.epoch(1, 1, candidates);
  keep(problem, std::vector<std::uint32_t>{1, 2}, candidates);
  Candidates same = candidates;
  descent.epoch(1, 2, candidates);
  fresh.epoch(1, 2, same);
  EXPECT_EQ(candidates.weights, same.weights);
}

}  // namespace
}  // namespace espalier
