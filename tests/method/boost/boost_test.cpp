#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

LabelledView noisy_line(std::size_t rows, std::uint64_t seed, Table& table) {
  Random random(seed, "line");
  std::vector<float> x(rows), z(rows);
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = static_cast<float>(random.uniform());
    z[i] = static_cast<float>(random.uniform());
    y[i] = 3 * static_cast<double>(x[i]) + 0.8 * random.normal();
  }
  table = test::table_of({test::numeric("x", x), test::numeric("z", z)});
  return {table, test::regression(y)};
}

FitResult boost(const LabelledView& train, const LabelledView* validation, const OptionValues& options,
                std::optional<Budget> budget = {}) {
  return fit(find_method("boost"), {&train, validation, budget, options, true}, {1, 2, {}});
}

TEST(BoostMethod, KeepsTheRoundThatIsBestOnHeldOutRows) {
  Table train_table, held_out_table;
  const LabelledView train = noisy_line(300, 1, train_table), held_out = noisy_line(300, 2, held_out_table);
  const FitResult result = boost(train, &held_out, {{"trees", "200"}, {"min-rows", "2"}});
  ASSERT_EQ(result.path.size(), 201U);
  const auto best = std::ranges::min_element(result.path, {}, [](const PathPoint& p) { return *p.validation_error; });
  EXPECT_LT(best->size.trees, 100U);
  EXPECT_EQ(size_of(result.model).trees, best->size.trees);
  EXPECT_NEAR(error_of(evaluate(result.model, held_out.table, held_out.target)), *best->validation_error, 1e-9);
  EXPECT_EQ(size_of(stripped(result.model)).bytes, best->size.bytes);
}

TEST(BoostMethod, StopsWhenItsPatienceEnds) {
  Table train_table, held_out_table;
  const LabelledView train = noisy_line(300, 1, train_table), held_out = noisy_line(300, 2, held_out_table);
  const FitResult all = boost(train, &held_out, {{"trees", "200"}, {"min-rows", "2"}});
  const FitResult patient = boost(train, &held_out, {{"trees", "200"}, {"min-rows", "2"}, {"patience", "30"}});
  EXPECT_LT(patient.path.size(), all.path.size());
  EXPECT_EQ(patient.path.size() - 1, size_of(patient.model).trees + 30);
  EXPECT_EQ(stripped(patient.model), stripped(all.model));
}

TEST(BoostMethod, GrowsAsManyRoundsAsAskedForWithoutHeldOutRows) {
  Table table;
  const LabelledView train = noisy_line(300, 1, table);
  EXPECT_EQ(size_of(boost(train, nullptr, {{"trees", "17"}}).model).trees, 17U);
}

TEST(BoostMethod, AMonotoneColumnGivesAMonotoneModel) {
  Table table;
  const LabelledView train = noisy_line(400, 3, table);
  const auto rises = [&](const OptionValues& options) {
    const Model model = boost(train, nullptr, options).model;
    bool rising = true;
    for (int step = 0; step < 10; ++step) {
      std::vector<float> x(200), z(200, static_cast<float>(step) / 10);
      for (std::size_t i = 0; i < 200; ++i) x[i] = static_cast<float>(i) / 200;
      const std::vector<double> scores =
          predict_scores(model, test::table_of({test::numeric("x", x), test::numeric("z", z)}));
      rising = rising && std::is_sorted(scores.begin(), scores.end());
    }
    return rising;
  };
  EXPECT_FALSE(rises({{"min-rows", "5"}}));
  EXPECT_TRUE(rises({{"min-rows", "5"}, {"increasing", "x"}}));
}

TEST(BoostMethod, ABudgetOfLeavesOrNodesIsUsedUp) {
  Table table;
  const LabelledView train = noisy_line(2000, 1, table);
  EXPECT_EQ(size_of(boost(train, nullptr, {}, Budget{20, Unit::leaves}).model).leaves, 20U);
  EXPECT_EQ(size_of(boost(train, nullptr, {}, Budget{100, Unit::leaves}).model).leaves, 100U);
  EXPECT_EQ(size_of(boost(train, nullptr, {}, Budget{99, Unit::nodes}).model).nodes, 61U + 37U);
  const Size small = size_of(boost(train, nullptr, {}, Budget{200, Unit::bytes}).model);
  EXPECT_GT(small.leaves, 1U);
  EXPECT_LE(small.bytes, 200U);
}

