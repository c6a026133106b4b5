#include <gtest/gtest.h>

#include <cmath>

#include "espalier/error.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::expect_error;

Table numbers(std::vector<double> values) {
  Table table;
  table.rows = values.size();
  table.targets = {{"y", std::move(values), {}, {}}};
  return table;
}

Table texts(std::vector<std::int32_t> codes, std::vector<std::string> labels) {
  Table table;
  table.rows = codes.size();
  table.targets = {{"y", {}, std::move(codes), std::move(labels)}};
  return table;
}

Table two_targets() {
  Table table = numbers({1, 2, 3});
  table.targets[0].name = "a";
  table.targets.push_back({"b", {10, 20, 30}, {}, {}});
  return table;
}

using Codes = std::vector<std::int32_t>;
using Texts = std::vector<std::string>;

TEST(Target, FewIntegersAreClassesInOrderOfTheirValue) {
  const Target target = make_target(numbers({10, 2, -1, 2}));
  EXPECT_EQ(target.task, Task::classification);
  EXPECT_EQ(target.labels, (Texts{"-1", "2", "10"}));
  EXPECT_EQ(target.classes, (Codes{2, 1, 0, 1}));
  EXPECT_EQ(target.rows(), 4U);
}

TEST(Target, AFractionMakesItRegression) {
  const Target target = make_target(numbers({1, 2, 0.5}));
  EXPECT_EQ(target.task, Task::regression);
  EXPECT_EQ(target.values, (std::vector<double>{1, 2, 0.5}));
}

TEST(Target, TwentyIntegersAreClassesAndTwentyOneAreNumbers) {
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(i);
  EXPECT_EQ(make_target(numbers(values)).task, Task::classification);
  values.push_back(20);
  EXPECT_EQ(make_target(numbers(values)).task, Task::regression);
}

TEST(Target, ForcedClassificationMakesEveryDistinctValueAClass) {
  const Target target = make_target(numbers({0.5, 0.25, 0.5, -0.0, 0.0}), Task::classification);
  EXPECT_EQ(target.labels, (Texts{"0", "0.25", "0.5"}));
  EXPECT_EQ(target.classes, (Codes{2, 1, 2, 0, 0}));
}

TEST(Target, TextLabelsAreInOrderOfTheirBytesAndOnlyThoseThatOccur) {
  const Target target = make_target(texts({0, 2, 0, 3}, {"b", "never", "a", "B"}));
  EXPECT_EQ(target.labels, (Texts{"B", "a", "b"}));
  EXPECT_EQ(target.classes, (Codes{2, 1, 2, 0}));
}

TEST(Target, AConstantIsFineForRegressionButIsNoTwoClasses) {
  EXPECT_EQ(make_target(numbers({1, 1}), Task::regression).values.size(), 2U);
  expect_error(
      ErrorCode::data,
      "target \"y\" has one class only (\"1\"); classification needs at least two, regression takes any numbers", [] {
        make_target(numbers({1, 1}));
      });
}

TEST(Target, WhatIsNotATargetIsRefused) {
  expect_error(ErrorCode::data, "must be finite, row 2", [] { make_target(numbers({1, std::nan("")})); });
  expect_error(ErrorCode::data, "must be numeric for regression", [] {
    make_target(texts({0, 1}, {"a", "b"}), Task::regression);
  });
  expect_error(ErrorCode::data, "missing in row 2", [] { make_target(texts({0, kMissingCode}, {"a", "b"})); });
  expect_error(ErrorCode::data, "missing in row 1", [] { make_target(texts({2, 0}, {"a", "b"})); });
  expect_error(ErrorCode::data, "no rows", [] { make_target(numbers({})); });
  Table table = numbers({1, 2});
  table.targets.clear();
  expect_error(ErrorCode::usage, "there must be a target column, got none", [&] { make_target(table); });
}

TEST(Target, SeveralAreRegressionRowByRow) {
  const Target target = make_target(two_targets());
  EXPECT_EQ(target.task, Task::regression);
  EXPECT_EQ(target.names, (Texts{"a", "b"}));
  EXPECT_EQ(target.values, (std::vector<double>{1, 10, 2, 20, 3, 30}));
  EXPECT_EQ(target.width(), 2U);
  EXPECT_EQ(target.rows(), 3U);
}

TEST(Target, SeveralMustDifferAndHoldFiniteNumbers) {
  expect_error(ErrorCode::usage, "classification takes one target",
               [] { make_target(two_targets(), Task::classification); });
  Table table = two_targets();
  table.targets[1].name = "a";
  expect_error(ErrorCode::usage, "target \"a\" appears twice", [&] { make_target(table); });
  table = two_targets();
  table.targets[1].numbers[2] = std::nan("");
  expect_error(ErrorCode::data, "target \"b\" must be finite, row 3 is nan", [&] { make_target(table); });
  table = two_targets();
  table.targets[1].numbers = {1e-300, 0, 0};
  expect_error(ErrorCode::data, "target \"b\" must be scaled", [&] { make_target(table); });
  table = two_targets();
  table.targets[1] = {"b", {}, {0, 1, 0}, {"red", "blue"}};
  expect_error(ErrorCode::data, "target \"b\" must be numeric for regression, it holds text such as \"red\"",
               [&] { make_target(table); });
}

