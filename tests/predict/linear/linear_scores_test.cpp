#include "predict/linear/linear_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "predict/single_rows.h"
#include "support/samples.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The definition, one row and one term after the other.
std::vector<double> naive_scores(const Model& model, const BoundTable& table, std::size_t row) {
  const auto& linear = std::get<Linear>(model.body);
  std::vector<double> scores = linear.intercept;
  for (std::size_t t = 0; t < linear.terms.size(); ++t) {
    const LinearTerm& term = linear.terms[t];
    const ColumnView& column = table.columns()[term.feature];
    double value = 0;
    if (!column.numeric())
      value = column.code(row) == static_cast<std::int32_t>(term.label) ? 1 : 0;
    else
      value = std::isfinite(column.value(row)) ? column.value(row) : term.fill;
    for (std::size_t k = 0; k < scores.size(); ++k)
      scores[k] += static_cast<double>(linear.weights[t * scores.size() + k]) * value;
  }
  return scores;
}

TEST(Linear, ScoresByHand) {
  // 0.5 + 2 · age - 1.25 · [color = red], and 30.5 for a missing age.
  const Table table = test::table_of({test::categorical("color", {"green", "red"}, {0, 1, 1, kMissingCode, 0, 1}),
                                      test::numeric("age", {1, 1, -3, 0.25F, kNaN, kNaN})});
  EXPECT_EQ(predict_scores(samples::line(), table),
            (std::vector<double>{0.5 + 2, 0.5 + 2 - 1.25, 0.5 - 6 - 1.25, 0.5 + 0.5, 0.5 + 61, 0.5 + 61 - 1.25}));
}

TEST(Linear, InfiniteValuesCountAsMissing) {
  const Table table = test::table_of({test::numeric("age", {kInfinity, -kInfinity, kNaN}),
                                      test::categorical("color", {"red"}, {kMissingCode, kMissingCode, kMissingCode})});
  EXPECT_EQ(predict_scores(samples::line(), table), (std::vector<double>(3, 61.5)));
  // Narrowed to float32, a double may be infinite too.
  const std::vector<double> ages = {1e300, -1e300, 2};
  TableView view(table);
  view.columns[0].values = nullptr;
  view.columns[0].doubles = ages.data();
  EXPECT_EQ(predict_scores(samples::line(), view), (std::vector<double>{61.5, 61.5, 4.5}));
}

TEST(Linear, TheLargestNumbersGiveFiniteScores) {
  constexpr float kMost = std::numeric_limits<float>::max();
  Linear linear;
  linear.intercept = {std::numeric_limits<double>::max()};
  linear.terms = {{0, 0, kMost}, {1, 0, -kMost}};
  linear.weights = {kMost, kMost};
  const Model model = make_model(samples::regression_target("y"), Link::identity,
                                 {samples::numeric("a"), samples::numeric("b")}, linear);
  const Table table = test::table_of({test::numeric("a", {kMost, kNaN}), test::numeric("b", {kMost, kNaN})});
  for (const double score : predict_scores(model, table)) EXPECT_TRUE(std::isfinite(score));
}

TEST(Linear, BatchesAndSingleRowsHaveTheBitsOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Model model = samples::random_linear(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, seed < 5 ? 1500 : 20, random);
    test::expect_single_rows_as_batch(model, table, [&](const BoundTable& bound, std::size_t row, const auto& scores) {
      ASSERT_EQ(scores, naive_scores(model, bound, row)) << seed;
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Linear, ThreadsDoNotShow) {
  const Model model = samples::lines();
  Random random(1, "rows");
  const Table table = samples::random_rows(model, 5000, random);
  const std::vector<double> one = predict_scores(model, table, {1, 1, {}});
  for (const int threads : {2, 7}) EXPECT_EQ(predict_scores(model, table, {1, threads, {}}), one);
}

TEST(Linear, SingleRowsTakeCodesAsNumbers) {
  const Model model = samples::lines();  // color {red, blue}, width
  const RowPredictor predictor(model);
  std::vector<double> scores(3);
  predictor.scores(std::vector<float>{1, 2}, scores);  // blue, width 2
  EXPECT_EQ(scores, (std::vector<double>{0.25 + 0.5 + 4, -0.5 + 0.5 - 6, 0.125 + 0.5}));
  for (const float unknown : {kNaN, -1.0F, -0.5F, 2.0F, 1e30F, kInfinity}) {
    predictor.scores(std::vector<float>{unknown, 0}, scores);
    EXPECT_EQ(scores, (std::vector<double>{0.25, -0.5, 0.125}));
  }
}

TEST(Linear, IsEvaluatedAndGivesProbabilities) {
  // 0.5 + 2 · 1 = 2.5 and 0.5 + 2 · 2 - 1.25 = 3.25 against 2 and 3.
  const Table table =
      test::table_of({test::numeric("age", {1, 2}), test::categorical("color", {"blue", "red"}, {0, 1})});
  const auto metrics = std::get<RegressionMetrics>(evaluate(samples::line(), table, test::regression({2, 3})));
  EXPECT_DOUBLE_EQ(metrics.mse, (0.25 + 0.0625) / 2);
  const Table widths = test::table_of({test::numeric("width", {0}), test::categorical("color", {"green"}, {0})});
  const std::vector<double> shares = predict_probabilities(samples::lines(), widths);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_NEAR(shares[0] / shares[1], std::exp(0.75), 1e-12);
  EXPECT_EQ(predict_classes(samples::lines(), widths), (std::vector<std::int32_t>{0}));
}

TEST(Linear, HasNoLeaves) {
  const Table table = test::table_of({test::numeric("age", {1}), test::categorical("color", {"red"}, {0})});
  samples::expect_error(ErrorCode::usage, "a linear model has no leaves",
                        [&] { predict_terminals(samples::line(), table); });
}

}  // namespace
}  // namespace espalier
