// The plain predictor against one that is plainer still: a recursion that looks every value up by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/errors.h"
#include "support/forests.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::expect_error;
using samples::view_of;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A row by feature name: numbers and labels as they stand in the table; no label: missing.
struct NamedRow {
  std::map<std::string, float> numbers;
  std::map<std::string, std::string> labels;
};

NamedRow named_row(const Table& table, std::size_t row) {
  NamedRow named;
  for (const Column& column : table.columns) {
    const std::string& name = column.feature.name;
    if (column.feature.type == ColumnType::numeric)
      named.numbers[name] = column.values[row];
    else if (column.codes[row] != kMissingCode)
      named.labels[name] = column.feature.labels[static_cast<std::size_t>(column.codes[row])];
  }
  return named;
}

bool naive_left(const Model& model, const Split& split, const NamedRow& row) {
  const Feature& feature = model.features[split.feature];
  if (feature.type == ColumnType::numeric) {
    const float value = row.numbers.at(feature.name);
    return value != value ? split.missing_left : !(value > split.threshold);
  }
  const auto label = row.labels.find(feature.name);
  if (label == row.labels.end()) return split.missing_left;
  const auto found = std::find(feature.labels.begin(), feature.labels.end(), label->second);
  if (found == feature.labels.end()) return split.missing_left;
  const auto code = static_cast<std::size_t>(found - feature.labels.begin());
  const std::uint64_t word = std::get<Forest>(model.body).category_words[split.categories + code / 64];
  return (word & (std::uint64_t{1} << (code % 64))) != 0;
}

std::uint32_t naive_terminal(const Model& model, const TreeSpan& tree, std::int32_t node, const NamedRow& row) {
  if (node < 0) return static_cast<std::uint32_t>(-1 - node);
  const Split& split = std::get<Forest>(model.body).splits[tree.first_split + static_cast<std::size_t>(node)];
  return naive_terminal(model, tree, naive_left(model, split, row) ? split.left : split.right, row);
}

std::vector<double> naive_scores(const Model& model, const NamedRow& row) {
  const auto& forest = std::get<Forest>(model.body);
  std::vector<double> scores = forest.intercept;
  for (const TreeSpan& tree : forest.trees) {
    const std::uint32_t terminal = naive_terminal(model, tree, 0, row);
    if (tree.output != kNone) {
      scores[static_cast<std::size_t>(tree.output)] += forest.values[tree.first_value + terminal];
    } else {
      for (std::size_t k = 0; k < scores.size(); ++k)
        scores[k] += forest.values[tree.first_value + terminal * scores.size() + k];
    }
  }
  return scores;
}

Table one_column(const Feature& feature, std::vector<float> values, std::vector<std::int32_t> codes) {
  Table table;
  table.rows = std::max(values.size(), codes.size());
  table.columns = {{feature, std::move(values), std::move(codes)}};
  return table;
}

TEST(Predict, AgreesWithTheNaiveRecursionOnRandomModelsAndRows) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Model model = samples::random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 40, random);
    const std::vector<double> scores = predict_scores(model, view_of(table));
    const std::vector<std::uint32_t> terminals = predict_terminals(model, view_of(table));
    ASSERT_EQ(test::reference_scores(model, table), scores);
    ASSERT_EQ(test::reference_terminals(model, table), terminals);
    const auto& forest = std::get<Forest>(model.body);
    for (std::size_t row = 0; row < table.rows; ++row) {
      const NamedRow named = named_row(table, row);
      const std::vector<double> expected = naive_scores(model, named);
      for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_EQ(scores[row * expected.size() + k], expected[k]) << "seed " << seed << " row " << row;
      for (std::size_t t = 0; t < forest.trees.size(); ++t)
        ASSERT_EQ(terminals[row * forest.trees.size() + t], naive_terminal(model, forest.trees[t], 0, named));
    }
  }
}

TEST(Predict, ASavedModelPredictsTheSameBits) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Model model = samples::random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 40, random);
    const Model again = decode(encode(stripped(model)), "m");
    EXPECT_EQ(predict_scores(again, view_of(table)), predict_scores(model, view_of(table)));
  }
}

