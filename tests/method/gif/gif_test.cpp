#include "method/gif/gif.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"
#include "support/test_size.h"

namespace espalier {
namespace {

FitResult fit_gif(const LabelledRows& rows, const OptionValues& options, Budget budget, bool path = false,
                  int threads = 1) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method("gif"), {&train, nullptr, budget, options, path}, {1, threads, {}});
}

OptionValues quick() { return {{"trees", "20"}, {"rate", "0.2"}, {"refit", "0,10"}}; }

OptionValues paper() {
  OptionValues options = preset_options(find_method("gif"), "paper");
  options["trees"] = "20";
  return options;
}

// From one node on, which is too few for any split.
TEST(Gif, KeepsToEveryBudget) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(150, classes, 1);
    OptionValues some = quick();
    if (classes > 0) some.erase("refit");
    for (const OptionValues& options : {some, paper()}) {
      for (std::size_t amount = 1; amount <= 30; amount += test::sized(1U, 5U)) {
        for (const Unit unit : {Unit::nodes, Unit::leaves}) {
          const Budget budget = {amount, unit};
          const FitResult result = fit_gif(rows, options, budget);
          EXPECT_TRUE(fits(size_of(result.model), budget)) << to_string(budget);
          EXPECT_EQ(amount < 2, !result.warnings.empty()) << to_string(budget);
        }
      }
      for (const std::size_t bytes : {100U, 160U, 300U, 1000U})
        EXPECT_LE(encode(fit_gif(rows, options, {bytes, Unit::bytes}).model).size(), bytes);
    }
  }
}

TEST(Gif, UsesABudgetOfNodesUp) {
  const LabelledRows rows = test::annealed_sample(300, 3, 1);
  for (const std::size_t nodes : {2U, 3U, 10U, 57U, 200U}) {
    const std::size_t used = size_of(fit_gif(rows, paper(), {nodes, Unit::nodes}).model).nodes;
    EXPECT_GE(used + 1, nodes);  // a node that would need a root may not fit any more
  }
}

TEST(Gif, IsTheSameOnAnyNumberOfThreads) {
  const LabelledRows rows = test::annealed_sample(test::rows_of(3000, 1000), 2, 1);
  const Budget budget = {test::sized<std::size_t>(2000, 500), Unit::nodes};
  for (const OptionValues& options : {quick(), paper()}) {
    const Model one = fit_gif(rows, options, budget).model;
    EXPECT_EQ(fit_gif(rows, options, budget, false, 2).model, one);
    EXPECT_EQ(fit_gif(rows, options, budget, false, 5).model, one);
  }
}

// By the paper's settings a larger budget goes on from where a smaller one ended. But where the next node would need a
// root and no two nodes are left, the smaller one takes another node.
TEST(Gif, AStageIsTheModelOfASmallerBudget) {
  const LabelledRows rows = test::annealed_sample(300, 3, 1);
  const Model large = fit_gif(rows, paper(), {200, Unit::nodes}).model;
  int compared = 0;
  for (const std::size_t nodes : {1U, 2U, 3U, 20U, 77U, 78U, 150U, 151U, 200U}) {
    const Model small = fit_gif(rows, paper(), {nodes, Unit::nodes}).model;
    const Model stage = at_stage(large, nodes);
    if (size_of(stage).nodes < size_of(small).nodes) continue;
    ++compared;
    EXPECT_EQ(predict_scores(stage, rows.table), predict_scores(small, rows.table)) << nodes;
  }
  EXPECT_GE(compared, 4);
}

TEST(Gif, ThePathLeadsToTheModel) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  const FitResult result = fit_gif(rows, quick(), {150, Unit::nodes}, true);
  ASSERT_GT(result.path.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(result.path, {}, [](const PathPoint& point) { return point.size.nodes; }));
  EXPECT_EQ(result.path.back().size.nodes, size_of(result.model).nodes);
  EXPECT_EQ(result.path.back().train_error, error_of(evaluate(result.model, rows.table, rows.target)));
}

TEST(Gif, OnlyChosenChildrenExist) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  const Model model = fit_gif(rows, paper(), {40, Unit::nodes}).model;
  const auto& forest = std::get<Forest>(model.body);
  EXPECT_GT(std::ranges::count(forest.absent, 1), 0);
  EXPECT_EQ(forest.stages->taken.size() + forest.trees.size(), size_of(model).nodes);
}

