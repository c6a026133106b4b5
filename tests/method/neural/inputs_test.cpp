#include "method/neural/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "support/tables.h"

namespace espalier {
namespace {

using test::kNaN;
using test::numeric;
using test::table_of;
using Kind = NeuralInput::Kind;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<NeuralInput> inputs_of(const Table& table, InputTransform transform = InputTransform::standard,
                                   const std::vector<double>& weights = {}) {
  return neural_inputs(table, weights, transform);
}

// 1, 2, 3, 6 have mean 3 and variance (4 + 1 + 0 + 9) / 4.
TEST(NeuralInputs, StandardHasMeanZeroAndSpreadOne) {
  const Table table = table_of({numeric("a", {1, 2, 3, 6})});
  const std::vector<NeuralInput> inputs = inputs_of(table);
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0].kind, Kind::value);
  EXPECT_FLOAT_EQ(inputs[0].centre, 3);
  EXPECT_FLOAT_EQ(inputs[0].spread, std::sqrt(3.5F));
  EXPECT_TRUE(inputs[0].knots.empty());
  EXPECT_FLOAT_EQ(input_values(inputs, table)[3], 3 / std::sqrt(3.5F));
}

// Four values are at ranks 1/8, 3/8, 5/8 and 7/8, however far apart they are: around the middle -3, -1, 1, 3 eighths,
// which standardised are those over √5.
TEST(NeuralInputs, RankIsTheShareOfRowsBelow) {
  const Table table = table_of({numeric("a", {1, 2, 3, 1000})});
  const std::vector<NeuralInput> inputs = inputs_of(table, InputTransform::rank);
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0].knots, (std::vector<float>{1, 2, 3, 1000}));
  const std::vector<float> values = input_values(inputs, table);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values[i], (2.0 * i - 3) / std::sqrt(5), 1e-6);
}

// For eight zeros, 1 and 100: half of the rank plus half of the distance in spreads, clipped to 3, then standardised.
TEST(NeuralInputs, MixedIsTheMeanOfRankAndStandard) {
  const Table table = table_of({numeric("a", {0, 0, 0, 0, 0, 0, 0, 0, 1, 100})});
  const std::vector<NeuralInput> inputs = inputs_of(table, InputTransform::mixed);
  ASSERT_EQ(inputs.size(), 1U);
  const double mean = 10.1, spread = std::sqrt((8 * 10.1 * 10.1 + 9.1 * 9.1 + 89.9 * 89.9) / 10);
  const double width = 2 * std::sqrt(3);
  const double levels[] = {((0.4 - 0.5) * width - mean / spread) / 2, ((0.85 - 0.5) * width + (1 - mean) / spread) / 2,
                           ((0.95 - 0.5) * width + std::min(3.0, (100 - mean) / spread)) / 2};
  const double centre = 0.8 * levels[0] + 0.1 * levels[1] + 0.1 * levels[2];
  const auto square = [](double x) { return x * x; };
  const double scale =
      std::sqrt(0.8 * square(levels[0] - centre) + 0.1 * square(levels[1] - centre) + 0.1 * square(levels[2] - centre));
  const std::vector<float> values = input_values(inputs, table);
  EXPECT_NEAR(values[0], (levels[0] - centre) / scale, 1e-5);
  EXPECT_NEAR(values[8], (levels[1] - centre) / scale, 1e-5);
  EXPECT_NEAR(values[9], (levels[2] - centre) / scale, 1e-5);
}

TEST(NeuralInputs, OfTwoValuesAllTransformsAreStandard) {
  const Table table = table_of({numeric("a", {0, 0, 0, 5})});
  const std::vector<NeuralInput> standard = inputs_of(table);
  EXPECT_EQ(inputs_of(table, InputTransform::rank), standard);
  EXPECT_EQ(inputs_of(table, InputTransform::mixed), standard);
}

TEST(NeuralInputs, KnotsAscendAndAreNearEnoughThatRanksAreKept) {
  Random random(1, "knots");
  std::vector<float> column(3000);
  for (float& value : column) value = static_cast<float>(std::exp(2 * random.normal()));
  const Table table = table_of({numeric("a", column)});
  for (const InputTransform transform : {InputTransform::rank, InputTransform::mixed}) {
    const std::vector<NeuralInput> inputs = inputs_of(table, transform);
    ASSERT_EQ(inputs.size(), 1U);
    const NeuralInput& input = inputs[0];
    EXPECT_LE(input.knots.size(), 70U);
    EXPECT_EQ(input.knots.size(), input.levels.size());
    for (std::size_t i = 1; i < input.knots.size(); ++i) EXPECT_LT(input.knots[i - 1], input.knots[i]);
    EXPECT_TRUE(std::ranges::is_sorted(input.levels));
    EXPECT_EQ(input.knots.front(), std::ranges::min(column));
    EXPECT_EQ(input.knots.back(), std::ranges::max(column));
  }
  const std::vector<float> values = input_values(inputs_of(table, InputTransform::rank), table);
  std::vector<float> sorted = column;
  std::ranges::sort(sorted);
  for (std::size_t row = 0; row < column.size(); row += 7) {
    const auto below = std::ranges::lower_bound(sorted, column[row]) - sorted.begin();
    const double rank = (static_cast<double>(below) + 0.5) / 3000;
    EXPECT_NEAR(values[row], (rank - 0.5) * 2 * std::sqrt(3), 0.12);  // within a distance of two knots
  }
}

