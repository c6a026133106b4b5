#include "method/graft/start.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "data/expect_error.h"
#include "espalier/predict.h"
#include "method/annealed/annealed_sample.h"
#include "method/finish/leaf_forest_model.h"

namespace espalier {
namespace {

constexpr const char* kFile = "saved.esp";
const Run kRun{1, 1, {}};

struct Rows {
  Rows(std::size_t count, int classes, std::uint64_t seed)
      : all(test::annealed_sample(count, classes, seed)), view(all), numbers(count) {
    request.train = &view;
    for (std::uint32_t row = 0; row < count; ++row) numbers[row] = row;
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  // All later uses see the columns as they are then.
  void refresh() { view = all; }
  std::vector<Feature> features() const {
    std::vector<Feature> features;
    for (const Column& column : all.table.columns) features.push_back(column.feature);
    return features;
  }

  LabelledRows all;
  LabelledView view;
  FitRequest request;
  std::vector<std::uint32_t> numbers;
};

Model fitted(const Rows& rows, const std::string& method, const OptionValues& options) {
  return fit(find_method(method), {&rows.view, nullptr, {}, options, false}, kRun).model;
}

// The scores of the start as it is, before any growth.
std::vector<double> scores_of_start(const Model& model, const Rows& rows, const Loss& loss) {
  const RowLoss row_loss(loss, rows.view.target);
  const GraftStart start(model, kFile, rows.request, row_loss.outputs(), kRun);
  const LeafForest forest = start.forest(rows.numbers, {}, row_loss);
  const Model again = leaf_forest_model(forest, row_loss, rows.view.target, rows.features());
  return predict_scores(again, rows.all.table, kRun);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-4) << i;
}

TEST(GraftStart, PredictsAsTheSavedModel) {
  for (const int classes : {0, 2, 3}) {
    const Rows rows(300, classes, 1);
    const Model model = fitted(rows, "boost", {{"trees", "10"}});
    expect_near(scores_of_start(model, rows, test::loss_for(classes)), predict_scores(model, rows.all.table, kRun));
  }
}

// Other rows, with the columns in another order, one more, and another order of the labels.
TEST(GraftStart, FindsColumnsAndLabelsByTheirNames) {
  const Rows first(300, 0, 1);
  const Model model = fitted(first, "boost", {{"trees", "20"}});
  Rows second(200, 0, 2);
  const std::vector<double> expected = predict_scores(model, second.all.table, kRun);
  std::vector<Column>& columns = second.all.table.columns;
  Column& labels = columns[3];
  labels.feature.labels = {"s", "r", "q", "p"};
  for (std::int32_t& code : labels.codes) code = 3 - code;
  columns.push_back(test::numeric("another", std::vector<float>(200, 1)));
  std::ranges::reverse(columns);
  second.refresh();
  expect_near(scores_of_start(model, second, SquaredLoss{}), expected);
}

TEST(GraftStart, SendsLabelsThatTheModelDoesNotKnowWhereMissingValuesGo) {
  const Rows first(300, 0, 1);
  const Model model = fitted(first, "boost", {{"trees", "20"}});
  Rows unknown(200, 0, 2), missing(200, 0, 2);
  unknown.all.table.columns[3].feature.labels = {"p", "q", "r", "new"};
  for (std::int32_t& code : missing.all.table.columns[3].codes)
    if (code == 3) code = kMissingCode;
  unknown.refresh();
  missing.refresh();
  expect_near(scores_of_start(model, unknown, SquaredLoss{}), predict_scores(model, missing.all.table, kRun));
}

TEST(GraftStart, OfOneScoreOrTwoPredictsTheSame) {
  const Rows rows(300, 2, 1);
  const Model model = fitted(rows, "boost", {{"trees", "10"}});
  const std::vector<double> one = predict_scores(model, rows.all.table, kRun);
  const std::vector<double> two = scores_of_start(model, rows, SoftmaxLoss{});
  ASSERT_EQ(two.size(), 2 * one.size());
  for (std::size_t row = 0; row < one.size(); ++row) ASSERT_NEAR(two[2 * row + 1] - two[2 * row], one[row], 1e-4);
}

// Probabilities are no scores: the trees are kept, and their weights found again.
TEST(GraftStart, OfProbabilitiesHasTreesWithoutWeights) {
  const Rows rows(300, 3, 1);
  const Model model = fitted(rows, "forest", {{"trees", "3"}, {"depth", "3"}});
  const RowLoss loss(SoftmaxLoss{}, rows.view.target);
  const GraftStart start(model, kFile, rows.request, 3, kRun);
  const LeafForest forest = start.forest(rows.numbers, {}, loss);
  EXPECT_EQ(forest.size(), 3U);
  EXPECT_EQ(forest.leaves(), size_of(model).leaves);
  EXPECT_EQ(forest.intercept, loss.start());
  for (const float weight : forest.weights().weights) EXPECT_EQ(weight, 0.0F);
}

TEST(GraftStart, WatchesTheOtherRowsOrElseTheValidationRows) {
  Rows rows(300, 0, 1);
  const Rows others(100, 0, 2);
  rows.request.validation = &others.view;
  const Model model = fitted(rows, "boost", {{"trees", "5"}});
  const RowLoss loss(SquaredLoss{}, rows.view.target);
  const GraftStart start(model, kFile, rows.request, 1, kRun);
  const std::span all(rows.numbers);
  const LeafForest forest = start.forest(all.first(200), all.subspan(200), loss);
  const LeafForest swapped = start.forest(all.subspan(200), all.first(200), loss);
  const LeafForest validated = start.forest(all, {}, loss);
  const GraftStart on_others(model, kFile, others.request, 1, kRun);
  const LeafForest trained_on = on_others.forest(others.numbers, {}, RowLoss(SquaredLoss{}, others.view.target));
  for (std::size_t t = 0; t < 5; ++t) {
    EXPECT_TRUE(std::ranges::equal(forest.tree(t).watched(), swapped.tree(t).ids()));
    EXPECT_TRUE(std::ranges::equal(forest.tree(t).ids(), swapped.tree(t).watched()));
    EXPECT_TRUE(std::ranges::equal(validated.tree(t).watched(), trained_on.tree(t).ids()));
  }
}

TEST(GraftStart, IsWithinTheLimitsOfTreesOrRefused) {
  const Rows rows(300, 0, 1);
  const Model model = fitted(rows, "tree", {{"depth", "2"}, {"min-rows", "5"}});
  ASSERT_EQ(size_of(model).leaves, 4U);
  const GraftStart start(model, kFile, rows.request, 1, kRun);
  GraftLimits limits;
  limits.tree_leaves = 4;
  limits.depth = 2;
  limits.leaves = 1;  // of the whole forest, which is pruned to it
  EXPECT_NO_THROW(start.check(limits, kFile));
  limits.tree_leaves = 3;
  EXPECT_ERROR(start.check(limits, kFile), ErrorCode::usage, "from: saved.esp has a tree of 4 leaves, leaves allows 3");
  limits.tree_leaves = 4;
  limits.depth = 1;
  EXPECT_ERROR(start.check(limits, kFile), ErrorCode::usage, "from: saved.esp has a tree of depth 2, depth allows 1");
}

TEST(GraftStart, KeepsTreesOfOneClassOnlyIfAsked) {
  const Rows rows(300, 3, 1);
  const Model model = fitted(rows, "boost", {{"trees", "4"}});
  const RowLoss loss(SoftmaxLoss{}, rows.view.target);
  const auto outputs = [&](TreeClasses classes) {
    const LeafForest forest = GraftStart(model, kFile, rows.request, 3, kRun, classes).forest(rows.numbers, {}, loss);
    expect_near(
        predict_scores(leaf_forest_model(forest, loss, rows.view.target, rows.features()), rows.all.table, kRun),
        predict_scores(model, rows.all.table, kRun));
    return std::vector{forest.tree(0).output(), forest.tree(1).output(), forest.tree(2).output()};
  };
  EXPECT_EQ(outputs(TreeClasses::all), (std::vector{kNone, kNone, kNone}));
  EXPECT_EQ(outputs(TreeClasses::one), (std::vector{0, 1, 2}));
  const Model vectors = fitted(rows, "boost", {{"trees", "4"}, {"vector-leaves", "true"}});
  EXPECT_ERROR(GraftStart(vectors, kFile, rows.request, 3, kRun, TreeClasses::one), ErrorCode::usage,
               "from: saved.esp has trees of all classes, but tree-classes is one");
}

TEST(GraftStart, OfOtherColumnsIsRefused) {
  const Rows rows(300, 0, 1);
  const Model model = fitted(rows, "boost", {{"trees", "20"}});
  Rows numbers(100, 0, 2);
  numbers.all.table.columns[3] = test::numeric("d", std::vector<float>(100, 1));
  numbers.refresh();
  EXPECT_ERROR(GraftStart(model, kFile, numbers.request, 1, kRun), ErrorCode::usage,
               "from: saved.esp splits by \"d\", which is of another type in the data");
}

}  // namespace
}  // namespace espalier
