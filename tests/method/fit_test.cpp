#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
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

const Method& tree() { return find_method("tree"); }

std::string message(const FitRequest& request, ErrorCode code) {
  try {
    fit(tree(), request);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  return "";
}

class Fit : public testing::Test {
 protected:
  Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  LabelledView train = {table, test::regression({1, 1, 2, 2, 7, 8})};
  FitRequest request = {&train, nullptr, {}, {}, false};
};

TEST_F(Fit, RecordsMethodOptionsBudgetAndSeed) {
  request.options = {{"depth", "2"}};
  request.budget = Budget{3, Unit::leaves};
  const FitResult result = fit(tree(), request, {42, 0, {}});
  ASSERT_TRUE(result.model.provenance);
  EXPECT_EQ(result.model.provenance->method, "tree");
  const std::vector<std::pair<std::string, std::string>> settings = {
      {"depth", "2"}, {"budget", "3leaves"}, {"seed", "42"}};
  EXPECT_EQ(result.model.provenance->settings, settings);
}

TEST_F(Fit, GivesTheSameBytesHoweverItsOptionsAreSpelled) {
  const std::vector<std::byte> short_form = encode(fit(tree(), request).model);
  for (const OptionInfo& option : tree().options) {
    if (!option.default_value.empty()) request.options[option.name] = option.default_value;
  }
  EXPECT_EQ(encode(fit(tree(), request).model), short_form);
  request.options = {{"min-gain", "0.0"}, {"depth", "03"}};
  const std::vector<std::byte> padded = encode(fit(tree(), request).model);
  request.options = {{"depth", "3"}};
  EXPECT_EQ(encode(fit(tree(), request).model), padded);
}

TEST_F(Fit, AByteBudgetLeavesOutWhatPredictionDoesNotNeed) {
  request.budget = Budget{120, Unit::bytes};
  const Model model = fit(tree(), request).model;
  EXPECT_FALSE(model.provenance);
  EXPECT_FALSE(std::get<Forest>(model.body).statistics);
  EXPECT_LE(encode(model).size(), 120U);
  EXPECT_GT(size_of(model).leaves, 1U);
}

TEST_F(Fit, AByteBudgetBelowTheSmallestFileNamesThatSize) {
  request.budget = Budget{5, Unit::bytes};
  const std::string text = message(request, ErrorCode::usage);
  request.budget = Budget{1, Unit::leaves};
  const std::size_t smallest = encode(stripped(fit(tree(), request).model)).size();
  EXPECT_NE(text.find("at least " + std::to_string(smallest) + " bytes"), std::string::npos) << text;
  request.budget = Budget{smallest, Unit::bytes};
  EXPECT_EQ(size_of(fit(tree(), request).model).bytes, smallest);
}

TEST_F(Fit, ABudgetTooSmallForOneSplitGivesTheConstantModelAndAWarning) {
  request.budget = Budget{2, Unit::nodes};
  const FitResult result = fit(tree(), request);
  EXPECT_EQ(size_of(result.model).nodes, 0U);
  EXPECT_DOUBLE_EQ(predict_scores(result.model, table)[0], 3.5);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find("too small for one split"), std::string::npos);
}

TEST_F(Fit, AConstantModelIsNotBlamedOnABudgetThatDidNotMakeIt) {
  request.options = {{"min-rows", "5"}};
  request.budget = Budget{64, Unit::leaves};
  const FitResult result = fit(tree(), request);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "no split is worth keeping; the model is a constant");
}

TEST_F(Fit, WhereBytesAreFewTheBudgetMayBeWhyNoSplitIsKept) {
  request.options = {{"min-rows", "5"}};
  request.budget = Budget{100, Unit::bytes};
  const FitResult result = fit(tree(), request);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "no split that fits a budget of 100bytes is worth keeping; the model is a constant");
}

