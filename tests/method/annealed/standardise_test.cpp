#include "method/annealed/standardise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

using test::kNaN;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMost = std::numeric_limits<float>::max();

TEST(Standardise, GivesMeanZeroAndSpreadOneByHand) {
  // 1, 2, 5, 8: mean 4, squares 9 + 4 + 1 + 16 = 30.
  const Table table = test::table_of({test::numeric("x", {1, 2, 5, 8})});
  const auto terms = standard_terms(table, {});
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].term, (LinearTerm{0, 0, 4}));
  EXPECT_DOUBLE_EQ(terms[0].spread, std::sqrt(7.5));
  const std::vector<float> values = standard_values(terms, table);
  for (std::size_t row = 0; row < 4; ++row)
    EXPECT_FLOAT_EQ(values[row], static_cast<float>((table.columns[0].values[row] - 4) / std::sqrt(7.5)));
}

TEST(Standardise, MissingAndInfiniteNumbersAreAtTheMean) {
  // 2 and 6: mean 4; of four rows the squares are 4 + 4 + 0 + 0.
  const Table table = test::table_of({test::numeric("x", {2, kNaN, 6, kInfinity})});
  const auto terms = standard_terms(table, {});
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_DOUBLE_EQ(terms[0].spread, std::sqrt(2));
  const float off = static_cast<float>(2 / std::sqrt(2));
  EXPECT_EQ(standard_values(terms, table), (std::vector<float>{-off, 0, off, 0}));
}

TEST(Standardise, LabelsAreZeroOrOneBefore) {
  // b in one of four rows: mean 1/4, spread √(3/16). Label c does not occur.
  const Table table = test::table_of({test::categorical("k", {"a", "b", "c"}, {0, 1, 0, kMissingCode})});
  const auto terms = standard_terms(table, {});
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[1].term, (LinearTerm{0, 1, 0}));
  EXPECT_DOUBLE_EQ(terms[1].mean, 0.25);
  EXPECT_DOUBLE_EQ(terms[1].spread, std::sqrt(3.0 / 16));
  const std::vector<float> values = standard_values(terms, table);
  const float with = static_cast<float>(0.75 / std::sqrt(3.0 / 16));
  const float without = static_cast<float>(-0.25 / std::sqrt(3.0 / 16));
  EXPECT_EQ(std::vector<float>(values.begin() + 4, values.end()),
            (std::vector<float>{without, with, without, without}));
}

TEST(Standardise, ColumnsThatAreTheSameInAllRowsAreLeftOut) {
  const Table table =
      test::table_of({test::numeric("constant", {0.1F, 0.1F, 0.1F}), test::numeric("gaps", {kNaN, 0.1F, 0.1F}),
                      test::numeric("missing", {kNaN, kNaN, kNaN}), test::categorical("one", {"a", "b"}, {1, 1, 1}),
                      test::categorical("none", {}, {-1, -1, -1}), test::numeric("tiny", {0, 1e-40F, 0}),
                      test::numeric("used", {1, 2, 3})});
  const auto terms = standard_terms(table, {});
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].term.feature, 6U);
}

TEST(Standardise, RowsWithoutWeightDoNotCount) {
  const Table table = test::table_of({test::numeric("x", {1, 3, 1e38F}), test::numeric("y", {5, 5, 7}),
                                      test::categorical("k", {"a", "b"}, {0, 0, 1})});
  const std::vector<double> weights = {2, 2, 0};
  const auto terms = standard_terms(table, weights);
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].mean, 2);
  EXPECT_DOUBLE_EQ(terms[0].spread, 1);
  // However far out, what such a row has is finite.
  EXPECT_EQ(standard_values(terms, table), (std::vector<float>{-1, 1, 1e18F}));
}

TEST(Standardise, AWeightOfTwoEqualsARowTwice) {
  const Table once = test::table_of({test::numeric("x", {1, 4, 9}), test::categorical("k", {"a", "b"}, {0, 1, 1})});
  const Table twice =
      test::table_of({test::numeric("x", {1, 4, 4, 9}), test::categorical("k", {"a", "b"}, {0, 1, 1, 1})});
  for (const double factor : {1.0, 0x1p200, 0x1p-200}) {
    const std::vector<double> weights = {factor, 2 * factor, factor};
    const auto weighted = standard_terms(once, weights);
    const auto repeated = standard_terms(twice, {});
    ASSERT_EQ(weighted.size(), repeated.size());
    for (std::size_t t = 0; t < weighted.size(); ++t) {
      EXPECT_NEAR(weighted[t].mean, repeated[t].mean, 1e-12);
      EXPECT_NEAR(weighted[t].spread, repeated[t].spread, 1e-12);
    }
  }
}

// The model gives the same as a sum over standard values, with missing values and labels that it has not seen.
void expect_same_scores(const Table& train, const Table& table, double tolerance) {
  const auto terms = standard_terms(train, {});
  Random random(1, "weights");
  std::vector<double> weights(terms.size() * 2);
  for (double& weight : weights) weight = random.normal();
  const std::vector<double> intercept = {0.5, -1};
  std::vector<Feature> features;
  for (const Column& column : train.columns) features.push_back(column.feature);
  const Model model = make_model(test::classes({}, 2), Link::softmax, features, to_linear(terms, intercept, weights));
  const std::vector<double> scores = predict_scores(model, table);
  const std::vector<float> values = standard_values(terms, table);
  for (std::size_t row = 0; row < table.rows; ++row)
    for (std::size_t k = 0; k < 2; ++k) {
      double expected = intercept[k];
      for (std::size_t t = 0; t < terms.size(); ++t)
        expected += weights[2 * t + k] * static_cast<double>(values[t * table.rows + row]);
      EXPECT_NEAR(scores[2 * row + k], expected, tolerance);
    }
}

TEST(Standardise, TheLinearModelGivesTheSameScores) {
  const Table train = test::table_of({test::numeric("x", {1, 2, 5, kNaN}), test::numeric("constant", {3, 3, 3, 3}),
                                      test::categorical("k", {"a", "b"}, {0, 1, 0, -1}),
                                      test::numeric("year", {1e6F, 1e6F + 1, 1e6F + 2, kNaN})});
  expect_same_scores(train, train, 1e-5);
  Table other = train;
  other.columns[0].values = {kInfinity, -4, kNaN, 0};
  other.columns[2].codes = {-1, -1, 1, 0};
  expect_same_scores(train, other, 1e-5);
}

TEST(Standardise, HugeNumbersDoNoHarm) {
  const Table train = test::table_of({test::numeric("huge", {1e30F, -2e30F, 3e30F, kNaN}),
                                      test::numeric("most", {kMost, -kMost, kMost, -kMost}),
                                      test::numeric("small", {1e-20F, 2e-20F, 3e-20F, 0})});
  EXPECT_EQ(standard_terms(train, {}).size(), 3U);
  expect_same_scores(train, train, 1e-4);
}

TEST(Standardise, ThreadsDoNotShow) {
  Random random(1, "table");
  std::vector<Column> columns;
  for (int f = 0; f < 20; ++f) {
    std::vector<float> numbers(500);
    for (float& number : numbers) number = static_cast<float>(random.normal());
    columns.push_back(test::numeric("x" + std::to_string(f), numbers));
  }
  const Table table = test::table_of(std::move(columns));
  const auto terms = standard_terms(table, {}, {1, 1, {}});
  const std::vector<float> values = standard_values(terms, table, {1, 1, {}});
  for (const int threads : {2, 7})
    EXPECT_EQ(standard_values(standard_terms(table, {}, {1, threads, {}}), table), values);
}

}  // namespace
}  // namespace espalier
