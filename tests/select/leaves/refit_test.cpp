#include "select/leaves/refit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espalier/loss.h"
#include "espalier/table.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using test::kAllLosses;
using test::naive_row;
using test::RandomProblem;

const std::vector<std::uint32_t> kTerminals = {3, 2, 7, 300, 1, 5};

DesignWeights start_of(const RandomProblem& of, double spread, std::uint64_t seed) {
  Random random(seed, "start");
  DesignWeights weights{std::vector<float>(of.design->parameters() * of.loss->width()), of.loss->start()};
  for (std::size_t j = 0; j < weights.weights.size(); ++j)
    if (j % of.loss->width() < of.loss->outputs()) weights.weights[j] = static_cast<float>(spread * random.normal());
  return weights;
}

std::vector<float> scores_of(const RandomProblem& of, const DesignWeights& weights) {
  Threads one(1);
  std::vector<float> scores(of.loss->rows() * of.loss->width());
  JointRefit(*of.design, *of.loss, one).score(weights, scores);
  return scores;
}

double run(const RandomProblem& of, const RefitOptions& options, DesignWeights& weights, int threads = 1) {
  Threads several(threads);
  std::vector<float> scores = scores_of(of, weights);
  const double objective = JointRefit(*of.design, *of.loss, several).run(options, weights, scores);
  EXPECT_EQ(scores, scores_of(of, weights));
  return objective;
}

// Objective and its gradient (of the parameters, then of the intercept) by the definition, in double.
struct NaiveObjective {
  double value = 0;
  std::vector<double> gradient;
};

NaiveObjective naive_objective(const RandomProblem& of, const DesignWeights& at, double ridge) {
  const std::size_t width = of.loss->width(), outputs = of.loss->outputs(), count = at.weights.size();
  const Basis& basis = of.design->basis();
  NaiveObjective result{0, std::vector<double>(count + width)};
  for (std::size_t j = 0; j < count; ++j) {
    const double weight = at.weights[j];
    result.value += 0.5 * ridge * weight * weight;
    result.gradient[j] = ridge * weight;
  }
  for (std::size_t row = 0; row < of.target.rows(); ++row) {
    std::vector<double> scores(at.intercept.begin(), at.intercept.begin() + static_cast<std::ptrdiff_t>(outputs));
    for (std::size_t t = 0; t < basis.trees(); ++t)
      for (std::size_t k = 0; k < outputs; ++k)
        scores[k] += static_cast<double>(at.weights[(basis.offset(t) + basis.id(t, row)) * width + k]);
    const test::NaiveRow naive = naive_row(of.loss->loss(), test::target_of(*of.loss, of.target, row), scores);
    const double weight = of.target.weight(row);
    result.value += weight * naive.value;
    for (std::size_t k = 0; k < outputs; ++k) {
      result.gradient[count + k] += weight * naive.gradient[k];
      for (std::size_t t = 0; t < basis.trees(); ++t)
        result.gradient[(basis.offset(t) + basis.id(t, row)) * width + k] += weight * naive.gradient[k];
    }
  }
  return result;
}

// Gaussian elimination.
std::vector<double> solve_dense(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n && factor != 0; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

TEST(JointRefit, OfTheSquaredLossIsTheRidgeSolution) {
  const std::vector<std::uint32_t> terminals = {3, 2, 7, 40, 1, 5};
  const RandomProblem of(SquaredLoss{}, 500, terminals, 1);
  for (const double ridge : {0.5, 5.0, 100.0}) {
    const std::size_t count = of.design->parameters(), all = count + 1;
    const Basis& basis = of.design->basis();
    std::vector<std::vector<double>> a(all, std::vector<double>(all));
    std::vector<double> b(all);
    for (std::size_t j = 0; j < count; ++j) a[j][j] = ridge;
    for (std::size_t row = 0; row < of.target.rows(); ++row) {
      std::vector<std::size_t> met = {count};
      for (std::size_t t = 0; t < basis.trees(); ++t) met.push_back(basis.offset(t) + basis.id(t, row));
      for (const std::size_t i : met) {
        b[i] += of.target.weight(row) * test::target_of(*of.loss, of.target, row);
        for (const std::size_t j : met) a[i][j] += of.target.weight(row);
      }
    }
    const std::vector<double> expected = solve_dense(a, b);
    DesignWeights weights = start_of(of, 1, 2);
    run(of, {ridge, 2, 200}, weights);
    double largest = 0;
    for (const double weight : expected) largest = std::max(largest, std::abs(weight));
    for (std::size_t j = 0; j < count; ++j)
      EXPECT_NEAR(static_cast<double>(weights.weights[j]), expected[j], 1e-4 * largest) << j;
    EXPECT_NEAR(static_cast<double>(weights.intercept[0]), expected[count], 1e-4 * largest);
  }
}

TEST(JointRefit, OfAnyLossEndsWhereTheGradientIsZero) {
  for (const Loss& loss : kAllLosses) {
    const RandomProblem of(loss, 700, kTerminals, 3);
    for (const double ridge : {1.0, 20.0}) {
      DesignWeights weights = start_of(of, 0.5, 4);
      const NaiveObjective before = naive_objective(of, weights, ridge);
      const double objective = run(of, {ridge, 100, 60}, weights);
      const NaiveObjective after = naive_objective(of, weights, ridge);
      EXPECT_NEAR(objective, after.value, 1e-5 * after.value);
      const auto length = [](const std::vector<double>& v) {
        double sum = 0;
        for (const double x : v) sum += x * x;
        return std::sqrt(sum);
      };
      // With several classes, steps use only the diagonal of the second derivatives.
      const double share = of.loss->outputs() > 1 ? 1e-3 : 2e-4;
      EXPECT_LT(length(after.gradient), share * length(before.gradient)) << test::name_of(loss) << ", ridge " << ridge;
    }
  }
}

TEST(JointRefit, NeverRaisesTheObjective) {
  for (const Loss& loss : kAllLosses) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const RandomProblem of(loss, 50 + 211 * seed, kTerminals, seed);
      for (const double ridge : {0.0, 0.1, 30.0}) {
        DesignWeights weights = start_of(of, static_cast<double>(seed % 4) * 2, seed);
        double before = naive_objective(of, weights, ridge).value;
        for (int round = 0; round < 3; ++round) {
          const double objective = run(of, {ridge, 1, 1 + static_cast<int>(seed % 6)}, weights);
          const double after = naive_objective(of, weights, ridge).value;
          EXPECT_NEAR(objective, after, 1e-5 * (1 + after)) << test::name_of(loss);
          EXPECT_LE(after, before * (1 + 1e-6)) << test::name_of(loss) << ", ridge " << ridge << ", seed " << seed;
          before = after;
        }
      }
    }
  }
}

