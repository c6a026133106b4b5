#include "method/finish/refit_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/generate.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

Model trained(const std::string& method, const LabelledView& train, OptionValues options) {
  return fit(find_method(method), {&train, nullptr, {}, std::move(options), false}, {1, 2, {}}).model;
}

Model refitted(const Model& model, const LabelledView& train, const Loss& loss, double ridge, int threads = 2) {
  Threads several(threads);
  return ModelRefit(model, train, loss, several).run(ridge);
}

// Mean loss and ridge of a model in the units of its own scores; `scale` is what the refit divides targets by.
double objective(const Model& model, const LabelledView& train, double ridge, double scale) {
  const auto& forest = std::get<Forest>(model.body);
  double sum = 0;
  for (const float value : forest.values) sum += 0.5 * ridge * std::pow(static_cast<double>(value) / scale, 2);
  const auto rows = static_cast<double>(train.target.rows());
  const Metrics metrics = evaluate(model, train.table, train.target);
  if (const auto* regression = std::get_if<RegressionMetrics>(&metrics))
    return sum + 0.5 * rows * regression->mse / (scale * scale);
  return sum + rows * std::get<ClassificationMetrics>(metrics).log_loss;
}

TEST(RefitModel, LowersTheObjectiveOfEveryKindOfForest) {
  struct Case {
    const char *data, *method;
    OptionValues options;
    Loss loss;
    Link link;
  };
  const std::vector<Case> cases = {
      {"friedman1", "boost", {{"trees", "20"}}, SquaredLoss{}, Link::identity},
      {"friedman1", "forest", {{"trees", "5"}}, SquaredLoss{}, Link::identity},
      {"friedman1", "extra", {{"trees", "5"}, {"min-rows", "5"}}, SquaredLoss{}, Link::identity},
      {"friedman1", "gif", {{"trees", "20"}, {"window", "1"}, {"rate", "0.1"}}, SquaredLoss{}, Link::identity},
      {"ringnorm", "boost", {{"trees", "20"}}, LogisticLoss{}, Link::logistic},
      {"ringnorm", "forest", {{"trees", "5"}, {"min-rows", "5"}}, LogisticLoss{}, Link::logistic},
      {"waveform", "boost", {{"trees", "10"}}, SoftmaxLoss{}, Link::softmax},
      {"waveform", "boost", {{"trees", "10"}, {"vector-leaves", "true"}}, SoftmaxLoss{}, Link::softmax},
      {"waveform", "extra", {{"trees", "5"}, {"min-rows", "5"}}, SoftmaxLoss{}, Link::softmax}};
  for (const Case& of : cases) {
    const Table table = generate(of.data, 400, 1);
    const LabelledView train = {table, make_target(table)};
    const Model before = trained(of.method, train, of.options);
    const RowLoss units(of.loss, train.target);
    for (const double ridge : {1.0, 10.0}) {
      const Model after = refitted(before, train, of.loss, ridge);
      EXPECT_EQ(after.link, of.link);
      EXPECT_EQ(size_of(stripped(after)).nodes, size_of(stripped(before)).nodes);
      EXPECT_EQ(after, refitted(before, train, of.loss, ridge, 7)) << of.data << ", " << of.method;
      // A forest of probabilities starts from 0, where the objective is that of the best constant.
      const double start = before.link == Link::probability
                               ? objective(refitted(before, train, of.loss, 1e9), train, ridge, units.scale())
                               : objective(before, train, ridge, units.scale());
      const double end = objective(after, train, ridge, units.scale());
      EXPECT_LT(end, start) << of.data << ", " << of.method;
      // More steps find next to nothing.
      EXPECT_GT(objective(refitted(after, train, of.loss, ridge), train, ridge, units.scale()), 0.97 * end)
          << of.data << ", " << of.method;
    }
  }
}

TEST(RefitModel, TreesOfOneClassStayOfOneClass) {
  const Table table = generate("waveform", 300, 1);
  const LabelledView train = {table, make_target(table)};
  const Model before = trained("boost", train, {{"trees", "4"}});
  const Model after = refitted(before, train, SoftmaxLoss{}, 3);
  const auto &a = std::get<Forest>(before.body), &b = std::get<Forest>(after.body);
  EXPECT_EQ(a.trees, b.trees);
  EXPECT_EQ(a.splits, b.splits);
  EXPECT_EQ(a.trees[1].output, 1);
  EXPECT_NE(a.values, b.values);
}

