#include "method/bagged/forest.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/budget.h"
#include "espalier/error.h"
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

class ForestMethod : public testing::Test {
 protected:
  Table table = generate("friedman1", 300, 1);
  Table other = generate("friedman1", 1000, 2);
  LabelledView train = {table, make_target(table)};

  FitResult fit_with(OptionValues options, const LabelledView& set) const {
    return fit(find_method("forest"), {&set, nullptr, {}, std::move(options), false}, {3, 2, {}});
  }
  FitResult fit_with(OptionValues options) const { return fit_with(std::move(options), train); }
};

TEST_F(ForestMethod, WithAllRowsAndColumnsEveryTreeIsTheSingleTree) {
  const Model forest = fit_with({{"trees", "3"}, {"features", "10"}, {"bootstrap", "none"}}).model;
  const Model tree = fit(find_method("tree"), {&train, nullptr, {}, {}, false}).model;
  EXPECT_EQ(size_of(forest).leaves, 3 * size_of(tree).leaves);
  EXPECT_LT(error_of(evaluate(forest, table, train.target)), 1e-10);
}

TEST_F(ForestMethod, TheOutOfBagErrorIsNearThatOfNewRows) {
  const Target target = make_target(other);
  for (const char* bootstrap : {"with", "without"}) {
    const FitResult result = fit_with({{"bootstrap", bootstrap}});
    ASSERT_TRUE(result.out_of_bag);
    EXPECT_EQ(result.out_of_bag_rows, 300U);
    const double fresh = error_of(evaluate(result.model, other, target));
    EXPECT_NEAR(error_of(*result.out_of_bag), fresh, 0.25 * fresh) << bootstrap;
  }
  EXPECT_FALSE(fit_with({{"bootstrap", "none"}, {"trees", "3"}}).out_of_bag);
}

TEST_F(ForestMethod, OneTreeLeavesAThirdOfTheRowsOutOfItsBag) {
  EXPECT_EQ(fit_with({{"trees", "1"}, {"bootstrap", "without"}}).out_of_bag_rows, 100U);
  EXPECT_EQ(fit_with({{"trees", "1"}, {"bootstrap", "without"}, {"sample", "0.9"}}).out_of_bag_rows, 30U);
}

TEST_F(ForestMethod, VotesAreMultiplesOfOneVote) {
  const Table classes = generate("waveform", 200, 1);
  const LabelledView set = {classes, make_target(classes)};
  const Model model = fit_with({{"trees", "4"}, {"leaf", "mode"}, {"min-rows", "10"}}, set).model;
  for (const double score : predict_scores(model, classes)) EXPECT_EQ(score * 4, std::floor(score * 4));
}

TEST_F(ForestMethod, OptionsThatContradictAreRefused) {
  const auto& check = find_method("forest").check;
  EXPECT_THROW(check({{"sample", "0.5"}}), Error);
  EXPECT_NO_THROW(check({{"sample", "0.5"}, {"bootstrap", "without"}}));
  EXPECT_THROW(fit_with({{"leaf", "mode"}}), Error);  // regression
}

}  // namespace
}  // namespace espalier