TEST(BoostMethod, SaysSoWhenABudgetHoldsTooFewRoundsForTheRate) {
  Table table;
  const LabelledView train = noisy_line(2000, 1, table);
  const auto warned = [&](const OptionValues& options, const Budget& budget) {
    for (const std::string& warning : boost(train, nullptr, options, budget).warnings) {
      if (warning.find("too few at rate") != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(warned({}, {2, Unit::trees}));  // 2 × 0.1 < 1
  EXPECT_TRUE(warned({}, {400, Unit::bytes}));
  EXPECT_FALSE(warned({}, {10, Unit::trees}));
  EXPECT_FALSE(warned({{"rate", "0.5"}}, {2, Unit::trees}));
  EXPECT_FALSE(warned({{"trees", "2"}}, {64, Unit::trees}));  // as many as were asked for
}

TEST(BoostMethod, GrowsNoMoreThanTwiceTheRoundsThatABudgetOfBytesHolds) {
  Table table;
  const LabelledView train = noisy_line(2000, 1, table);
  const FitResult result = boost(train, nullptr, {{"trees", "500"}}, Budget{2000, Unit::bytes});
  ASSERT_GT(result.rounds->kept, 0U);
  EXPECT_LE(result.rounds->tried, 2 * (result.rounds->kept + 1));
  const FitResult all = boost(train, nullptr, {{"trees", "40"}}, Budget{2000, Unit::bytes});
  EXPECT_EQ(encode(all.model), encode(result.model));
}

TEST(BoostMethod, TellsManyLabelsApartByTheirTargets) {
  Random random(1, "labels");
  std::vector<std::string> labels;
  std::vector<std::int32_t> codes, classes;
  for (std::int32_t label = 0; label < 1000; ++label) {
    labels.push_back("l" + std::to_string(label));
    const bool often = random.below(2) == 0;
    for (int row = 0; row < 12; ++row) {
      codes.push_back(label);
      classes.push_back(random.below(20) == 0 ? !often : often);
    }
  }
  const Table table = test::table_of({test::categorical("c", labels, codes)});
  const LabelledView train = {table, test::classes(classes)};
  const Model model = boost(train, nullptr, {{"trees", "20"}}).model;
  EXPECT_LT(error_of(evaluate(model, train.table, train.target)), 0.07);
}

TEST(BoostMethod, SaysWhyTheModelIsAConstant) {
  Table table;
  const LabelledView few = noisy_line(30, 1, table);
  EXPECT_EQ(boost(few, nullptr, {}).warnings,
            std::vector<std::string>{"30 rows are too few for a split, which needs 2 × min-rows = 40"});
  Table large_table;
  LabelledView train = noisy_line(300, 1, large_table);
  train.target.weights.assign(300, 1.0 / 300);
  EXPECT_EQ(boost(train, nullptr, {{"trees", "2"}}).warnings.size(), 1U);
  EXPECT_TRUE(boost(train, nullptr, {{"trees", "2"}, {"l2", "0"}, {"min-weight", "0"}}).warnings.empty());
}

TEST(BoostMethod, OfTwoClassesSoftmaxTakesTheStepOfLogistic) {
  Table table;
  LabelledView train = noisy_line(400, 5, table);
  std::vector<std::int32_t> classes;
  for (const double y : train.target.values) classes.push_back(y > 1.5);
  train.target = test::classes(classes);
  const OptionValues logistic = {{"trees", "3"}, {"l2", "0"}},
                     softmax = {{"trees", "3"}, {"l2", "0"}, {"loss", "softmax"}};
  const std::vector<double> one = predict_probabilities(boost(train, nullptr, logistic).model, table);
  const std::vector<double> two = predict_probabilities(boost(train, nullptr, softmax).model, table);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], two[i], 1e-6);
}

TEST(BoostMethod, TheExponentialLossLearnsProbabilitiesToo) {
  Table table, held_out_table;
  LabelledView train = noisy_line(2000, 5, table), held_out = noisy_line(2000, 6, held_out_table);
  for (LabelledView* rows : {&train, &held_out}) {
    std::vector<std::int32_t> classes;
    for (const double y : rows->target.values) classes.push_back(y > 1.5);
    rows->target = test::classes(classes);
  }
  const auto measured = [&](const OptionValues& options) {
    const FitResult result = boost(train, nullptr, options);
    const Metrics metrics = evaluate(result.model, held_out.table, held_out.target);
    return std::get<ClassificationMetrics>(metrics);
  };
  const OptionValues stumps = {{"trees", "60"}, {"depth", "1"}, {"loss", "exponential"}};
  const ClassificationMetrics logistic = measured({{"trees", "60"}, {"depth", "1"}}), exponential = measured(stumps);
  EXPECT_NEAR(exponential.error, logistic.error, 0.01);
  EXPECT_NEAR(exponential.log_loss, logistic.log_loss, 0.01);
  OptionValues refitted = stumps;
  refitted["refit"] = "10";
  EXPECT_NEAR(measured(refitted).log_loss, logistic.log_loss, 0.01);
  refitted["refit"] = "0,10,100";
  EXPECT_NE(boost(train, &held_out, refitted).chosen, "");
}

TEST(BoostMethod, ABudgetIsTheLongestRunOfRoundsWithinIt) {
  Table table;
  const LabelledView train = noisy_line(300, 1, table);
  const FitResult all = boost(train, nullptr, {{"trees", "40"}});
  for (const PathPoint& point : all.path) {
    if (point.size.trees == 0) continue;
    const FitResult limited = boost(train, nullptr, {{"trees", "40"}}, Budget{point.size.bytes, Unit::bytes});
    EXPECT_EQ(size_of(limited.model).trees, point.size.trees);
  }
  EXPECT_EQ(size_of(boost(train, nullptr, {}, Budget{5, Unit::trees}).model).trees, 5U);
}

}  // namespace
}  // namespace espalier
