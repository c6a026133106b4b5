#include "method/choose/score_measure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.h"

namespace espalier {
namespace {

Threads threads(2);

TEST(ScoreMeasure, OfNumbersIsHalfTheSquaredErrorAndTheSquaredError) {
  const ScoreMeasure found =
      measure(SquaredLoss{}, test::regression({1, 5}, {3, 1}), std::vector<double>{2, 3}, threads);
  EXPECT_DOUBLE_EQ(found.error, (3 * 1 + 1 * 4) / 4.0);
  EXPECT_DOUBLE_EQ(found.loss, found.error / 2);
}

TEST(ScoreMeasure, OfTwoClassesCountsWrongSidesAndTiesAsTheFirstClass) {
  const Target target = test::classes({1, 1, 0, 0});
  const std::vector<double> scores = {std::log(3.0), 0, -1, 2};
  EXPECT_DOUBLE_EQ(measure(LogisticLoss{}, target, scores, threads).error, 0.5);
  const double loss = std::log(4.0 / 3) + std::log(2.0) + std::log1p(std::exp(-1.0)) + std::log1p(std::exp(2.0));
  EXPECT_NEAR(measure(LogisticLoss{}, target, scores, threads).loss, loss / 4, 1e-12);
  // Lacks of the margin: none (log 3 > 1), 1, none, 3.
  EXPECT_NEAR(measure(HingeLoss{}, target, scores, threads).loss, (0.5 + 4.5) / 4, 1e-12);
  const double exponential = 1 / std::sqrt(3.0) + 1 + std::exp(-0.5) + std::exp(1.0);
  EXPECT_NEAR(measure(ExponentialLoss{}, target, scores, threads).loss, exponential / 4, 1e-12);
}

TEST(ScoreMeasure, OfSeveralClassesReadsScoresOutputByOutput) {
  const Target target = test::classes({2, 0}, 3);
  const std::vector<double> scores = {0, 1, 0, 0, std::log(2.0), 1};
  const ScoreMeasure found = measure(SoftmaxLoss{}, target, scores, threads);
  EXPECT_DOUBLE_EQ(found.error, 0);
  EXPECT_NEAR(found.loss, (std::log(2.0) + std::log(2 + std::exp(-1.0))) / 2, 1e-12);
}

}  // namespace
}  // namespace espalier
