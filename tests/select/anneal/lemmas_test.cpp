// Lemmas 3.3.1 and 3.4.1 of Dawer (2018): what the weight of a rule is after full-batch gradient steps from zero,
// without removal. Rules are scaled to norm 1, so the weight is w = β √n; plain steps have the step size η = 1 / (h M).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "espalier/loss.h"
#include "select/anneal/momentum_descent.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using test::RandomProblem;

constexpr std::size_t kRows = 300;
const std::vector<std::uint32_t> kTerminals = {3, 8, 5, 2, 6};

// As many rows of either class, so that every row starts with the score 0 and |g| = ½.
RandomProblem balanced() {
  RandomProblem of(LogisticLoss{}, kRows, kTerminals, 3);
  std::vector<std::int32_t> codes;
  Random random(1, "codes");
  for (std::size_t row = 0; row < kRows; ++row) codes.push_back(row % 2);
  random.shuffle(std::span(codes));
  of.target = test::classes(codes);
  of.loss = std::make_unique<RowLoss>(LogisticLoss{}, of.target);
  return of;
}

// ⟨r_k, v⟩ of every rule.
std::vector<double> products(const Basis& basis, const std::vector<double>& v) {
  std::vector<double> sums(basis.terminals());
  for (std::size_t t = 0; t < basis.trees(); ++t) {
    for (std::size_t row = 0; row < basis.rows(); ++row) sums[basis.offset(t) + basis.id(t, row)] += v[row];
  }
  return sums;
}

struct Steps {
  Candidates after;
  std::vector<double> accumulated;  // Σ_j −g_i^j of every row
};

Steps take_steps(const RandomProblem& of, const Problem& problem, int count) {
  Threads threads(1);
  MomentumDescent descent(problem, false, threads);
  Steps steps{all_candidates(problem), std::vector<double>(kRows)};
  for (int step = 0; step < count; ++step) {
    for (std::size_t row = 0; row < kRows; ++row) {
      steps.accumulated[row] -= test::naive_row(of, steps.after, row).gradient[0];
    }
    descent.epoch(steps.after);
  }
  return steps;
}

TEST(Lemma331, TheWeightOfARuleIsItsTotalWeightedMargin) {
  const RandomProblem of = balanced();
  const Problem problem = of.problem(Grouping::rules, 0);
  const double step = 1 / (0.25 * static_cast<double>(kTerminals.size()));
  for (const int count : {1, 2, 10, 40}) {
    const Steps steps = take_steps(of, problem, count);
    const std::vector<double> sums = products(of.design->basis(), steps.accumulated);
    for (std::size_t p = 0; p < sums.size(); ++p) {
      const double norm = std::sqrt(static_cast<double>(problem.row_weight[p]));
      if (norm == 0) continue;
      const double weight = static_cast<double>(steps.after.weights[p]) * norm;
      // Gradients and weights are rounded to 8 and 16 bits.
      EXPECT_NEAR(weight, step * sums[p] / norm, 4e-3 * norm) << count << " steps, rule " << p;
    }
  }
}

TEST(Lemma341, TheWeightOfARuleIsProportionalToItsCosineWithTheBoostedDirection) {
  const RandomProblem of = balanced();
  const Problem problem = of.problem(Grouping::rules, 0);
  const Steps steps = take_steps(of, problem, 20);
  const std::vector<double> sums = products(of.design->basis(), steps.accumulated);
  const double length =
      std::sqrt(std::inner_product(steps.accumulated.begin(), steps.accumulated.end(), steps.accumulated.begin(), 0.0));
  const double expected = length / (0.25 * static_cast<double>(kTerminals.size()));  // η ‖G‖, the same for all rules
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const double norm = std::sqrt(static_cast<double>(problem.row_weight[p]));
    if (norm == 0) continue;
    const double cosine = sums[p] / norm / length;
    if (std::abs(cosine) < 0.05) continue;
    EXPECT_NEAR(static_cast<double>(steps.after.weights[p]) * norm / cosine, expected, 0.01 * expected) << p;
  }
}

TEST(Lemma331, AfterOneStepRulesAreRankedByTheirMargin) {
  const RandomProblem of = balanced();
  const Problem problem = of.problem(Grouping::rules, 0);
  const Steps steps = take_steps(of, problem, 1);
  std::vector<double> sides;
  for (const std::int32_t code : of.target.classes) sides.push_back(code == 1 ? 1 : -1);
  const std::vector<double> differences = products(of.design->basis(), sides);  // n⁺ − n⁻
  std::vector<double> margins;                                                  // m² = (n⁺ − n⁻)² / n
  for (const std::uint32_t p : ranked(problem, steps.after)) {
    margins.push_back(differences[p] * differences[p] / static_cast<double>(problem.row_weight[p]));
  }
  for (std::size_t i = 1; i < margins.size(); ++i) EXPECT_LE(margins[i], margins[i - 1] + 1e-6);
}

}  // namespace
}  // namespace espalier
