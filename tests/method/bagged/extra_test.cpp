#include "method/bagged/extra.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

FitResult fit_extra(const LabelledView& train, OptionValues options) {
  return fit(find_method("extra"), {&train, nullptr, {}, std::move(options), false}, {3, 2, {}});
}

TEST(ExtraMethod, SeesEveryRowAndFitsItExactly) {
  const Table numbers = generate("friedman1", 200, 1), classes = generate("waveform", 200, 1);
  for (const Table* table : {&numbers, &classes}) {
    const LabelledView train = {*table, make_target(*table)};
    const FitResult result = fit_extra(train, {{"trees", "5"}});
    EXPECT_LT(error_of(evaluate(result.model, *table, train.target)), 1e-10);
    EXPECT_FALSE(result.out_of_bag);
  }
}

TEST(ExtraMethod, DrawsTheRootOfTheColumnsForClassesAndAllForRegression) {
  const Table numbers = generate("friedman1", 100, 1), classes = generate("waveform", 100, 1);
  const LabelledView regression = {numbers, make_target(numbers)}, classification = {classes, make_target(classes)};
  EXPECT_EQ(stripped(fit_extra(regression, {{"trees", "3"}}).model),
            stripped(fit_extra(regression, {{"trees", "3"}, {"features", "10"}}).model));
  const std::string root = std::to_string(static_cast<int>(std::sqrt(classes.columns.size())));
  EXPECT_EQ(stripped(fit_extra(classification, {{"trees", "3"}}).model),
            stripped(fit_extra(classification, {{"trees", "3"}, {"features", root}}).model));
}

TEST(ExtraMethod, PredictionsOutsideTheRangeAreConstant) {
  std::vector<float> x;
  std::vector<double> y;
  for (int i = 0; i < 50; ++i) {
    x.push_back(static_cast<float>(i));
    y.push_back(2.0 * i);
  }
  const Table table = test::table_of({test::numeric("x", x)});
  const LabelledView train = {table, test::regression(y)};
  const Model model = fit_extra(train, {{"trees", "10"}}).model;
  const std::vector<double> scores = predict_scores(model, test::table_of({test::numeric("x", {-1000, 0, 49, 1000})}));
  EXPECT_EQ(scores[0], scores[1]);
  EXPECT_EQ(scores[2], scores[3]);
}

}  // namespace
}  // namespace espalier
