#include <gtest/gtest.h>

#include <cmath>

#include "deploy/trees.h"
#include "espalier/importance.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::ages;
using samples::one_tree;

TEST(Importances, AreSharesOfTheGainByFallingGain) {
  const std::vector<Importance> result = importances(one_tree());
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result[0].feature, "width");
  EXPECT_DOUBLE_EQ(result[0].gain, 0.9);
  EXPECT_EQ(result[0].splits, 2U);
  EXPECT_EQ(result[1].feature, "color");
  EXPECT_EQ(result[1].type, ColumnType::categorical);
  EXPECT_DOUBLE_EQ(result[1].gain, 0.1);
}

TEST(Importances, WithoutStatisticsAreCountsOfSplits) {
  const std::vector<Importance> result = importances(ages(2));
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0].gain, 0);
  EXPECT_EQ(result[0].splits, 4U);
}

TEST(Importances, OfALinearModelAreSharesOfWeightTimesSpread) {
  // width (2 + 3 + 0.25) · 4 = 21; color (1 + 1) · 0.5 + (0.5 + 0.5) · 0.25 = 1.25.
  const std::vector<Importance> result = importances(samples::lines());
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result[0].feature, "width");
  EXPECT_DOUBLE_EQ(result[0].gain, 21 / 22.25);
  EXPECT_EQ(result[0].splits, 1U);
  EXPECT_EQ(result[1].feature, "color");
  EXPECT_DOUBLE_EQ(result[1].gain, 1.25 / 22.25);
  EXPECT_EQ(result[1].splits, 2U);
}

TEST(Importances, OfALinearModelWithoutSpreadsAreCountsOfTerms) {
  const std::vector<Importance> result = importances(stripped(samples::lines()));
  EXPECT_EQ(result[0].feature, "color");
  EXPECT_EQ(result[0].splits, 2U);
  EXPECT_EQ(result[0].gain, 0);
}

TEST(Importances, OfNeuralRulesAreSharesOfValueTimesSpreadTimesMeanWeight) {
  // Rule by rule ‖value‖ · spread, and the mean |weight| of color and of width: √2 · 0.5 with 1 and 2;
  // √0.5 · 2 with (1 + 0.5) / 2 and 1 / 2; √9.0625 with 1 and 1.25.
  const double first = std::sqrt(2) * 0.5, second = std::sqrt(0.5) * 2, third = std::sqrt(9.0625);
  const double color = first + second * 0.75 + third, width = 2 * first + second * 0.5 + third * 1.25;
  const std::vector<Importance> result = importances(samples::planes());
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result[0].feature, "width");
  EXPECT_DOUBLE_EQ(result[0].gain, width / (width + color));
  EXPECT_EQ(result[0].splits, 3U);  // of four planes, one has weight 0
  EXPECT_EQ(result[1].feature, "color");
  EXPECT_DOUBLE_EQ(result[1].gain, color / (width + color));
  EXPECT_EQ(result[1].splits, 4U);
}

TEST(Importances, OfNeuralRulesWithoutSpreadsAreCountsOfPlanes) {
  const std::vector<Importance> result = importances(stripped(samples::planes()));
  EXPECT_EQ(result[0].feature, "color");
  EXPECT_EQ(result[0].splits, 4U);
  EXPECT_EQ(result[0].gain, 0);
}

}  // namespace
}  // namespace espalier