TEST(Predict, IsTheSameOnAnyNumberOfThreads) {
  const Model model = samples::random_model(4);
  Random random(4, "rows");
  const Table table = samples::random_rows(model, 3000, random);
  espalier::Run run;
  run.threads = 1;
  const std::vector<double> scores = predict_scores(model, view_of(table), run);
  for (const int threads : {2, 7}) {
    run.threads = threads;
    EXPECT_EQ(predict_scores(model, view_of(table), run), scores);
  }
}

TEST(Predict, ValuesUpToTheThresholdGoLeft) {
  // 0.5 + (1 if age <= 30.5, else 2), missing ages left.
  const Table table = one_column(samples::numeric("age"), {30, 30.5, 31, kNaN, kInfinity, -kInfinity}, {});
  EXPECT_EQ(predict_scores(samples::tiny(), view_of(table)), (std::vector<double>{1.5, 1.5, 2.5, 1.5, 2.5, 1.5}));
}

TEST(Predict, MixedModelByHand) {
  // Intercept (.25, -.5, .125). Tree 1: red, blue or unknown: width <= 1 ? (1,0,0) : (0,1,0); green:
  // width <= 2 ? (.5,.5,1.5) : (.5,.5,.5). Tree 2: width <= 1 ? .5 : -.5 for the third class. Missing widths go right.
  Table table;
  table.rows = 4;
  table.columns = {{samples::categorical("color", {"green", "violet", "red"}), {}, {2, 0, 1, 0}},
                   {samples::numeric("width"), {1, 2, kNaN, kNaN}, {}}};
  EXPECT_EQ(predict_scores(samples::mixed(), view_of(table)), (std::vector<double>{1.25, -0.5, 0.625,  //
                                                                                   0.75, 0, 1.125,     //
                                                                                   0.25, 0.5, -0.375,  //
                                                                                   0.75, 0, 0.125}));
  EXPECT_EQ(predict_classes(samples::mixed(), view_of(table)), (std::vector<std::int32_t>{0, 2, 1, 0}));
  EXPECT_EQ(predict_terminals(samples::mixed(), view_of(table)), (std::vector<std::uint32_t>{0, 0, 2, 1, 1, 1, 3, 1}));
}

