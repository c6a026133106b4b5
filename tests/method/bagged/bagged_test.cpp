// The part that forest and extra share, through the registry.
#include "method/bagged/bagged.h"

#include <gtest/gtest.h>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

class Bagged : public testing::TestWithParam<std::string> {
 protected:
  Table table = generate("twonorm", 200, 1);
  Table other = generate("twonorm", 400, 2);
  LabelledView train = {table, make_target(table)};
  LabelledView valid = {other, make_target(other)};

  FitResult fit_with(OptionValues options, std::optional<Budget> budget = {}, bool path = false) const {
    return fit(find_method(GetParam()), {&train, &valid, budget, std::move(options), path}, {3, 2, {}});
  }
  double error(const Model& model) const { return error_of(evaluate(model, valid.table, valid.target)); }
};

TEST_P(Bagged, ManyTreesAreBetterThanOne) {
  EXPECT_LT(error(fit_with({{"trees", "60"}}).model), 0.7 * error(fit_with({{"trees", "1"}}).model));
}

TEST_P(Bagged, ABudgetKeepsTheFirstTrees) {
  const Model small = fit_with({{"trees", "4"}}).model;
  EXPECT_EQ(stripped(fit_with({{"trees", "9"}}, Budget{4, Unit::trees}).model), stripped(small));
  const std::size_t leaves = size_of(small).leaves;
  EXPECT_EQ(stripped(fit_with({{"trees", "9"}}, Budget{leaves, Unit::leaves}).model), stripped(small));
  EXPECT_EQ(size_of(fit_with({{"trees", "9"}}, Budget{leaves - 1, Unit::leaves}).model).trees, 3U);
}

TEST_P(Bagged, ABudgetTooSmallForATreeGivesTheClassShares) {
  const FitResult result = fit_with({{"trees", "3"}}, Budget{2, Unit::leaves});
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_TRUE(result.warnings[0].starts_with("a budget of 2leaves is too small for the first tree, which has "));
  double share = 0;
  for (const std::int32_t code : train.target.classes) share += code / 200.0;
  EXPECT_DOUBLE_EQ(predict_scores(result.model, other)[0], share);
}

TEST_P(Bagged, ThePathHasOneTreeMoreAndMoreOfThemAndAll) {
  const FitResult result = fit_with({{"trees", "10"}}, {}, true);
  std::vector<std::size_t> counts;
  for (const PathPoint& point : result.path) counts.push_back(point.size.trees);
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2, 3, 4, 6, 9, 10}));
  EXPECT_DOUBLE_EQ(*result.path.back().validation_error, error(result.model));
}

TEST_P(Bagged, MoreCandidatesThanColumnsAreRefused) {
  try {
    fit_with({{"features", "21"}});
    FAIL();
  } catch (const Error& problem) {
    EXPECT_EQ(problem.code(), ErrorCode::usage);
    EXPECT_STREQ(problem.what(), "features must be at most the number of columns, 20, got 21");
  }
}

TEST_P(Bagged, LeavesOfALargeOffsetKeepTheirDigits) {
  std::vector<double> values;
  for (const std::int32_t code : train.target.classes) values.push_back(1e9 + code);
  const LabelledView shifted = {table, test::regression(values)};
  const Model model = fit(find_method(GetParam()), {&shifted, nullptr, {}, {{"trees", "5"}}, false}).model;
  EXPECT_LT(error_of(evaluate(model, table, shifted.target)), 0.25);
}

INSTANTIATE_TEST_SUITE_P(Methods, Bagged, testing::Values("forest", "extra"),
                         [](const auto& method) { return method.param; });

}  // namespace
}  // namespace espalier