TEST(Target, TakingRowsTakesAllTheirTargets) {
  Table table = two_targets();
  table.weights = {1, 2, 3};
  const Target taken = take_rows(make_target(table), std::vector<std::uint32_t>{2, 0});
  EXPECT_EQ(taken.names, (Texts{"a", "b"}));
  EXPECT_EQ(taken.values, (std::vector<double>{3, 30, 1, 10}));
  EXPECT_EQ(taken.weights, (std::vector<double>{3, 1}));
}

TEST(Target, WeightsAreCheckedAndCopied) {
  Table table = numbers({0.5, 2, 3});
  table.weights = {1, 0, 2.5};
  const Target target = make_target(table);
  EXPECT_EQ(target.weights, table.weights);
  EXPECT_EQ(target.weight(2), 2.5);
  EXPECT_EQ(make_target(numbers({0.5})).weight(0), 1);
  table.weights[1] = -1;
  expect_error(ErrorCode::data, "row 2 has -1", [&] { make_target(table); });
  table.weights[1] = std::nan("");
  expect_error(ErrorCode::data, "row 2 has nan", [&] { make_target(table); });
  table.weights = {0, 0, 0};
  table.source = "t.csv";
  expect_error(ErrorCode::data, "t.csv: all row weights are zero", [&] { make_target(table); });
  table.weights = {0, 1e-320, 0};
  expect_error(ErrorCode::data, "the sum of the row weights must be between 1e-100 and 1e+100",
               [&] { make_target(table); });
  table.weights = {1e308, 1e308, 1};
  expect_error(ErrorCode::data, "got inf", [&] { make_target(table); });
}

TEST(Target, WhatFloat32LeavesCannotHoldIsRefused) {
  expect_error(ErrorCode::data, "its largest value is 1e+160", [] { make_target(numbers({0.5, 1e160})); });
  expect_error(ErrorCode::data, "its largest value is 2e-300", [] { make_target(numbers({1e-300, 2e-300})); });
  EXPECT_EQ(make_target(numbers({0.0, 1e-300, 1e37})).values.size(), 3U);
}

TEST(Target, WholeNumbersAreWrittenInFull) {
  EXPECT_EQ(make_target(numbers({1e16, -3})).labels, (Texts{"-3", "10000000000000000"}));
}

TEST(Target, TakingRowsTakesWeightsAlongAndKeepsTheClasses) {
  Table table = texts({0, 1, 2}, {"a", "b", "c"});
  table.weights = {1, 2, 3};
  const Target taken = take_rows(make_target(table), std::vector<std::uint32_t>{2, 0});
  EXPECT_EQ(taken.classes, (Codes{2, 0}));
  EXPECT_EQ(taken.weights, (std::vector<double>{3, 1}));
  EXPECT_EQ(taken.labels, (Texts{"a", "b", "c"}));
}

TEST(TargetFor, MatchesClassesByLabelWhateverTheColumnsType) {
  Model model = samples::mixed();
  model.classes = {"10", "2", "x"};
  EXPECT_EQ(target_for(model, texts({0, 1, 0}, {"x", "10"})).classes, (Codes{2, 0, 2}));
  // A file in which only the classes 2 and 10 occur has a numeric column.
  const Target target = target_for(model, numbers({2, 10, 2}));
  EXPECT_EQ(target.classes, (Codes{1, 0, 1}));
  EXPECT_EQ(target.labels, model.classes);
}

TEST(TargetFor, MatchesClassesByNumberWhereTheTextDiffers) {
  Model model = samples::mixed();
  model.classes = {"007", "1.0", "none"};
  EXPECT_EQ(target_for(model, numbers({7, 1})).classes, (Codes{0, 1}));
  EXPECT_EQ(target_for(model, texts({0, 1, 2}, {"1", "007", "none"})).classes, (Codes{1, 0, 2}));
}

TEST(TargetFor, RefusesAClassThatTheModelDoesNotKnow) {
  expect_error(ErrorCode::data, "target \"y\" is \"d\" in row 2, the model knows a, b and c", [] {
    target_for(samples::mixed(), texts({0, 1}, {"a", "d"}));
  });
}

TEST(TargetFor, PutsSeveralTargetsInTheModelsOrderByName) {
  Model model = samples::several();
  Table table = two_targets();
  const auto values_named = [&](const std::string& first, const std::string& second) {
    table.targets[0].name = first;
    table.targets[1].name = second;
    return target_for(model, table).values;
  };
  const std::vector<double> as_they_stand = {1, 10, 2, 20, 3, 30}, exchanged = {10, 1, 20, 2, 30, 3};
  EXPECT_EQ(values_named("width", "height"), as_they_stand);
  EXPECT_EQ(values_named("height", "width"), exchanged);
  EXPECT_EQ(values_named("a", "b"), as_they_stand);
  EXPECT_EQ(values_named("height", "b"), exchanged);
  table.targets.pop_back();
  expect_error(ErrorCode::usage, "there must be 2 target columns, as many as the model predicts, got 1",
               [&] { target_for(model, table); });
}

TEST(TargetFor, GivesARegressionModelNumbers) {
  EXPECT_EQ(target_for(samples::tiny(), numbers({1, 1})).values, (std::vector<double>{1, 1}));
  expect_error(ErrorCode::data, "must be numeric", [] { target_for(samples::tiny(), texts({0, 1}, {"a", "b"})); });
}

}  // namespace
}  // namespace espalier
