#include "method/annealed/round_weights.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/loss.h"
#include "support/tables.h"

namespace espalier {
namespace {

// A regression around 20 whose scores are in units of 10.
class RoundWeights : public testing::Test {
 protected:
  const RowLoss loss{SquaredLoss{}, test::regression({10, 30})};

  AnnealedLevel level(std::vector<double> weights, double intercept) const {
    AnnealedLevel level;
    for (const double weight : weights) level.weights.push_back(static_cast<float>(weight / 10));
    level.intercept = {static_cast<float>((intercept - 20) / 10)};
    return level;
  }

  double weight(const AnnealedLevel& level, std::size_t i) const {
    return rounded(loss.scale() * static_cast<double>(level.weights[i]), level.decimals);
  }
};

TEST_F(RoundWeights, TakeTheFewestDecimalsThatLoseNothing) {
  ASSERT_DOUBLE_EQ(loss.scale(), 10);
  AnnealedLevel of = level({1.2345, -0.3456}, 20.0456);
  round_weights(
      loss,
      [&](const AnnealedLevel& at) {
        return ScoreMeasure{std::abs(static_cast<double>(at.weights[0]) * 10 - 1.2345) < 0.05 ? 1.0 : 2.0, 1};
      },
      of);
  EXPECT_EQ(of.decimals, 1);
  EXPECT_DOUBLE_EQ(weight(of, 0), 1.2);
  EXPECT_DOUBLE_EQ(weight(of, 1), -0.3);
  EXPECT_NEAR(static_cast<double>(of.intercept[0]), 0, 1e-6);  // 20.0
}

TEST_F(RoundWeights, KeepTheErrorToo) {
  AnnealedLevel of = level({1.2345}, 20);
  round_weights(
      loss,
      [&](const AnnealedLevel& at) {
        return ScoreMeasure{1, std::abs(static_cast<double>(at.weights[0]) * 10 - 1.2345) < 0.005 ? 1.0 : 1.001};
      },
      of);
  EXPECT_EQ(of.decimals, 2);
}

TEST_F(RoundWeights, NoneBecomesZero) {
  AnnealedLevel of = level({123, 0.02}, 20);
  round_weights(
      loss,
      [](const AnnealedLevel&) {
        return ScoreMeasure{1, 1};
      },
      of);
  EXPECT_EQ(of.decimals, 2);
  EXPECT_DOUBLE_EQ(weight(of, 1), 0.02);
}

TEST_F(RoundWeights, LargeOnesGoToTensAndHundreds) {
  AnnealedLevel of = level({1234}, 2020);
  round_weights(
      loss,
      [](const AnnealedLevel&) {
        return ScoreMeasure{1, 1};
      },
      of);
  EXPECT_EQ(of.decimals, -3);
  EXPECT_DOUBLE_EQ(weight(of, 0), 1000);
}

TEST_F(RoundWeights, WhereEveryDigitCountsNothingIsRounded) {
  AnnealedLevel of = level({1.2345678}, 20);
  const std::vector<float> before = of.weights;
  round_weights(
      loss,
      [&](const AnnealedLevel& at) {
        return ScoreMeasure{at.weights == before ? 1.0 : 2.0, 1};
      },
      of);
  EXPECT_FALSE(of.decimals);
  EXPECT_EQ(of.weights, before);
}

}  // namespace
}  // namespace espalier