TEST_F(Fit, AConstantTargetGivesTheConstantModelAndAWarning) {
  train.target = test::regression({2.1, 2.1, 2.1, 2.1, 2.1, 2.1});
  const FitResult result = fit(tree(), request);
  EXPECT_EQ(size_of(result.model).trees, 0U);
  EXPECT_EQ(predict_scores(result.model, table)[3], 2.1);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find("is 2.1 in every row"), std::string::npos);
}

TEST_F(Fit, WarnsOfAColumnThatNamesTheRows) {
  std::vector<std::string> labels;
  std::vector<std::int32_t> codes;
  std::vector<double> y;
  for (int i = 0; i < 150; ++i) {
    labels.push_back("row" + std::to_string(i));
    codes.push_back(i);
    y.push_back(i % 7);
  }
  table = test::table_of({test::categorical("id", labels, codes)});
  train = {table, test::regression(y)};
  const FitResult result = fit(tree(), request);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "column \"id\" has 150 labels in 150 rows; if it identifies the rows, leave it out");
}

TEST_F(Fit, RefusesTablesThatDoNotFitTogether) {
  LabelledView other = train;
  other.target = test::regression({1, 2});
  request.validation = &other;
  EXPECT_EQ(message(request, ErrorCode::usage), "the validation table has 6 rows, its target 2");
  const Table renamed = test::table_of({test::numeric("z", {1, 2, 3, 4, 5, 6})});
  other = {renamed, train.target};
  EXPECT_EQ(message(request, ErrorCode::usage),
            "the validation table must have the same columns as the training table");
  other = {table, test::classes({0, 1, 0, 1, 0, 1})};
  EXPECT_EQ(message(request, ErrorCode::usage),
            "the validation target must be of the same kind as the training target");
}

TEST_F(Fit, RefusesAnEmptyTableAndATableWithoutColumns) {
  Table empty = test::table_of({test::numeric("x", {})});
  train = {empty, test::regression({})};
  EXPECT_EQ(message(request, ErrorCode::data), "there are no training rows");
  Table bare;
  bare.rows = 2;
  train = {bare, test::regression({1, 2})};
  EXPECT_EQ(message(request, ErrorCode::data), "there is no column besides the target to learn from");
}

TEST_F(Fit, RefusesATargetThatNothingCanBeFittedTo) {
  train.target.values[3] = test::kNaN;
  EXPECT_EQ(message(request, ErrorCode::data), "training rows: target \"y\" must be finite, row 4 is nan");
  train.target = test::classes({0, 1, 2, 0, 1, 0}, 2);
  EXPECT_EQ(message(request, ErrorCode::data),
            "training rows: target \"y\" must have class codes in [0, 1], row 3 has 2");
  train.target = test::regression({1, 1, 2, 2, 7, 8});
  LabelledView other = {table, test::regression({1, 1, 2, 2, 7, 8}, {1, 1, 1, 1, 1, -1})};
  request.validation = &other;
  EXPECT_EQ(message(request, ErrorCode::data),
            "validation rows: row weights must be finite and not negative, row 6 has -1");
}

TEST_F(Fit, RefusesNamesAndLabelsThatAreLongerThanAnybodyReads) {
  const std::string longest(65535, 'a');
  table = test::table_of({test::categorical(longest, {longest, "b"}, {0, 1, 0, 1, 0, 1})});
  train.table = table;
  EXPECT_EQ(message(request, ErrorCode::data), "");
  table = test::table_of({test::categorical("x", {longest + "a", "b"}, {0, 1, 0, 1, 0, 1})});
  train.table = table;
  EXPECT_EQ(message(request, ErrorCode::data),
            "column \"x\": a label of 65536 bytes, at most 65535 are allowed; shorten it or leave the column out");
  table = test::table_of({test::numeric(longest + "a", {1, 2, 3, 4, 5, 6})});
  train.table = table;
  EXPECT_EQ(message(request, ErrorCode::data),
            "column \"" + longest.substr(0, 40) +
                "\": a name of 65536 bytes, at most 65535 are allowed; shorten it or leave the column out");
  table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  train = {table, test::classes({0, 1, 0, 1, 0, 1})};
  train.target.labels[1] = longest + "a";
  EXPECT_NE(message(request, ErrorCode::data).find("a label of 65536 bytes"), std::string::npos);
}