TEST(NeuralInputs, MissingValuesAreAtTheMedianAndHaveAnInputOfTheirOwn) {
  for (const float gap : {kNaN, kInfinity, -kInfinity}) {
    const Table table = table_of({numeric("a", {1, gap, 2, 9, gap})});
    const std::vector<NeuralInput> inputs = inputs_of(table);
    ASSERT_EQ(inputs.size(), 2U);
    EXPECT_EQ(inputs[0].kind, Kind::value);
    EXPECT_EQ(inputs[0].fill, 2);
    EXPECT_FLOAT_EQ(inputs[0].centre, 4);  // of those that are there
    EXPECT_EQ(inputs[1].kind, Kind::missing);
    EXPECT_EQ(inputs[1].feature, 0U);
    EXPECT_FLOAT_EQ(inputs[1].centre, 0.4F);
    EXPECT_FLOAT_EQ(inputs[1].spread, std::sqrt(0.24F));
    const std::vector<float> values = input_values(inputs, table);
    EXPECT_EQ(values[2], values[4]);  // the gap as if it were 2
    EXPECT_FLOAT_EQ(values[3], 0.6F / std::sqrt(0.24F));
    EXPECT_FLOAT_EQ(values[1], -0.4F / std::sqrt(0.24F));
  }
}

TEST(NeuralInputs, EveryLabelThatOccursHasAnInput) {
  const Table table = table_of({test::categorical("a", {"p", "q", "never", "r"}, {0, 0, 1, kMissingCode, 3})});
  const std::vector<NeuralInput> inputs = inputs_of(table);
  ASSERT_EQ(inputs.size(), 3U);
  for (const NeuralInput& input : inputs) EXPECT_EQ(input.kind, Kind::label);
  EXPECT_EQ(inputs[0].label, 0U);
  EXPECT_EQ(inputs[1].label, 1U);
  EXPECT_EQ(inputs[2].label, 3U);
  const std::vector<float> expected = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};  // missing: none of them
  EXPECT_EQ(input_values(inputs, table), expected);
}

TEST(NeuralInputs, WhatIsTheSameInAllRowsHasNone) {
  const Table table = table_of({numeric("a", {3, 3, 3}), numeric("b", {kNaN, kNaN, kNaN}), numeric("c", {1, 2, 4}),
                                test::categorical("d", {"p", "q"}, {1, 1, 1}), numeric("e", {5, kNaN, 5})});
  const std::vector<NeuralInput> inputs = inputs_of(table);
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].feature, 2U);
  EXPECT_EQ(inputs[1].feature, 4U);
  EXPECT_EQ(inputs[1].kind, Kind::missing);  // the value is always 5, but not always there
}

TEST(NeuralInputs, AWeightIsThatManyRowsAndWithoutWeightIsNoRow) {
  const Table weighted = table_of({numeric("a", {1, 2, 7, 100}), numeric("b", {1, kNaN, 3, 8}),
                                   test::categorical("c", {"p", "q", "r"}, {0, 1, 1, 2})});
  const Table copied = table_of({numeric("a", {1, 1, 1, 2, 7, 7}), numeric("b", {1, 1, 1, kNaN, 3, 3}),
                                 test::categorical("c", {"p", "q", "r"}, {0, 0, 0, 1, 1, 1})});
  for (const InputTransform transform : {InputTransform::standard, InputTransform::rank, InputTransform::mixed}) {
    const std::vector<NeuralInput> by_weight = inputs_of(weighted, transform, {3, 1, 2, 0});
    const std::vector<NeuralInput> by_copies = inputs_of(copied, transform);
    ASSERT_EQ(by_weight.size(), by_copies.size());
    for (std::size_t i = 0; i < by_weight.size(); ++i) {
      EXPECT_EQ(by_weight[i].kind, by_copies[i].kind);
      EXPECT_EQ(by_weight[i].label, by_copies[i].label);
      EXPECT_EQ(by_weight[i].fill, by_copies[i].fill);
      EXPECT_EQ(by_weight[i].knots, by_copies[i].knots);
      EXPECT_FLOAT_EQ(by_weight[i].centre, by_copies[i].centre);
      EXPECT_FLOAT_EQ(by_weight[i].spread, by_copies[i].spread);
      for (std::size_t k = 0; k < by_weight[i].levels.size(); ++k)
        EXPECT_NEAR(by_weight[i].levels[k], by_copies[i].levels[k], 1e-6);
    }
  }
}

TEST(NeuralInputs, AreAscendingByFeatureKindAndLabel) {
  const Table table = table_of(
      {test::categorical("a", {"p", "q"}, {0, 1, 0, 1}), numeric("b", {1, kNaN, 2, 3}), numeric("c", {1, 2, 3, 4})});
  const std::vector<NeuralInput> inputs = inputs_of(table);
  ASSERT_EQ(inputs.size(), 5U);
  const auto key = [](const NeuralInput& input) { return std::tuple(input.feature, input.kind, input.label); };
  EXPECT_TRUE(std::ranges::is_sorted(inputs, {}, key));
}

TEST(NeuralInputs, HugeAndTinyNumbersStayFinite) {
  const Table table = table_of({numeric("a", {-3e38F, 3e38F, 1e38F, 0}), numeric("b", {1e-38F, 2e-38F, 0, 3e-38F}),
                                numeric("c", {1e-40F, 0, 3e-40F, 2e-40F})});
  for (const InputTransform transform : {InputTransform::standard, InputTransform::rank, InputTransform::mixed}) {
    const std::vector<NeuralInput> inputs = inputs_of(table, transform);
    for (const NeuralInput& input : inputs) EXPECT_GT(input.spread, 0);
    for (const float value : input_values(inputs, table)) EXPECT_LE(std::fabs(value), 10);
  }
}

}  // namespace
}  // namespace espalier