TEST(Predict, ProbabilitiesFollowTheLink) {
  Forest forest;
  forest.intercept = {0};
  const Target target = samples::class_target("y", {"n", "y"});
  Table table;
  table.rows = 1;
  // 1 / (1 + e^0) = ½; the first class wins a tie.
  Model model = make_model(target, Link::logistic, {}, forest);
  EXPECT_EQ(predict_probabilities(model, view_of(table)), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(predict_classes(model, view_of(table)), (std::vector<std::int32_t>{0}));
  forest.intercept = {0.75};
  model = make_model(target, Link::probability, {}, forest);
  EXPECT_EQ(predict_probabilities(model, view_of(table)), (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(predict_classes(model, view_of(table)), (std::vector<std::int32_t>{1}));
}

TEST(Predict, AStridedViewIsReadInPlace) {
  const float values[] = {30, 99, 31, 99, 30, 99};
  const Feature age = samples::numeric("age");
  TableView view;
  view.rows = 3;
  view.columns = {{&age, values, nullptr, 2}};
  EXPECT_EQ(predict_scores(samples::tiny(), view), (std::vector<double>{1.5, 2.5, 1.5}));
}

TEST(Predict, AFeatureThatASparseFileDoesNotNameIsZero) {
  Table table;
  table.rows = 2;
  table.absent_is_zero = true;
  EXPECT_EQ(predict_scores(samples::tiny(), view_of(table)), (std::vector<double>{1.5, 1.5}));
  Random random(1, "rows");
  Table only_width = samples::random_rows(samples::mixed(), 2, random);
  std::erase_if(only_width.columns, [](const Column& column) { return column.feature.name == "color"; });
  only_width.absent_is_zero = true;
  expect_error(ErrorCode::data, "no column \"color\"", [&] { predict_scores(samples::mixed(), view_of(only_width)); });
}

TEST(Predict, AColumnThatIsNotThereOrOfAnotherTypeIsAnError) {
  Table table;
  table.rows = 2;
  expect_error(ErrorCode::data, "the data has no column \"age\", which the model needs",
               [&] { predict_scores(samples::tiny(), view_of(table)); });
  table = one_column(samples::categorical("age", {"old"}), {}, {0, 0});
  expect_error(ErrorCode::data, "column \"age\" must be numeric, is categorical",
               [&] { predict_scores(samples::tiny(), view_of(table)); });
}

TEST(Predict, CodesBeyondTheLabelsAreMissing) {
  Table table;
  table.rows = 3;
  table.columns = {{samples::categorical("color", {"red", "green", "blue", "pink"}), {}, {3, 1000, -7}},
                   {samples::numeric("width"), {0, 0, 0}, {}}};
  // Missing colors go left: terminal 0 of tree 1, whatever the code; with the labels in another order as well.
  EXPECT_EQ(predict_terminals(samples::mixed(), view_of(table)), (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0}));
  table.columns[0].feature.labels = {"green", "red", "blue", "pink"};
  EXPECT_EQ(predict_terminals(samples::mixed(), view_of(table)), (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0}));
}

TEST(Predict, ProbabilitiesAndClassesNeedClassification) {
  const Table table = one_column(samples::numeric("age"), {30}, {});
  expect_error(ErrorCode::usage, "probabilities need a classification model",
               [&] { predict_probabilities(samples::tiny(), view_of(table)); });
  expect_error(ErrorCode::usage, "classes need a classification model",
               [&] { predict_classes(samples::tiny(), view_of(table)); });
}

TEST(Predict, StopsWhenItIsToldTo) {
  const Table table = one_column(samples::numeric("age"), std::vector<float>(5000, 1), {});
  espalier::Run run;
  run.progress = [](const Progress&) { return false; };
  expect_error(ErrorCode::interrupted, "interrupted", [&] { predict_scores(samples::tiny(), view_of(table), run); });
}

TEST(Predict, AChainOfAMillionSplitsIsWalked) {
  const Table table = one_column(samples::numeric("x"), {-1, 999999.5F}, {});
  // Every split adds 1: the first row stops at the first, the second walks all of them and the leaf.
  EXPECT_EQ(predict_scores(samples::chain(1000000), view_of(table)), (std::vector<double>{1, 1000001}));
}

TEST(Evaluate, GivesTheMetricsOfTheTask) {
  const Table table = one_column(samples::numeric("age"), {30, 31}, {});
  Target target = samples::regression_target("y");
  target.values = {1.5, 4.5};  // predicted 1.5 and 2.5
  const Metrics metrics = evaluate(samples::tiny(), view_of(table), target);
  EXPECT_DOUBLE_EQ(std::get<RegressionMetrics>(metrics).mse, 2);
  EXPECT_DOUBLE_EQ(std::get<RegressionMetrics>(metrics).mae, 1);
  EXPECT_DOUBLE_EQ(error_of(metrics), 2);

  Random random(1, "rows");
  const Table rows = samples::random_rows(samples::mixed(), 4, random);
  Target classes = samples::class_target("kind", {"a", "b", "c"});
  classes.classes = predict_classes(samples::mixed(), view_of(rows));
  classes.classes[0] = (classes.classes[0] + 1) % 3;
  EXPECT_DOUBLE_EQ(error_of(evaluate(samples::mixed(), view_of(rows), classes)), 0.25);
}

TEST(Evaluate, RefusesATargetThatDoesNotFit) {
  const Table table = one_column(samples::numeric("age"), {30, 31}, {});
  Target target = samples::regression_target("y");
  target.values = {1};
  expect_error(ErrorCode::usage, "must have 2 rows like the table, has 1",
               [&] { evaluate(samples::tiny(), view_of(table), target); });
  expect_error(ErrorCode::usage, "model's task", [&] {
    evaluate(samples::tiny(), view_of(table), samples::class_target("y", {"a", "b"}));
  });
  Random random(1, "rows");
  const Table rows = samples::random_rows(samples::mixed(), 1, random);
  Target classes = samples::class_target("kind", {"a", "b", "c", "d"});
  classes.classes = {3};
  expect_error(ErrorCode::usage, "class codes must be in [0, 2], got 3",
               [&] { evaluate(samples::mixed(), view_of(rows), classes); });
  const Table none = one_column(samples::numeric("age"), {}, {});
  expect_error(ErrorCode::data, "no rows",
               [&] { evaluate(samples::tiny(), view_of(none), samples::regression_target("y")); });
}

}  // namespace
}  // namespace espalier
