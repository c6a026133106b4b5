#include "grow/criterion/leaf_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.h"

namespace espalier {
namespace {

std::vector<double> value(const LeafValues& values, const NodeSums& leaf, const NodeSums& parent) {
  std::vector<double> out(values.width());
  values.value(leaf, parent, out);
  return out;
}

TEST(LeafValues, TheMeanOfARegressionLeafIsMeasuredFromTheInterceptAt14_6) {
  const LeafValues values(test::regression({1, 2, 6}), LeafValue::mean, 0, {3, 0, {}}, 3);
  EXPECT_EQ(values.intercept(), std::vector<double>{3});
  EXPECT_DOUBLE_EQ(value(values, {2, -3, {}}, {3, 0, {}})[0], -1.5);  // rows 1 and 2: mean 1.5 = 3 - 1.5
}

// Section 14.4.2: eight points of class -1 and two of +1; the stump has four -1 and both +1 on its left.
TEST(LeafValues, BalancedModeOfTheBooksExampleIsPlusOneOnTheLeftAndMinusOneOnTheRight) {
  const Target target = test::classes({0, 0, 0, 0, 1, 1, 0, 0, 0, 0});
  const NodeSums both = {10, 0, {8, 2}}, left = {6, 0, {4, 2}}, right = {4, 0, {4, 0}};
  const LeafValues balanced(target, LeafValue::balanced_mode, 0, both, 0);
  EXPECT_EQ(value(balanced, left, both)[0], 1);
  EXPECT_EQ(value(balanced, right, both)[0], 0);
  const LeafValues mode(target, LeafValue::mode, 0, both, 0);
  EXPECT_EQ(value(mode, left, both)[0], 0);
  EXPECT_EQ(value(mode, right, both)[0], 0);
}

TEST(LeafValues, ClassSharesAreOneNumberForTwoClassesAndAllForMore) {
  const LeafValues two(test::classes({0, 1}), LeafValue::mean, 0, {2, 0, {1, 1}}, 0);
  EXPECT_EQ(value(two, {4, 0, {3, 1}}, {4, 0, {3, 1}}), (std::vector<double>{0.25}));
  const LeafValues three(test::classes({0, 1, 2}, 3), LeafValue::mean, 0, {3, 0, {1, 1, 1}}, 0);
  EXPECT_EQ(value(three, {4, 0, {2, 1, 1}}, {4, 0, {2, 1, 1}}), (std::vector<double>{0.5, 0.25, 0.25}));
  EXPECT_EQ(three.link(), Link::probability);
}

// Equation 14.8 by the loss's own derivatives at the best constant.
TEST(LeafValues, NewtonIsOneStepFromTheBestConstantOnTheLogisticLoss) {
  const std::vector<std::int32_t> y = {0, 0, 0, 1, 1, 0, 1, 0};
  const LeafValues values(test::classes(y), LeafValue::newton, 0.5, {8, 0, {5, 3}}, 0);
  const double start = values.intercept()[0];
  EXPECT_NEAR(start, std::log(3.0 / 5.0), 1e-12);
  double gradient = 0, hessian = 0;
  for (const double label : {1.0, 1.0, 0.0}) {  // a leaf of rows 3, 4, 5
    gradient += LogisticLoss::gradient(label, start);
    hessian += LogisticLoss::hessian(label, start);
  }
  EXPECT_NEAR(value(values, {3, 0, {1, 2}}, {8, 0, {5, 3}})[0], -gradient / (hessian + 0.5), 1e-12);
  EXPECT_EQ(values.link(), Link::logistic);
}

// The stump of 14.4.2: four of -1 and two of +1 on its left, four of -1 on its right. At 0 the cost's slope to the left
// is -2 for the two, to the right 4 for the four: (4 - 2)/2 = 1 on average; λ is half of the rows.
TEST(LeafValues, PerceptronIsOneStepFromZero) {
  const Target target = test::classes({0, 0, 0, 0, 1, 1, 0, 0, 0, 0});
  const NodeSums both = {10, 0, {8, 2}}, left = {6, 0, {4, 2}}, right = {4, 0, {4, 0}};
  const LeafValues plain(target, LeafValue::perceptron, 0, both, 0), held(target, LeafValue::perceptron, 1, both, 0);
  EXPECT_EQ(plain.intercept(), std::vector<double>{0});
  EXPECT_EQ(plain.link(), Link::logistic);
  EXPECT_DOUBLE_EQ(value(plain, left, both)[0], -1.0 / 3);
  EXPECT_DOUBLE_EQ(value(plain, right, both)[0], -1);
  EXPECT_DOUBLE_EQ(value(held, left, both)[0], -1.0 / (3 + 1));
}

// Three classes: a pure leaf has the code of its class, 1 and -1/2; of six rows each class expects two, and λ is four.
TEST(LeafValues, PerceptronOfSeveralClassesIsOneStepFromZero) {
  const LeafValues values(test::classes({0, 1, 2}, 3), LeafValue::perceptron, 0, {3, 0, {1, 1, 1}}, 0);
  EXPECT_EQ(values.link(), Link::softmax);
  EXPECT_EQ(value(values, {6, 0, {0, 6, 0}}, {}), (std::vector<double>{-0.5, 1, -0.5}));
  EXPECT_EQ(value(values, {6, 0, {1, 3, 2}}, {}), (std::vector<double>{-0.25, 0.25, 0}));
}

TEST(LeafValues, NewtonOnTheSoftmaxLossUsesTheDiagonalHessian) {
  const std::vector<std::int32_t> y = {0, 1, 2, 2};
  const LeafValues values(test::classes(y, 3), LeafValue::newton, 1, {4, 0, {1, 1, 2}}, 0);
  std::vector<double> gradient(3), hessian(3), g(3), h(3);
  for (const int label : {2, 0}) {
    SoftmaxLoss::gradient(label, values.intercept(), g);
    SoftmaxLoss::hessian(label, values.intercept(), h);
    for (std::size_t k = 0; k < 3; ++k) {
      gradient[k] += g[k];
      hessian[k] += h[k];
    }
  }
  const std::vector<double> step = value(values, {2, 0, {1, 0, 1}}, {4, 0, {1, 1, 2}});
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(step[k], -gradient[k] / (hessian[k] + 1), 1e-12);
}

}  // namespace
}  // namespace espalier