TEST(RefitModel, OfAConstantIsTheBestConstant) {
  const Table table = generate("friedman1", 100, 1);
  const LabelledView train = {table, make_target(table)};
  Forest forest;
  forest.intercept = {100};
  const Model after = refitted(make_model(train.target, Link::identity, {}, forest), train, SquaredLoss{}, 3);
  double mean = 0;
  for (const double y : train.target.values) mean += y / 100;
  EXPECT_NEAR(std::get<Forest>(after.body).intercept[0], mean, 1e-5);
}

TEST(RefitModel, OfSeveralTakesTheBestOnTheValidationRows) {
  const Table table = generate("friedman1", 300, 1), other = generate("friedman1", 300, 2);
  const LabelledView train = {table, make_target(table)}, validation = {other, make_target(other)};
  const Model before = trained("forest", train, {{"trees", "20"}});
  const FitRequest request = {&train, &validation, {}, {}, false};
  const std::vector<double> ridges = {0.01, 30, 0, 1e6};
  const RefittedModel best = refit_model(before, request, SquaredLoss{}, ridges, {});
  ASSERT_TRUE(best.loss);
  EXPECT_NEAR(*best.loss, error_of(evaluate(best.model, other, validation.target)), 1e-9);
  for (const double ridge : ridges) {
    const RefittedModel one = refit_model(before, request, SquaredLoss{}, std::vector<double>{ridge}, {});
    EXPECT_EQ(one.ridge, ridge);
    EXPECT_LE(*best.loss, 1.001 * error_of(evaluate(one.model, other, validation.target))) << ridge;
    EXPECT_EQ(one.model == before, ridge == 0);
  }
}

TEST(RefitModel, ANumberOfRowsNextToTheTargetsUnitsChangesNothing) {
  Table table = generate("friedman1", 300, 1);
  const LabelledView train = {table, make_target(table)};
  LabelledView large = train;
  for (double& y : large.target.values) y = 1e6 + 1024 * y;
  const Model a = refitted(trained("boost", train, {{"trees", "10"}}), train, SquaredLoss{}, 5);
  const Model b = refitted(trained("boost", large, {{"trees", "10"}}), large, SquaredLoss{}, 5);
  const std::vector<double> x = predict_scores(a, table), y = predict_scores(b, table);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR((y[i] - 1e6) / 1024, x[i], 0.02);
}

class RefitOption : public testing::TestWithParam<const char*> {};

TEST_P(RefitOption, RefitsWithinTheBudget) {
  const Method& method = find_method(GetParam());
  const Table table = generate("ringnorm", 300, 1), other = generate("ringnorm", 300, 2);
  const LabelledView train = {table, make_target(table)}, validation = {other, make_target(other)};
  OptionValues options = {{"trees", "10"}, {"refit", "3"}, {"depth", "4"}};
  EXPECT_FALSE(needs_validation(method, options));
  for (const Budget budget : {Budget{60, Unit::leaves}, Budget{2000, Unit::bytes}, Budget{4, Unit::trees}}) {
    const FitResult result = fit(method, {&train, nullptr, budget, options, false});
    EXPECT_TRUE(fits(size_of(result.model), budget));
    EXPECT_EQ(result.model.link, Link::logistic);
    EXPECT_FALSE(result.out_of_bag);
    options["refit"] = "0";
    EXPECT_NE(std::get<Forest>(result.model.body).values,
              std::get<Forest>(fit(method, {&train, nullptr, budget, options, false}).model.body).values);
    options["refit"] = "3";
  }
  options["refit"] = "0,3,100";
  EXPECT_TRUE(needs_validation(method, options));
  EXPECT_THROW(fit(method, {&train, nullptr, {}, options, false}), Error);
  const FitResult chosen = fit(method, {&train, &validation, {}, options, false});
  EXPECT_TRUE(chosen.chosen == "refit 0" || chosen.chosen == "refit 3" || chosen.chosen == "refit 100");
}

INSTANTIATE_TEST_SUITE_P(Methods, RefitOption, testing::Values("boost", "forest", "extra"));

TEST(BoostRefit, DoesNotGoWithDirections) {
  const Method& method = find_method("boost");
  EXPECT_THROW(method.check({{"refit", "1"}, {"increasing", "x1"}}), Error);
  EXPECT_NO_THROW(method.check({{"refit", "0"}, {"increasing", "x1"}}));
}

}  // namespace
}  // namespace espalier
