#include "method/annealed/ret.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"
#include "method/saved_model.h"

namespace espalier {
namespace {

using test::SavedModel;

OptionValues quick_with(const OptionValues& others) {
  OptionValues options = {{"trees", "24"}, {"chains", "4"},       {"depths", "2,3"}, {"iterations", "10"},
                          {"levels", "6"}, {"shrinkage", "3,30"}, {"folds", "2"}};
  for (const auto& [name, value] : others) options[name] = value;
  return options;
}

FitResult fit_by(std::string_view method, const LabelledRows& rows, const OptionValues& options,
                 std::optional<Budget> budget = {}) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method(method), {&train, nullptr, budget, options}, {1, 2, {}});
}

// Columns, thresholds and shape of a tree, by the names of the columns.
std::string shape_of(const Model& model, const TreeSpan& tree) {
  const auto& forest = std::get<Forest>(model.body);
  std::string shape;
  for (std::uint32_t s = tree.first_split; s < tree.first_split + tree.splits; ++s) {
    const Split& split = forest.splits[s];
    shape += model.features[split.feature].name + std::to_string(split.threshold) + "," + std::to_string(split.left) +
             "," + std::to_string(split.right) + ";";
  }
  return shape;
}

std::vector<std::string> shapes_of(const Model& model) {
  std::vector<std::string> shapes;
  for (const TreeSpan& tree : std::get<Forest>(model.body).trees) shapes.push_back(shape_of(model, tree));
  return shapes;
}

TEST(Ret, SelectsFromTheTreesOfASavedModel) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1);
    for (const char* grower : {"boost", "forest"}) {
      const Model whole = fit_by(grower, rows, {{"trees", "15"}}).model;
      const SavedModel saved(whole, grower);
      const Model model = fit_by("ret", rows, quick_with({{"pool", saved.path()}}), Budget{4, Unit::trees}).model;
      const std::vector<std::string> all = shapes_of(whole);
      EXPECT_LE(shapes_of(model).size(), 4U);
      EXPECT_FALSE(shapes_of(model).empty());
      for (const std::string& shape : shapes_of(model)) EXPECT_NE(std::ranges::find(all, shape), all.end()) << shape;
    }
  }
}

TEST(Ret, AMissingPoolIsAnErrorThatNamesTheFile) {
  const LabelledRows rows = test::annealed_sample(50, 2, 1);
  try {
    fit_by("ret", rows, quick_with({{"pool", "/nowhere/model.espalier"}}));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/model.espalier"), std::string::npos) << error.what();
  }
}

TEST(Ret, APoolWithoutTreesIsAnError) {
  const LabelledRows rows = test::annealed_sample(50, 0, 1);
  Forest constant;
  constant.intercept = {1};
  const SavedModel saved(make_model(rows.target, Link::identity, {}, constant), "constant");
  for (const char* method : {"ret", "rules"}) {
    EXPECT_ERROR(fit_by(method, rows, quick_with({{"pool", saved.path()}})), ErrorCode::usage,
                 "pool must be a model with trees, got a constant (" + saved.path() + ")");
  }
}

TEST(Ret, APoolOfALinearModelIsAnError) {
  const LabelledRows rows = test::annealed_sample(50, 0, 1);
  Linear linear;
  linear.intercept = {1};
  linear.terms = {{0, 0, 0}};
  linear.weights = {2};
  const SavedModel saved(make_model(rows.target, Link::identity, {rows.table.columns[0].feature}, linear), "linear");
  EXPECT_THROW(fit_by("ret", rows, quick_with({{"pool", saved.path()}})), Error);
}

TEST(Ret, APoolOfOtherColumnsIsAnError) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const SavedModel saved(fit_by("boost", rows, {{"trees", "5"}}).model, "columns");
  LabelledRows other = rows;
  for (Column& column : other.table.columns) column.feature.name += "2";
  EXPECT_THROW(fit_by("ret", other, quick_with({{"pool", saved.path()}})), Error);
}

TEST(Ret, WholeTreesOfSeveralChainsAreRefusedWithTheReason) {
  const LabelledRows rows = test::annealed_sample(50, 2, 1);
  EXPECT_ERROR(fit_by("ret", rows, quick_with({{"weigh", "trees"}})), ErrorCode::usage,
               "weigh must be leaves with 4 chains, or chains must be 1: trees of chains that start at random mean "
               "nothing until their leaves are refitted");
}

// The leaves of a tree that is weighed as a whole keep their ratios.
class RetOfWholeTrees : public testing::TestWithParam<const char*> {};