TEST(JointRefit, LeavesThePaddingAtZero) {
  const RandomProblem of(SoftmaxLoss{}, 300, kTerminals, 5);
  DesignWeights weights = start_of(of, 1, 5);
  run(of, {0, 3, 10}, weights);
  ASSERT_EQ(of.loss->width(), 4U);
  for (std::size_t j = 3; j < weights.weights.size(); j += 4) EXPECT_EQ(weights.weights[j], 0);
  EXPECT_EQ(weights.intercept[3], 0);
}

TEST(JointRefit, GivesTheSameBytesOnAnyNumberOfThreads) {
  for (const Loss& loss : kAllLosses) {
    const RandomProblem of(loss, 10000, kTerminals, 6);
    DesignWeights first = start_of(of, 1, 6);
    const double objective = run(of, {3, 3, 7}, first);
    for (const int threads : {2, 7}) {
      DesignWeights weights = start_of(of, 1, 6);
      EXPECT_EQ(run(of, {3, 3, 7}, weights, threads), objective);
      EXPECT_EQ(weights.weights, first.weights);
      EXPECT_EQ(weights.intercept, first.intercept);
    }
  }
}

// Where the terminals of rows are written twice.
Basis doubled(const Basis& basis) {
  std::vector<std::uint32_t> terminals;
  for (std::size_t t = 0; t < basis.trees(); ++t) terminals.push_back(basis.terminals(t));
  Basis result(2 * basis.rows(), terminals);
  for (std::size_t t = 0; t < basis.trees(); ++t)
    result.write(t, [&](auto ids) {
      for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<std::decay_t<decltype(ids[i])>>(basis.id(t, i / 2));
    });
  return result;
}

TEST(JointRefit, ARowOfWeightTwoCountsAsTwoRows) {
  for (const Loss& loss : kAllLosses) {
    RandomProblem once(loss, 400, kTerminals, 7), twice(loss, 400, kTerminals, 7);
    once.target.weights.assign(400, 2);
    once.loss = std::make_unique<RowLoss>(loss, once.target);
    std::vector<std::uint32_t> rows(800);
    for (std::uint32_t i = 0; i < 800; ++i) rows[i] = i / 2;
    twice.target.weights.clear();
    twice.target = take_rows(twice.target, rows);
    twice.design = std::make_unique<TreeDesign>(doubled(once.design->basis()));
    twice.loss = std::make_unique<RowLoss>(loss, twice.target);
    DesignWeights a = start_of(once, 0.3, 8), b = a;
    const double of_once = run(once, {10, 4, 40}, a), of_twice = run(twice, {10, 4, 40}, b);
    EXPECT_NEAR(of_once, of_twice, 1e-5 * of_once) << test::name_of(loss);
    for (std::size_t j = 0; j < a.weights.size(); ++j)
      EXPECT_NEAR(static_cast<double>(a.weights[j]), static_cast<double>(b.weights[j]), 2e-3) << test::name_of(loss);
  }
}

TEST(JointRefit, OfNoTreesFitsTheIntercept) {
  for (const Loss& loss : kAllLosses) {
    RandomProblem of(loss, 400, kTerminals, 9);
    of.design = std::make_unique<TreeDesign>(Basis(400, std::vector<std::uint32_t>{}));
    DesignWeights weights{{}, of.loss->start()};
    for (std::size_t k = 0; k < of.loss->outputs(); ++k) weights.intercept[k] = 0.7F - 0.4F * static_cast<float>(k);
    run(of, {5, 30, 10}, weights);
    const NaiveObjective at = naive_objective(of, weights, 5);
    for (std::size_t k = 0; k < of.loss->outputs(); ++k) EXPECT_NEAR(at.gradient[k], 0, 0.02) << test::name_of(loss);
  }
}

TEST(JointRefit, SumsTheDerivativesOfEveryParameter) {
  const RandomProblem of(SquaredLoss{}, 5000, kTerminals, 10);
  DesignWeights weights = start_of(of, 1, 10);
  Threads one(1);
  JointRefit refit(*of.design, *of.loss, one);
  const double loss = refit.sum_derivatives(scores_of(of, weights));
  const NaiveObjective naive = naive_objective(of, weights, 0);
  EXPECT_NEAR(loss, naive.value, 1e-5 * naive.value);
  for (std::size_t j = 0; j < naive.gradient.size(); ++j)
    EXPECT_NEAR(refit.sums().gradients[j], naive.gradient[j], 1e-3 + 1e-5 * std::abs(naive.gradient[j]));
}

}  // namespace
}  // namespace espalier
