// Models of several targets, from the methods that fit them.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/generate.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/errors.h"
#include "support/tables.h"

namespace espalier {
namespace {

using samples::expect_error;

// friedman1, and as further targets a multiple of it in other units, and one of the columns.
LabelledView friedman(const Table& table) {
  LabelledView train{table, make_target(table)};
  const std::vector<double> y = std::exchange(train.target.values, {});
  train.target.names = {"y", "thousands", "x1"};
  for (std::size_t row = 0; row < y.size(); ++row) {
    const double x = static_cast<double>(table.columns[0].values[row]);
    train.target.values.insert(train.target.values.end(), {y[row], 1000 * y[row] - 5e6, x});
  }
  return train;
}

std::vector<const Method*> able() {
  std::vector<const Method*> found;
  for (const Method& method : methods())
    if (method.several_targets) found.push_back(&method);
  return found;
}

FitResult fit_few(const Method& method, const LabelledView& train, OptionValues options = {}, int threads = 2) {
  return fit(method, {&train, nullptr, Budget{300, Unit::nodes}, std::move(options), false}, {3, threads, {}});
}

TEST(SeveralTargets, AreAllLearntWhateverTheirUnits) {
  const Table table = generate("friedman1", 300, 1), others = generate("friedman1", 300, 2);
  const LabelledView train = friedman(table), test = friedman(others);
  for (const Method* method : able()) {
    for (const std::string split : {"global", "local"}) {
      const Model model = fit_few(*method, train, {{"split", split}}).model;
      EXPECT_EQ(model.targets, train.target.names);
      const auto metrics = std::get<RegressionMetrics>(evaluate(model, test.table, test.target));
      ASSERT_EQ(metrics.targets.size(), 3U);
      for (const RegressionMetrics& of : metrics.targets) EXPECT_GT(of.r2.value(), 0.4) << method->name << split;
      // The second is a multiple of the first, and is predicted as one.
      EXPECT_NEAR(metrics.targets[1].r2.value(), metrics.targets[0].r2.value(), 1e-4) << method->name << split;
    }
  }
}

TEST(SeveralTargets, TwoAreNotTakenForTwoClasses) {
  const Table table = generate("friedman1", 200, 1);
  LabelledView train{table, make_target(table)};
  const std::vector<double> y = std::exchange(train.target.values, {});
  train.target.names = {"up", "down"};
  for (const double value : y) train.target.values.insert(train.target.values.end(), {value, -value});
  for (const Method* method : able()) {
    const std::vector<double> scores = predict_scores(fit_few(*method, train).model, table);
    ASSERT_EQ(scores.size(), 2 * y.size());
    for (std::size_t row = 0; row < y.size(); ++row) EXPECT_NEAR(scores[2 * row], -scores[2 * row + 1], 1e-3);
  }
}

TEST(SeveralTargets, GiveTheSameModelOnAnyNumberOfThreadsAndFromItsFile) {
  const Table table = generate("friedman1", 200, 1);
  const LabelledView train = friedman(table);
  for (const Method* method : able()) {
    const Model model = fit_few(*method, train, {}, 1).model;
    EXPECT_EQ(model, fit_few(*method, train, {}, 3).model);
    EXPECT_EQ(decode(encode(model), "m"), model);
  }
}

TEST(SeveralTargets, ThatAreAllConstantGiveAConstantAndAWarning) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4})});
  LabelledView train{table, test::regression({1, 2, 1, 2, 1, 2, 1, 2})};
  train.target.names = {"a", "b"};
  for (const Method* method : able()) {
    const FitResult result = fit_few(*method, train);
    EXPECT_EQ(size_of(result.model).trees, 0U);
    EXPECT_EQ(predict_scores(result.model, test::table_of({test::numeric("x", {9})})), (std::vector<double>{1, 2}));
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_EQ(result.warnings.back(), "none of the 2 targets differs from row to row; the model is a constant");
  }
}

TEST(SeveralTargets, AreHeldOutWithTheirRows) {
  const Table table = generate("friedman1", 50, 1);
  const LabelledView train = friedman(table);
  const HeldOut parts = hold_out({table, train.target}, 0.2, 1);
  EXPECT_EQ(parts.validation.target.rows(), 10U);
  EXPECT_EQ(parts.train.target.names, train.target.names);
  for (const LabelledRows* rows : {&parts.train, &parts.validation})
    for (std::size_t row = 0; row < rows->target.rows(); ++row)
      EXPECT_EQ(rows->target.values[3 * row + 2], static_cast<double>(rows->table.columns[0].values[row]));
}

TEST(SeveralTargets, AreRefusedByTheOtherMethods) {
  const Table table = generate("friedman1", 50, 1);
  const LabelledView train = friedman(table);
  for (const Method& method : methods()) {
    if (method.several_targets) continue;
    expect_error(ErrorCode::usage, "predicts one target; gif predicts several", [&] {
      fit(method, {&train, nullptr, {}, {}, false});
    });
  }
  Target target = train.target;
  expect_error(ErrorCode::usage, "class weights need classes", [&] { balance_classes(target); });
}

TEST(SeveralTargets, MustBeAsManyInTheValidationRows) {
  const Table table = generate("friedman1", 50, 1);
  const LabelledView train = friedman(table), one{table, make_target(table)};
  expect_error(ErrorCode::usage, "the validation target must be of the same kind as the training target", [&] {
    fit(find_method("gif"), {&train, &one, {}, {}, false});
  });
}

}  // namespace
}  // namespace espalier
