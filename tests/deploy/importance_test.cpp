#include <gtest/gtest.h>

#include "deploy/trees.h"
#include "espalier/deploy.h"
#include "model/samples.h"

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

}  // namespace
}  // namespace espalier
