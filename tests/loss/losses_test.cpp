// Derivatives against central differences, best constants against their neighbours, and the ends of the number line.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"
#include "espalier/loss.h"

namespace espalier {
namespace {

// (g(x + h) - g(x - h)) / 2h is off by h² g'''/6 and by rounding of order 1e-16 / h.
constexpr double kStep = 1e-5;
constexpr double kTolerance = 1e-8;

template <class F>
double slope(F f, double x) {
  return (f(x + kStep) - f(x - kStep)) / (2 * kStep);
}

template <class L>
void expect_derivatives(double y, double f) {
  EXPECT_NEAR(L::gradient(y, f), slope([&](double x) { return L::value(y, x); }, f), kTolerance) << y << " " << f;
  EXPECT_NEAR(L::hessian(y, f), slope([&](double x) { return L::gradient(y, x); }, f), kTolerance) << y << " " << f;
}

TEST(Losses, GradientAndHessianAreTheDerivativesOfTheValue) {
  for (const double y : {0.0, 1.0}) {
    for (double f = -6.05; f < 6; f += 0.1) {  // never at the hinge's corner, ±1
      expect_derivatives<SquaredLoss>(y, f);
      expect_derivatives<LogisticLoss>(y, f);
      expect_derivatives<HingeLoss>(y, f);
      expect_derivatives<ExponentialLoss>(y, f);
    }
  }
  expect_derivatives<SquaredLoss>(-17.25, 3.5);
}

TEST(SoftmaxLoss, GradientAndDiagonalHessianAreTheDerivativesOfTheValue) {
  Random random(1, "losses_test");
  for (int trial = 0; trial < 50; ++trial) {
    const int y = static_cast<int>(random.below(4));
    std::vector<double> f(4), gradient(4), hessian(4);
    for (double& score : f) score = 3 * random.normal();
    SoftmaxLoss::gradient(y, f, gradient);
    SoftmaxLoss::hessian(y, f, hessian);
    for (std::size_t k = 0; k < f.size(); ++k) {
      const auto with = [&](double score) {
        std::vector<double> moved = f;
        moved[k] = score;
        return moved;
      };
      const auto value = [&](double score) { return SoftmaxLoss::value(y, with(score)); };
      const auto entry = [&](double score) {
        std::vector<double> out(4);
        SoftmaxLoss::gradient(y, with(score), out);
        return out[k];
      };
      EXPECT_NEAR(gradient[k], slope(value, f[k]), kTolerance);
      EXPECT_NEAR(hessian[k], slope(entry, f[k]), kTolerance);
    }
  }
}

TEST(Losses, ValuesAreThoseOfTheirFormulas) {
  EXPECT_DOUBLE_EQ(SquaredLoss::value(3, 5), 2);
  EXPECT_DOUBLE_EQ(LogisticLoss::value(1, 0), std::log(2));
  EXPECT_DOUBLE_EQ(LogisticLoss::value(1, 2), std::log(1 + std::exp(-2)));
  EXPECT_DOUBLE_EQ(LogisticLoss::value(0, 2), std::log(1 + std::exp(2)));
  EXPECT_DOUBLE_EQ(HingeLoss::value(1, 0.5), 0.125);
  EXPECT_DOUBLE_EQ(HingeLoss::value(0, 2), 4.5);
  EXPECT_EQ(HingeLoss::value(1, 1.5), 0);
  EXPECT_DOUBLE_EQ(ExponentialLoss::value(1, 3), std::exp(-1.5));
  EXPECT_DOUBLE_EQ(ExponentialLoss::value(0, 3), std::exp(1.5));
  EXPECT_DOUBLE_EQ(SoftmaxLoss::value(1, std::vector<double>{1, 2, 4}),
                   std::log(std::exp(1) + std::exp(2) + std::exp(4)) - 2);
}

TEST(LogisticLoss, KeepsItsDigitsAndDoesNotOverflowFarOut) {
  EXPECT_DOUBLE_EQ(LogisticLoss::value(1, -1000), 1000);
  EXPECT_EQ(LogisticLoss::value(1, 1000), 0);
  EXPECT_DOUBLE_EQ(LogisticLoss::value(1, 50), std::exp(-50));  // log(1 + t) = t for such t
  EXPECT_DOUBLE_EQ(LogisticLoss::gradient(1, 50), -std::exp(-50));
  EXPECT_DOUBLE_EQ(LogisticLoss::gradient(0, -50), std::exp(-50));
  EXPECT_DOUBLE_EQ(LogisticLoss::hessian(1, 50), std::exp(-50));
  EXPECT_DOUBLE_EQ(LogisticLoss::hessian(1, -50), std::exp(-50));
  EXPECT_EQ(LogisticLoss::gradient(0, 1000), 1);
  EXPECT_EQ(LogisticLoss::hessian(0, -1000), 0);
  for (double f = -40; f <= 40; f += 0.37) {
    EXPECT_NEAR(LogisticLoss::value(1, f) / std::log1p(std::exp(-f)), 1, 1e-15) << f;
  }
}

TEST(ExponentialLoss, DoesNotOverflowFarOut) {
  EXPECT_DOUBLE_EQ(ExponentialLoss::value(1, -1e6), std::exp(80));
  EXPECT_DOUBLE_EQ(ExponentialLoss::gradient(0, 1e6), std::exp(80) / 2);
  EXPECT_EQ(ExponentialLoss::value(1, 1e6), 0);
}

// With the score F = f/2 of AdaBoost: the loss e^-yF, and from its derivatives the same Newton step.
TEST(ExponentialLoss, IsThatOfAdaBoostInTwiceItsScore) {
  for (double F = -3; F <= 3; F += 0.25) {
    std::vector<double> p(2);
    to_probabilities(link_of(ExponentialLoss{}), std::vector<double>{2 * F}, p);
    EXPECT_DOUBLE_EQ(p[1], 1 / (1 + std::exp(-2 * F)));
    EXPECT_DOUBLE_EQ(ExponentialLoss::value(0, 2 * F), std::exp(F));
    const double step = -ExponentialLoss::gradient(1, 2 * F) / ExponentialLoss::hessian(1, 2 * F);
    EXPECT_DOUBLE_EQ(step / 2, std::exp(-F) / std::exp(-F));
  }
}

TEST(SoftmaxLoss, KeepsItsDigitsAndDoesNotOverflowFarOut) {
  const std::vector<double> f = {1000, 0, 950};
  std::vector<double> out(3);
  EXPECT_DOUBLE_EQ(SoftmaxLoss::value(1, f), 1000);
  EXPECT_DOUBLE_EQ(SoftmaxLoss::value(0, f), std::exp(-50));
  SoftmaxLoss::gradient(0, f, out);
  EXPECT_DOUBLE_EQ(out[0], -std::exp(-50));
  EXPECT_EQ(out[1], 0);
  EXPECT_DOUBLE_EQ(out[2], std::exp(-50));
  SoftmaxLoss::hessian(0, f, out);
  EXPECT_DOUBLE_EQ(out[0], std::exp(-50));
  EXPECT_DOUBLE_EQ(out[2], std::exp(-50));
}

TEST(SoftmaxLoss, OfTwoScoresIsTheLogisticLossOfTheirDifference) {
  for (double f = -8; f <= 8; f += 0.5) {
    const std::vector<double> scores = {0.25, 0.25 + f};
    std::vector<double> gradient(2);
    SoftmaxLoss::gradient(1, scores, gradient);
    EXPECT_DOUBLE_EQ(SoftmaxLoss::value(1, scores), LogisticLoss::value(1, f));
    EXPECT_DOUBLE_EQ(gradient[1], LogisticLoss::gradient(1, f));
  }
}

TEST(LinkOf, IsTheLinkOfTheLoss) {
  EXPECT_EQ(link_of(SquaredLoss{}), Link::identity);
  EXPECT_EQ(link_of(LogisticLoss{}), Link::logistic);
  EXPECT_EQ(link_of(HingeLoss{}), Link::logistic);
  EXPECT_EQ(link_of(SoftmaxLoss{}), Link::softmax);
}

TEST(ToProbabilities, LogisticGivesBothClassesTheirDigits) {
  std::vector<double> p(2);
  to_probabilities(Link::logistic, std::vector<double>{std::log(3.0)}, p);
  EXPECT_DOUBLE_EQ(p[1], 0.75);
  EXPECT_DOUBLE_EQ(p[0], 0.25);
  to_probabilities(Link::logistic, std::vector<double>{50}, p);
  EXPECT_DOUBLE_EQ(p[0], std::exp(-50));
  to_probabilities(Link::logistic, std::vector<double>{-1e6}, p);
  EXPECT_EQ(p[1], 0);
  EXPECT_EQ(p[0], 1);
}

TEST(ToProbabilities, SoftmaxDoesNotChangeWhenAllScoresMove) {
  std::vector<double> p(3), moved(3);
  to_probabilities(Link::softmax, std::vector<double>{0, std::log(2.0), std::log(5.0)}, p);
  EXPECT_DOUBLE_EQ(p[0], 1.0 / 8);
  EXPECT_DOUBLE_EQ(p[1], 2.0 / 8);
  EXPECT_DOUBLE_EQ(p[2], 5.0 / 8);
  to_probabilities(Link::softmax, std::vector<double>{1e5, 1e5 + 1, 1e5 - 1}, p);
  to_probabilities(Link::softmax, std::vector<double>{-1, 0, -2}, moved);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(p[k], moved[k]);
}

TEST(ToProbabilities, ProbabilitiesPassThroughAndStayInRange) {
  std::vector<double> two(2), three(3);
  to_probabilities(Link::probability, std::vector<double>{0.25}, two);
  EXPECT_EQ(two, (std::vector<double>{0.75, 0.25}));
  to_probabilities(Link::probability, std::vector<double>{1.5}, two);
  EXPECT_EQ(two, (std::vector<double>{0, 1}));
  to_probabilities(Link::probability, std::vector<double>{0.25, 0.5, 0.25}, three);
  EXPECT_EQ(three, (std::vector<double>{0.25, 0.5, 0.25}));
  to_probabilities(Link::probability, std::vector<double>{-0.5, 0.5, 1.5}, three);
  EXPECT_EQ(three, (std::vector<double>{0, 0.25, 0.75}));
  to_probabilities(Link::probability, std::vector<double>{0, -1, 0}, three);
  EXPECT_EQ(three, (std::vector<double>(3, 1.0 / 3)));
}

}  // namespace
}  // namespace espalier
