#include "loss/logistic_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"
#include "espalier/hold_out.h"
#include "espalier/loss.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

struct Rows {
  std::vector<float> scores, labels, weights, gradients, hessians;

  explicit Rows(std::size_t count) : gradients(count), hessians(count) {
    Random random(count, "rows");
    for (std::size_t i = 0; i < count; ++i) {
      scores.push_back(static_cast<float>(random.normal()) * (i % 3 == 0 ? 20.0F : 2.0F));
      labels.push_back(static_cast<float>(random.below(2)));
      weights.push_back(static_cast<float>(random.below(4)));
    }
  }
  double derive(bool weighted) {
    return logistic_gradients({scores, labels, weighted ? weights : std::vector<float>{}}, gradients, hessians);
  }
};

void expect_near(double actual, double expected) { EXPECT_NEAR(actual, expected, 1e-6 * std::abs(expected)); }

TEST(LogisticRows, HaveTheDerivativesAndTheLossThatOneRowAtATimeHas) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{16}, std::size_t{1000}})
    for (const bool weighted : {false, true}) {
      Rows rows(count);
      const double loss = rows.derive(weighted);
      double expected = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double y = static_cast<double>(rows.labels[i]), f = static_cast<double>(rows.scores[i]);
        const double weight = weighted ? static_cast<double>(rows.weights[i]) : 1;
        expect_near(static_cast<double>(rows.gradients[i]), weight * LogisticLoss::gradient(y, f));
        expect_near(static_cast<double>(rows.hessians[i]), weight * LogisticLoss::hessian(y, f));
        expected += weight * LogisticLoss::value(y, f);
      }
      expect_near(loss, expected);
    }
}

TEST(LogisticRows, HaveTheSameBytesOnEveryInstructionSet) {
  for (const std::size_t count : {std::size_t{5}, std::size_t{16}, std::size_t{999}})
    for (const bool weighted : {false, true}) {
      Rows expected(count);
      const double loss = expected.derive(weighted);
      test::on_every_instruction_set([&] {
        Rows rows(count);
        EXPECT_EQ(rows.derive(weighted), loss);
        EXPECT_EQ(rows.gradients, expected.gradients);
        EXPECT_EQ(rows.hessians, expected.hessians);
      });
    }
}

TEST(LogisticRows, AtScoreZeroHaveLossLog2GradientAHalfAndHessianAQuarter) {
  std::vector<float> gradients(2), hessians(2);
  const std::vector<float> zeros(2), labels = {1, 0};
  expect_near(logistic_gradients({zeros, labels, {}}, gradients, hessians), 2 * std::log(2.0));
  EXPECT_EQ(gradients, (std::vector<float>{-0.5F, 0.5F}));
  EXPECT_EQ(hessians, (std::vector<float>{0.25F, 0.25F}));
}

TEST(LogisticRows, FarFromTheBorderStayFinite) {
  std::vector<float> gradients(4), hessians(4);
  const std::vector<float> scores = {1000, -1000, 1000, -1000}, labels = {1, 0, 0, 1};
  test::on_every_instruction_set([&] {
    EXPECT_EQ(logistic_gradients({scores, labels, {}}, gradients, hessians), 2000);
    EXPECT_LT(std::abs(gradients[0]) + std::abs(gradients[1]), 1e-37F);
    EXPECT_EQ(gradients[2], 1);
    EXPECT_EQ(gradients[3], -1);
    for (const float hessian : hessians) EXPECT_LT(hessian, 1e-37F);
  });
}

TEST(LogisticRows, AScoreThatIsNoNumberShowsInItsGradientAndInTheSum) {
  std::vector<float> gradients(3), hessians(3);
  const std::vector<float> scores = {1, std::numeric_limits<float>::quiet_NaN(), 1}, labels = {1, 0, 0};
  test::on_every_instruction_set([&] {
    EXPECT_TRUE(std::isnan(logistic_gradients({scores, labels, {}}, gradients, hessians)));
    EXPECT_TRUE(std::isnan(gradients[1]));
    EXPECT_TRUE(std::isfinite(gradients[0]) && std::isfinite(gradients[2]));
  });
}

}  // namespace
}  // namespace espalier
