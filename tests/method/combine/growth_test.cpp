#include "method/combine/growth.h"

#include <gtest/gtest.h>

#include <limits>

#include "espalier/evaluate.h"
#include "espalier/metrics.h"
#include "espalier/predict.h"
#include "grow/criterion/target_mean.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

class CombineGrowths : public testing::TestWithParam<int> {
 protected:
  const LabelledRows rows = test::annealed_sample(200, GetParam(), 1);
  const LabelledRows others = test::annealed_sample(100, GetParam(), 2);
  const LabelledView train = {rows.table, rows.target};
  const LabelledView validation = {others.table, others.target};
  const std::vector<std::uint32_t> all = rows_with_weight(rows.target);
  Threads threads{1};
  const CombineData data{train, &validation, threads};
  CombineOptions options;
  CombineLimits limits;

  CombineGrowth growth() {
    return {data, limits, all, data.validation(), combiner_options(options, 6, all.size()), 1, threads};
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, CombineGrowths, testing::Values(0, 2, 3));

// Mean squared error; of classes that of the shares, of two classes that of the second.
double squared_error(const Model& model, const LabelledRows& rows) {
  const std::vector<double> scores = predict_scores(model, rows.table);
  const std::size_t width = scores.size() / rows.target.rows();
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::size_t row = i / width;
    const double wanted =
        rows.target.task == Task::regression
            ? rows.target.values[row]
            : static_cast<double>(static_cast<std::size_t>(rows.target.classes[row]) == (width > 1 ? i % width : 1));
    sum += (scores[i] - wanted) * (scores[i] - wanted);
  }
  return sum / static_cast<double>(rows.target.rows());
}

TEST_P(CombineGrowths, TheModelPredictsWhatTheLossSays) {
  CombineGrowth growth = this->growth();
  for (int round = 0; round < 8; ++round) ASSERT_TRUE(growth.grow());
  const ScaledTarget scaled(rows.target);
  const double unit = GetParam() == 0 ? scaled.scales()[0].spread * scaled.scales()[0].spread : 1;
  const Model model = growth.model(0);
  EXPECT_NEAR(squared_error(model, rows), growth.loss() * unit, 1e-5);
  for (const double ridge : {0.0, 2.0})
    EXPECT_NEAR(squared_error(growth.model(ridge), others), growth.cost(CombinedLoss::squared, ridge) * unit, 1e-5);
  EXPECT_LT(squared_error(growth.model(0.1), rows), squared_error(model, rows));
  EXPECT_EQ(size_of(model).leaves, 6U * 9);
}

TEST_P(CombineGrowths, WithoutRoundsThereIsAConstant) {
  CombineGrowth growth = this->growth();
  EXPECT_EQ(size_of(growth.model(0)).leaves, 0U);
  EXPECT_NEAR(growth.loss(), growth.cost(CombinedLoss::squared, 0), 0.3);
}

TEST_P(CombineGrowths, ARoundThatTakesTooManyBytesIsTakenBack) {
  limits.budget = Budget{400, Unit::bytes};
  CombineGrowth growth = this->growth();
  double last = growth.loss();
  std::size_t rounds = 0;
  while (growth.grow()) {
    ++rounds;
    EXPECT_LE(size_of(stripped(growth.model(0))).bytes, 400U);
    last = growth.loss();
  }
  EXPECT_EQ(growth.rounds(), rounds);
  EXPECT_EQ(growth.loss(), last);
  EXPECT_LE(size_of(stripped(growth.model(0))).bytes, 400U);
  EXPECT_FALSE(growth.grow());
}

// Refitted leaves are all different, and take more bytes than shares of few rows.
TEST_P(CombineGrowths, BytesAreThoseOfTheRefittedModel) {
  limits = {Budget{1500, Unit::bytes}, 0, 3};
  CombineGrowth growth = this->growth();
  while (growth.grow()) {
  }
  EXPECT_LE(size_of(stripped(growth.model(3))).bytes, 1500U);
  EXPECT_GT(size_of(stripped(growth.model(3))).bytes, 1000U);
}

TEST_P(CombineGrowths, ARefitThatDoesNotFitCostsEverything) {
  if (GetParam() != 3) return;  // shares of few rows are few numbers, refitted ones are not
  limits.budget = Budget{1500, Unit::bytes};
  CombineGrowth growth = this->growth();
  while (growth.grow()) {
  }
  ASSERT_GT(size_of(stripped(growth.model(3))).bytes, 1500U);
  EXPECT_EQ(growth.cost(CombinedLoss::squared, 3), std::numeric_limits<double>::infinity());
  EXPECT_LT(growth.cost(CombinedLoss::squared, 0), 1);
}

TEST_P(CombineGrowths, ToleranceEndsGrowth) {
  limits.tolerance = 0.7;
  CombineGrowth growth = this->growth();
  const double constant = growth.loss();
  double last = constant;
  while (growth.grow()) {
    EXPECT_GT(last, 0.7 * constant);
    last = growth.loss();
  }
  EXPECT_LE(growth.loss(), 0.7 * constant);
}

TEST_P(CombineGrowths, TheLogLossOfWatchedRowsIsThatOfTheModel) {
  if (GetParam() == 0) return;
  options.loss = CombinedLoss::log;
  CombineGrowth growth = this->growth();
  for (int round = 0; round < 5; ++round) growth.grow();
  // No share is as small as the least that counts, after five rounds of six trees.
  const auto metrics = std::get<ClassificationMetrics>(evaluate(growth.model(0), others.table, others.target));
  EXPECT_NEAR(growth.cost(CombinedLoss::log, 0), metrics.log_loss, 1e-4);
}

}  // namespace
}  // namespace espalier