TEST(Gif, ProbabilitiesAddUpToOne) {
  for (const int classes : {2, 3}) {
    const LabelledRows rows = test::annealed_sample(300, classes, 1);
    for (const char* loss : {"squared", "exponential", "softmax"}) {
      OptionValues options = quick();
      options["loss"] = loss;
      const Model model = fit_gif(rows, options, {100, Unit::nodes}).model;
      const std::vector<double> shares = predict_probabilities(model, rows.table);
      for (std::size_t row = 0; row < rows.table.rows; ++row) {
        double sum = 0;
        for (int k = 0; k < classes; ++k) {
          const double share = shares[row * static_cast<std::size_t>(classes) + static_cast<std::size_t>(k)];
          EXPECT_TRUE(share >= 0 && share <= 1);
          sum += share;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    }
  }
}

TEST(Gif, OneRowIsAConstantWithoutABudgetToBlame) {
  LabelledRows rows = test::annealed_sample(1, 0, 1);
  const FitResult result = fit_gif(rows, quick(), {100, Unit::nodes});
  EXPECT_EQ(size_of(result.model).nodes, 0U);
  for (const std::string& warning : result.warnings) EXPECT_EQ(warning.find("too small"), std::string::npos) << warning;
}

// For every loss, with splits of both kinds.
TEST(Gif, ARowOfWeightTwoIsARowTwice) {
  for (const char* loss : {"squared", "exponential", "softmax"}) {
    for (const char* split : {"local", "global"}) {
      OptionValues options = paper();
      options["loss"] = loss;
      options["split"] = split;
      LabelledRows weighted = test::annealed_sample(200, 2, 1);
      std::vector<std::uint32_t> twice;
      for (std::uint32_t row = 0; row < 200; ++row) {
        weighted.target.weights.push_back(1 + row % 2);
        for (std::uint32_t copy = 0; copy <= row % 2; ++copy) twice.push_back(row);
      }
      LabelledRows repeated = {take_rows(weighted.table, twice), take_rows(weighted.target, twice)};
      repeated.target.weights.clear();
      const std::vector<double> a = predict_scores(fit_gif(weighted, options, {80, Unit::nodes}).model, weighted.table);
      const std::vector<double> b = predict_scores(fit_gif(repeated, options, {80, Unit::nodes}).model, weighted.table);
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5) << loss << ' ' << split;
    }
  }
}

// Naming the labels of such a column would use the budget up.
TEST(Gif, LeavesOutColumnsWhoseLabelsAByteBudgetCannotHold) {
  LabelledRows rows = test::annealed_sample(300, 0, 1);
  Column dear;
  dear.feature = {"dear", ColumnType::categorical, {}};
  for (int row = 0; row < 300; ++row) {
    dear.feature.labels.push_back("a label of some length " + std::to_string(row));
    dear.codes.push_back(row);
  }
  rows.table.columns.push_back(std::move(dear));
  const FitResult result = fit_gif(rows, paper(), {1000, Unit::bytes});
  EXPECT_GT(encode(result.model).size(), 900U);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings[0],
            "1 column is left out, because the labels alone would take more than half of the 1000bytes");
}

TEST(Gif, WarnsOfOptionsOfAnotherLoss) {
  const auto warnings = [](int classes, const OptionValues& more) {
    OptionValues options = paper();
    for (const auto& [name, value] : more) options[name] = value;
    return fit_gif(test::annealed_sample(100, classes, 1), options, {10, Unit::nodes}).warnings;
  };
  const std::vector<std::string> refit = {"refit has no effect: it applies to the squared loss only"};
  const std::vector<std::string> saturation = {"saturation has no effect: it applies to the exponential loss only"};
  EXPECT_EQ(warnings(2, {{"loss", "softmax"}, {"refit", "3"}}), refit);
  EXPECT_EQ(warnings(0, {{"saturation", "2"}}), saturation);
  EXPECT_TRUE(warnings(2, {{"loss", "softmax"}}).empty());
  EXPECT_TRUE(warnings(2, {{"loss", "squared"}, {"refit", "3"}}).empty());
  EXPECT_TRUE(warnings(2, {{"loss", "exponential"}, {"saturation", "2"}}).empty());
}

TEST(Gif, RefusesALossThatIsNotForTheTask) {
  const LabelledRows rows = test::annealed_sample(100, 0, 1);
  EXPECT_ERROR((fit_gif(rows, {{"loss", "softmax"}}, {10, Unit::nodes})), ErrorCode::usage,
               "loss must be squared for regression");
}

}  // namespace
}  // namespace espalier
