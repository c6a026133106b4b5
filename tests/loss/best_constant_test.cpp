#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "espalier/loss.h"

namespace espalier {
namespace {

const std::vector<double> kBinary = {0, 1, 1, 0, 1, 1, 1};
const std::vector<double> kWeights = {0.5, 2, 1, 3, 0, 0.25, 1.5};
const std::vector<std::int32_t> kClasses = {0, 2, 1, 1, 3, 2, 2, 0};
const std::vector<double> kClassWeights = {1, 0.5, 2, 0.25, 1, 1, 3, 0.5};

template <class L>
double total_loss(const std::vector<double>& y, const std::vector<double>& weights, double f) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += (weights.empty() ? 1 : weights[i]) * L::value(y[i], f);
  return sum;
}

// The losses are convex: a point from which neither small step goes down is the minimum.
template <class L>
void expect_best(const std::vector<double>& y, const std::vector<double>& weights) {
  const double best = best_constant(L{}, y, weights);
  for (const double step : {1e-3, -1e-3, 0.5, -0.5}) {
    EXPECT_LT(total_loss<L>(y, weights, best), total_loss<L>(y, weights, best + step)) << "step " << step;
  }
}

TEST(BestConstant, HasTheLeastWeightedLoss) {
  expect_best<SquaredLoss>({3, -1, 2.5, 8}, {});
  expect_best<SquaredLoss>({3, -1, 2.5, 8}, {1, 0.5, 0, 2});
  for (const auto& weights : {std::vector<double>{}, kWeights}) {
    expect_best<LogisticLoss>(kBinary, weights);
    expect_best<HingeLoss>(kBinary, weights);
    expect_best<ExponentialLoss>(kBinary, weights);
  }
}

TEST(BestConstant, IsMeanLogOddsOrTwiceTheShareLessOne) {
  EXPECT_DOUBLE_EQ(best_constant(SquaredLoss{}, std::vector<double>{1, 2, 6}, {}), 3);
  EXPECT_DOUBLE_EQ(best_constant(LogisticLoss{}, kBinary, {}), std::log(5.0 / 2));
  EXPECT_DOUBLE_EQ(best_constant(ExponentialLoss{}, kBinary, {}), std::log(5.0 / 2));
  EXPECT_DOUBLE_EQ(best_constant(HingeLoss{}, kBinary, {}), 2 * (5.0 / 7) - 1);
}

TEST(BestConstant, TreatsAWeightOfTwoLikeTheRowTwice) {
  const std::vector<double> y = {0, 1, 1}, doubled = {0, 1, 1, 1}, weights = {1, 2, 1};
  for (const Loss& loss : {Loss(SquaredLoss{}), Loss(LogisticLoss{}), Loss(HingeLoss{})}) {
    EXPECT_DOUBLE_EQ(best_constant(loss, y, weights), best_constant(loss, doubled, {}));
  }
  EXPECT_EQ(best_constant(SoftmaxLoss{}, std::vector<std::int32_t>{0, 1, 2}, std::vector<double>{1, 2, 1}, 3),
            best_constant(SoftmaxLoss{}, std::vector<std::int32_t>{0, 1, 1, 2}, {}, 3));
}

TEST(BestConstant, IsClippedWhereAClassHasNoWeight) {
  EXPECT_EQ(best_constant(LogisticLoss{}, std::vector<double>{1, 1}, {}), 15);
  EXPECT_EQ(best_constant(LogisticLoss{}, std::vector<double>{1, 0}, std::vector<double>{0, 1}), -15);
  EXPECT_EQ(best_constant(HingeLoss{}, std::vector<double>{1, 1}, {}), 1);
}

TEST(BestConstant, IsFiniteForAnyWeights) {
  const std::vector<double> y = {1, 0}, weights = {1e300, 1e-300};
  EXPECT_DOUBLE_EQ(best_constant(LogisticLoss{}, y, weights), 600 * std::log(10));
}

TEST(BestConstant, IsZeroWhereNothingHasWeight) {
  const std::vector<double> y = {1, 0}, none = {0, 0};
  for (const Loss& loss : {Loss(SquaredLoss{}), Loss(LogisticLoss{}), Loss(HingeLoss{})}) {
    EXPECT_EQ(best_constant(loss, y, none), 0);
  }
  EXPECT_EQ(best_constant(SoftmaxLoss{}, std::vector<std::int32_t>{1}, std::vector<double>{0}, 2),
            (std::vector<double>{0, 0}));
}

TEST(BestConstant, RefusesSizesThatDoNotMatch) {
  EXPECT_THROW(best_constant(SquaredLoss{}, kBinary, std::vector<double>{1}), std::logic_error);
  EXPECT_THROW(best_constant(Loss(SoftmaxLoss{}), kBinary, {}), std::logic_error);
  EXPECT_THROW(best_constant(SoftmaxLoss{}, kClasses, {}, 3), std::logic_error) << "class 3 of 3";
}

TEST(SoftmaxBestConstant, HasTheLeastWeightedLoss) {
  for (const auto& weights : {std::vector<double>{}, kClassWeights}) {
    const auto loss = [&](const std::vector<double>& f) {
      double sum = 0;
      for (std::size_t i = 0; i < kClasses.size(); ++i) {
        sum += (weights.empty() ? 1 : weights[i]) * SoftmaxLoss::value(kClasses[i], f);
      }
      return sum;
    };
    const std::vector<double> best = best_constant(SoftmaxLoss{}, kClasses, weights, 4);
    for (std::size_t k = 0; k < best.size(); ++k) {
      for (const double step : {1e-3, -1e-3, 1.0, -1.0}) {
        std::vector<double> moved = best;
        moved[k] += step;
        EXPECT_LT(loss(best), loss(moved)) << "class " << k << ", step " << step;
      }
    }
  }
}

TEST(SoftmaxBestConstant, IsCentredAndReproducesTheFrequencies) {
  const std::vector<double> best = best_constant(SoftmaxLoss{}, kClasses, {}, 4);
  EXPECT_NEAR(best[0] + best[1] + best[2] + best[3], 0, 1e-15);
  std::vector<double> p(4);
  to_probabilities(Link::softmax, best, p);
  EXPECT_DOUBLE_EQ(p[0], 2.0 / 8);
  EXPECT_DOUBLE_EQ(p[1], 2.0 / 8);
  EXPECT_DOUBLE_EQ(p[2], 3.0 / 8);
  EXPECT_DOUBLE_EQ(p[3], 1.0 / 8);
}

TEST(SoftmaxBestConstant, PutsAClassWithoutWeightFifteenBelowTheLowest) {
  const std::vector<double> best = best_constant(SoftmaxLoss{}, std::vector<std::int32_t>{0, 0, 0, 2}, {}, 3);
  EXPECT_DOUBLE_EQ(best[0] - best[2], std::log(3));
  EXPECT_DOUBLE_EQ(best[2] - best[1], 15);
  EXPECT_NEAR(best[0] + best[1] + best[2], 0, 1e-14);
}

}  // namespace
}  // namespace espalier