// Whether a split has two leaves of one value.
bool has_idle_split(const Forest& forest) {
  for (const TreeSpan& tree : forest.trees) {
    const std::size_t width = forest.width(tree);
    for (std::size_t s = tree.first_split; s < tree.first_split + tree.splits; ++s) {
      const Split& split = forest.splits[s];
      if (split.left >= 0 || split.right >= 0) continue;
      const auto value = [&](std::int32_t child) {
        return forest.values.begin() +
               static_cast<std::ptrdiff_t>(tree.first_value + width * static_cast<std::uint32_t>(~child));
      };
      if (std::equal(value(split.left), value(split.left) + static_cast<std::ptrdiff_t>(width), value(split.right)))
        return true;
    }
  }
  return false;
}

// Infinite and repeated values make many ties.
TEST(FitOfTies, LeavesNoSplitOfTwoEqualLeaves) {
  const float values[] = {-INFINITY, -3.4e38F, 0, 3.4e38F, INFINITY, test::kNaN};
  std::vector<float> a, b;
  std::vector<std::int32_t> classes;
  std::vector<double> numbers;
  for (int i = 0; i < 300; ++i) {
    a.push_back(values[i * 7 % 6]);
    b.push_back(values[i * i % 11 % 6]);
    classes.push_back((a.back() == INFINITY) != (b.back() == -INFINITY) ? 1 : i % 5 == 0);
    numbers.push_back(classes.back() + i % 2);
  }
  const Table table = test::table_of({test::numeric("a", a), test::numeric("b", b)});
  for (const char* method : {"tree", "forest", "extra", "boost", "combine", "graft", "ret"}) {
    for (const Target& target : {test::classes(classes), test::regression(numbers)}) {
      FitOptions options;
      if (std::string_view(method) == "forest" || std::string_view(method) == "extra") options.options["trees"] = "5";
      const Model model = fit(method, table, target, options).model;
      EXPECT_FALSE(has_idle_split(std::get<Forest>(model.body))) << method;
    }
  }
}

TEST(FitOfTies, ASplitWithoutGainStaysWhereOneBelowItHasSome) {
  const Table table = test::table_of({test::numeric("a", {0, 0, 1, 1}), test::numeric("b", {0, 1, 0, 1})});
  EXPECT_EQ(size_of(fit("tree", table, test::classes({0, 1, 1, 0})).model).leaves, 4U);
  EXPECT_EQ(size_of(fit("tree", table, test::classes({0, 1, 0, 1})).model).leaves, 2U);
  const Table half = test::table_of({test::numeric("a", {-INFINITY, -INFINITY, INFINITY, INFINITY})});
  EXPECT_EQ(size_of(fit("tree", half, test::classes({0, 1, 0, 1})).model).leaves, 0U);
}

TEST_F(Fit, SaysWhichOptionsNeedHeldOutRows) {
  request.options = {{"stop", "leaf"}};
  EXPECT_EQ(message(request, ErrorCode::usage), "tree needs validation rows with these options");
}

TEST(BalanceClasses, GivesEveryClassTheSameTotal) {
  Target target = test::classes({0, 0, 0, 1}, 2);
  balance_classes(target);
  // n / (K n_k): 4 / (2 · 3) and 4 / (2 · 1)
  EXPECT_DOUBLE_EQ(target.weights[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(target.weights[3], 2);
}

TEST(BalanceClasses, RefusesCodesOfNoClass) {
  Target target = test::classes({0, 3}, 2);
  EXPECT_THROW(balance_classes(target), Error);
}

}  // namespace
}  // namespace espalier
