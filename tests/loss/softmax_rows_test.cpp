#include "loss/softmax_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "espalier/loss.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

struct Problem {
  std::vector<float> scores;
  std::vector<std::int32_t> classes;
  std::vector<float> weights;
};

Problem random_problem(std::size_t rows, std::size_t outputs, std::size_t width, float spread) {
  Random random(1, "softmax rows");
  Problem problem;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < width; ++k) problem.scores.push_back(spread * static_cast<float>(random.normal()));
    problem.classes.push_back(static_cast<std::int32_t>(random.below(outputs)));
    problem.weights.push_back(static_cast<float>(random.uniform()));
  }
  return problem;
}

void expect_as_row_by_row(const Problem& problem, std::size_t outputs, std::size_t width) {
  const std::size_t rows = problem.classes.size();
  std::vector<float> gradients(rows * width, 7.0F), hessians(rows * width, 7.0F);
  const double loss =
      softmax_gradients({problem.scores, problem.classes, problem.weights, outputs, width}, gradients, hessians);
  std::vector<double> f(outputs), g(outputs), h(outputs);
  double expected = 0;
  const double factor = static_cast<double>(outputs) / static_cast<double>(outputs - 1);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < outputs; ++k) f[k] = static_cast<double>(problem.scores[i * width + k]);
    const double w = problem.weights.empty() ? 1 : static_cast<double>(problem.weights[i]);
    SoftmaxLoss::gradient(problem.classes[i], f, g);
    SoftmaxLoss::hessian(problem.classes[i], f, h);
    expected += w * SoftmaxLoss::value(problem.classes[i], f);
    for (std::size_t k = 0; k < outputs; ++k) {
      EXPECT_NEAR(static_cast<double>(gradients[i * width + k]), w * g[k], 1e-6);
      EXPECT_NEAR(static_cast<double>(hessians[i * width + k]), w * factor * h[k], 1e-6);
    }
    for (std::size_t k = outputs; k < width; ++k) {
      EXPECT_EQ(gradients[i * width + k], 0.0F);
      EXPECT_EQ(hessians[i * width + k], 0.0F);
    }
  }
  EXPECT_NEAR(loss, expected, 1e-5 * (1 + expected));
}

TEST(SoftmaxRows, EqualTheLossRowByRowForAnyNumberOfClassesAndRows) {
  for (const std::size_t outputs : {2U, 3U, 4U, 7U, 26U}) {
    for (const std::size_t rows : {0U, 1U, 5U, 33U}) {
      const std::size_t width = (outputs + 3) / 4 * 4;
      test::on_every_instruction_set(
          [&] { expect_as_row_by_row(random_problem(rows, outputs, width, 2.0F), outputs, width); });
    }
  }
}

// All scores are far below zero, so that a zero among them would show.
TEST(SoftmaxRows, TheLargestScoreIsOneOfTheRowsOwn) {
  Problem problem = random_problem(9, 7, 8, 1.0F);
  for (float& score : problem.scores) score -= 300;
  test::on_every_instruction_set([&] { expect_as_row_by_row(problem, 7, 8); });
}

TEST(SoftmaxRows, WithoutWeightsEveryRowCountsOne) {
  Problem problem = random_problem(3000, 5, 8, 1.0F);
  problem.weights.clear();
  expect_as_row_by_row(problem, 5, 8);
}

TEST(SoftmaxRows, ScoresFarApartGiveFiniteNumbers) {
  Problem problem = random_problem(3, 3, 4, 1.0F);
  problem.scores = {1e30F, 0, -1e30F, 0, 500, -500, 0, 0, -3e38F, 3e38F, 0, 0};
  std::vector<float> gradients(12), hessians(12);
  const double loss = softmax_gradients({problem.scores, problem.classes, {}, 3, 4}, gradients, hessians);
  EXPECT_TRUE(std::isfinite(loss));
  for (std::size_t j = 0; j < 12; ++j) {
    EXPECT_TRUE(std::isfinite(gradients[j]));
    EXPECT_TRUE(std::isfinite(hessians[j]));
  }
}

TEST(SoftmaxRows, AScoreThatIsNoNumberShowsInTheSum) {
  const std::vector<float> scores = {0, std::nanf(""), 1, 0};
  const std::vector<std::int32_t> classes = {0};
  std::vector<float> gradients(4), hessians(4);
  EXPECT_TRUE(std::isnan(softmax_gradients({scores, classes, {}, 3, 4}, gradients, hessians)));
}

// 1000 below the largest: e^-1000 is nothing, the loss is 1000 all the same.
TEST(SoftmaxRows, ALossBeyondTheRangeOfTheExponentialIsWhole) {
  const std::vector<float> scores = {-1000, 0, 0, 0};
  const std::vector<std::int32_t> classes = {0};
  std::vector<float> gradients(4), hessians(4);
  EXPECT_NEAR(softmax_gradients({scores, classes, {}, 2, 4}, gradients, hessians), 1000, 1e-3);
}

}  // namespace
}  // namespace espalier