TEST_P(RetOfWholeTrees, OfOneChainKeepTheRatiosOfTheirLeaves) {
  const LabelledRows rows = test::annealed_sample(400, 0, 1);
  const Model whole = fit_by("boost", rows, {{"trees", "15"}, {"depth", "2"}}).model;
  const SavedModel saved(whole, "whole");
  OptionValues options = quick_with({{"pool", saved.path()}, {"weigh", "trees"}, {"solver", GetParam()}});
  if (options["solver"] == "sgd") options["step"] = "0.01";
  const FitResult fitted = fit_by("ret", rows, options, Budget{4, Unit::trees});
  const Model& model = fitted.model;
  EXPECT_GT(std::get<RegressionMetrics>(evaluate(model, rows.table, rows.target)).r2, 0.3);
  const std::vector<std::string> all = shapes_of(whole), some = shapes_of(model);
  const auto &from = std::get<Forest>(whole.body), &to = std::get<Forest>(model.body);
  ASSERT_FALSE(some.empty());
  const auto has_ratios_of = [&](std::size_t t, std::size_t other) {
    const float* a = from.values.data() + from.trees[other].first_value;
    const float* b = to.values.data() + to.trees[t].first_value;
    bool same = some[t] == all[other];
    for (std::uint32_t i = 1; same && i <= to.trees[t].splits; ++i)
      same = std::abs(b[i] * a[0] - a[i] * b[0]) <= 1e-4F * std::abs(a[i] * b[0]) + 1e-7F;
    return same;
  };
  for (std::size_t t = 0; t < some.size(); ++t) {
    bool found = false;
    for (std::size_t other = 0; other < all.size(); ++other) found |= has_ratios_of(t, other);
    EXPECT_TRUE(found) << "tree " << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, RetOfWholeTrees, testing::Values("blocks", "momentum", "sgd"));

TEST(Ret, WholeTreesThatPartTheRowsAlikeAreNotTheSame) {
  const LabelledRows rows = test::annealed_sample(400, 0, 1);
  const Model whole = fit_by("boost", rows, {{"trees", "60"}, {"depth", "1"}}).model;
  const SavedModel saved(whole, "stumps");
  const OptionValues options = quick_with(
      {{"pool", saved.path()}, {"weigh", "trees"}, {"levels", "1"}, {"shrinkage", "0"}, {"iterations", "60"}});
  EXPECT_EQ(size_of(fit_by("ret", rows, options, Budget{60, Unit::trees}).model).trees, size_of(whole).trees);
}

TEST(Ret, ThePresetHasTheSettingsOfThePaper) {
  const Method& method = find_method("ret");
  const OptionValues& paper = preset_options(method, "paper");
  const OptionValues expected = {{"trees", "3000"},     {"chains", "30"},
                                 {"depths", "2-7"},     {"solver", "sgd"},
                                 {"iterations", "150"}, {"criterion", "norm-per-leaf"},
                                 {"mu", "10"},          {"shrinkage", "0.1,0.01,0.001,0.0001,0.00001"},
                                 {"levels", "50"},      {"folds", "5"},
                                 {"effort", "high"}};
  EXPECT_EQ(paper, expected);
  EXPECT_NO_THROW(method.check(paper));
  // On few rows, the trees alone would take long: with others for it, it is the stochastic descent.
  const LabelledRows rows = test::annealed_sample(100, 0, 1);
  const auto bytes = [&](OptionValues options) {
    for (const auto& [name, value] :
         OptionValues{{"trees", "12"}, {"chains", "4"}, {"folds", "2"}, {"iterations", "5"}})
      options[name] = value;
    return encode(stripped(fit_by("ret", rows, options, Budget{3, Unit::trees}).model));
  };
  EXPECT_EQ(bytes(paper), bytes({{"solver", "sgd"},
                                 {"criterion", "norm-per-leaf"},
                                 {"shrinkage", "0.1,0.01,0.001,0.0001,0.00001"},
                                 {"effort", "high"}}));
}

TEST(Ret, ALargerBudgetNeverLeavesLessThanATree) {
  for (const int classes : {0, 3}) {
    const LabelledRows rows = test::annealed_sample(300, classes, 1);
    for (std::size_t leaves = 2; leaves <= 16; ++leaves) {
      const Size size = size_of(
          fit_by("ret", rows, quick_with({{"depths", "1-4"}, {"folds", "1"}}), Budget{leaves, Unit::leaves}).model);
      EXPECT_GE(size.trees, 1U) << leaves;
      EXPECT_LE(size.leaves, leaves);
    }
    for (std::size_t bytes = 110 + static_cast<std::size_t>(classes) * 20; bytes <= 300; bytes += 19) {
      const Size size = size_of(
          fit_by("ret", rows, quick_with({{"depths", "1-4"}, {"folds", "1"}}), Budget{bytes, Unit::bytes}).model);
      EXPECT_GE(size.trees, 1U) << bytes;
      EXPECT_LE(size.bytes, bytes);
    }
  }
}

TEST(Ret, WholeTreesOfAModelOfMoreOutputsAreRefused) {
  const LabelledRows three = test::annealed_sample(200, 3, 1), two = test::annealed_sample(200, 2, 1);
  const SavedModel saved(fit_by("boost", three, {{"trees", "5"}}).model, "outputs");
  EXPECT_ERROR(fit_by("ret", two, quick_with({{"pool", saved.path()}, {"weigh", "trees"}})), ErrorCode::usage,
               "pool must be a model of 1 output to weigh its trees as they are, got 3 (" + saved.path() + ")");
  EXPECT_GT(size_of(fit_by("ret", two, quick_with({{"pool", saved.path()}})).model).trees, 0U);
}

TEST(Ret, TheCriterionGoesWithTheBudgetUnlessItIsGiven) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  const auto bytes = [&](const OptionValues& options, const Budget& budget) {
    return encode(stripped(fit_by("ret", rows, quick_with(options), budget).model));
  };
  EXPECT_EQ(bytes({}, {4, Unit::trees}), bytes({{"criterion", "mean-square"}}, {4, Unit::trees}));
  EXPECT_EQ(bytes({}, {30, Unit::leaves}), bytes({{"criterion", "square-per-leaf"}}, {30, Unit::leaves}));
}

TEST(Ret, KeepsHowTheRowsOfLeavesCameOutForUpToTwoClasses) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1);
    const Model model = fit_by("ret", rows, quick_with({}), Budget{4, Unit::trees}).model;
    const auto& forest = std::get<Forest>(model.body);
    ASSERT_TRUE(forest.statistics);
    EXPECT_EQ(forest.statistics->outcomes.size(), classes == 3 ? 0 : forest.absent.size());
  }
}

}  // namespace
}  // namespace espalier
