#include "method/annealed/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/linear.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "support/tables.h"

namespace espalier {
namespace {

// Four columns and y = 3 + 2a - c, without noise.
LabelledRows plane(std::size_t rows) {
  Random random(1, "plane");
  std::vector<std::vector<float>> x(4, std::vector<float>(rows));
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::vector<float>& column : x) column[i] = static_cast<float>(5 + random.normal());
    y[i] = 3 + 2 * static_cast<double>(x[0][i]) - static_cast<double>(x[2][i]);
  }
  using test::numeric;
  LabelledRows result;
  result.table = test::table_of({numeric("a", x[0]), numeric("b", x[1]), numeric("c", x[2]), numeric("d", x[3])});
  result.target = test::regression(y);
  return result;
}

Model fit_linear(const LabelledRows& rows, const OptionValues& options, std::optional<Budget> budget = {}) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method("linear"), {&train, nullptr, budget, options}, {}).model;
}

TEST(LinearMethod, FindsTheColumnsOfAPlaneAndTheirWeights) {
  const Model model = fit_linear(plane(400), {{"shrinkage", "0"}}, Budget{2, Unit::features});
  ASSERT_EQ(model.features.size(), 2U);
  EXPECT_EQ(model.features[0].name, "a");
  EXPECT_EQ(model.features[1].name, "c");
  const auto& linear = std::get<Linear>(model.body);
  EXPECT_NEAR(static_cast<double>(linear.weights[0]), 2, 1e-2);
  EXPECT_NEAR(static_cast<double>(linear.weights[1]), -1, 1e-2);
  EXPECT_NEAR(linear.intercept[0], 3, 0.1);
}

TEST(LinearMethod, ColumnsThatSayNearlyTheSameAreFittedToTheEnd) {
  LabelledRows rows = plane(400);
  std::vector<float>& b = rows.table.columns[1].values;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = rows.table.columns[0].values[i] + 0.05F * b[i];
  for (std::size_t i = 0; i < b.size(); ++i)
    rows.target.values[i] = 20 * (static_cast<double>(b[i]) - static_cast<double>(rows.table.columns[0].values[i]));
  const Model model = fit_linear(rows, {{"shrinkage", "0"}, {"levels", "1"}}, Budget{4, Unit::features});
  EXPECT_GT(std::get<RegressionMetrics>(evaluate(model, rows.table, rows.target)).r2, 0.999);
}

TEST(LinearMethod, ShrinksMoreWithMoreShrinkage) {
  const auto size_of_weight = [](const char* shrinkage) {
    const Model model = fit_linear(plane(400), {{"shrinkage", shrinkage}, {"levels", "1"}}, Budget{1, Unit::features});
    return std::abs(static_cast<double>(std::get<Linear>(model.body).weights.at(0)));
  };
  // One column of 400 standardised rows and as many rows of shrinkage: half of the weight.
  EXPECT_NEAR(size_of_weight("400") / size_of_weight("0"), 0.5, 0.02);
}

TEST(LinearMethod, KeepsToABudgetInFeaturesOfColumnsWithLabels) {
  Random random(2, "labels");
  std::vector<std::int32_t> kind(300), other(300);
  std::vector<double> y(300);
  for (std::size_t i = 0; i < 300; ++i) {
    kind[i] = static_cast<std::int32_t>(random.below(3));
    other[i] = static_cast<std::int32_t>(random.below(3));
    y[i] = kind[i] == 0 ? 2 : kind[i] == 1 ? -1 : 0.5;
  }
  LabelledRows rows;
  rows.table = test::table_of(
      {test::categorical("kind", {"p", "q", "r"}, kind), test::categorical("other", {"p", "q", "r"}, other)});
  rows.target = test::regression(y);
  const Model model = fit_linear(rows, {{"shrinkage", "0"}}, Budget{1, Unit::features});
  ASSERT_EQ(model.features.size(), 1U);
  EXPECT_EQ(model.features[0].name, "kind");
  const std::vector<double> scores = predict_scores(model, rows.table);
  for (std::size_t i = 0; i < 300; ++i) EXPECT_NEAR(scores[i], y[i], 0.05);
}

// A column of labels, the first of them the most frequent, and numbers: those of the first three labels are 2 higher.
LabelledRows labelled(std::size_t rows, std::size_t labels) {
  Random random(3, "many labels");
  std::vector<std::int32_t> codes(rows);
  std::vector<float> numbers(rows);
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double u = random.uniform();
    codes[i] = static_cast<std::int32_t>(static_cast<double>(labels) * u * u * u);
    numbers[i] = static_cast<float>(random.normal());
    y[i] = static_cast<double>(numbers[i]) + (codes[i] < 3 ? 2 : 0) + 0.1 * random.normal();
  }
  std::vector<std::string> names;
  for (std::size_t label = 0; label < labels; ++label) names.push_back("l" + std::to_string(label));
  LabelledRows result;
  result.table = test::table_of({test::categorical("label", names, codes), test::numeric("x", numbers)});
  result.target = test::regression(y);
  return result;
}

TEST(LinearMethod, ManyLabelsAreFittedWithoutAColumnForEach) {
  const LabelledRows rows = labelled(4000, 30'000), fresh = labelled(8000, 30'000);
  const Model model = fit_linear(rows, {{"shrinkage", "3"}});
  EXPECT_GT(std::get<RegressionMetrics>(evaluate(model, fresh.table, fresh.target)).r2, 0.98);
  const auto& linear = std::get<Linear>(model.body);
  EXPECT_LT(linear.terms.size(), 100U);
  ASSERT_EQ(model.features.size(), 2U);
  for (const char* label : {"l0", "l1", "l2"})
    EXPECT_NE(std::ranges::find(model.features[0].labels, label), model.features[0].labels.end()) << label;
}

TEST(LinearMethod, SingleRowsWithMoreLabelsThanFitNameTheColumn) {
  const LabelledRows rows = labelled(60'000, 60'000);
  try {
    fit_linear(rows, {{"solver", "sgd"}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("column \"label\" has 60000 labels, too many for the solver sgd"), 0U)
        << error.what();
  }
}

TEST(LinearMethod, KeepsToABudgetInBytes) {
  const LabelledRows rows = plane(200);
  const Model whole = fit_linear(rows, {{"shrinkage", "0"}});
  const std::size_t bytes = size_of(stripped(whole)).bytes - 1;
  const Model model = fit_linear(rows, {{"shrinkage", "0"}}, Budget{bytes, Unit::bytes});
  EXPECT_LE(size_of(model).bytes, bytes);
}

}  // namespace
}  // namespace espalier
