#include "select/row_loss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

struct Derived {
  std::vector<float> gradients, hessians;
  double value = 0;
};

Derived derive(const RowLoss& loss, RowRange rows, const std::vector<float>& scores) {
  Derived result{std::vector<float>(scores.size(), 9), std::vector<float>(scores.size(), 9), 0};
  result.value = loss.derive(rows, scores.data(), result.gradients.data(), result.hessians.data());
  return result;
}

Target random_target(const Loss& loss, std::size_t rows, bool weighted) {
  Random random(3, "target");
  std::vector<double> signal(rows), weights;
  for (double& s : signal) s = random.normal();
  for (std::size_t i = 0; weighted && i < rows; ++i) weights.push_back(static_cast<double>(random.below(5)) / 2);
  return test::target_for_loss(loss, signal, weights);
}

TEST(RowLoss, DerivativesAndValuesAreThoseOfTheLossInDouble) {
  std::vector<Loss> losses = test::kAllLosses;
  losses.emplace_back(ExponentialLoss{});  // of refits alone
  for (const Loss& loss : losses) {
    for (const bool weighted : {false, true}) {
      SCOPED_TRACE(test::name_of(loss));
      const Target target = random_target(loss, 203, weighted);
      const RowLoss rows(loss, target);
      const std::size_t width = rows.width(), outputs = rows.outputs();
      // For K classes, the Hessian's diagonal times K / (K - 1): the step that keeps the scores' mean.
      const double factor = outputs > 1 ? static_cast<double>(outputs) / static_cast<double>(outputs - 1) : 1;
      const RowRange range{37, 203};
      Random random(4, "scores");
      std::vector<float> scores = test::random_floats(range.size() * width, random);
      for (float& score : scores) score *= 4;
      const Derived derived = derive(rows, range, scores);
      double value = 0;
      for (std::size_t i = 0; i < range.size(); ++i) {
        const std::size_t row = range.begin + i;
        const std::vector<double> of_row(scores.begin() + static_cast<std::ptrdiff_t>(i * width),
                                         scores.begin() + static_cast<std::ptrdiff_t>(i * width + outputs));
        const test::NaiveRow naive = test::naive_row(loss, test::target_of(rows, target, row), of_row);
        const double weight = target.weight(row);
        value += weight * naive.value;
        for (std::size_t k = 0; k < width; ++k) {
          const double g = k < outputs ? weight * naive.gradient[k] : 0;
          const double h = k < outputs ? weight * factor * naive.hessian[k] : 0;
          EXPECT_NEAR(static_cast<double>(derived.gradients[i * width + k]), g, 5e-6 * std::max(1.0, std::fabs(g)));
          EXPECT_NEAR(static_cast<double>(derived.hessians[i * width + k]), h, 5e-6 * std::max(1.0, h));
        }
      }
      EXPECT_NEAR(derived.value, value, 1e-5 * value);
    }
  }
}

TEST(RowLoss, StartsFromTheBestConstant) {
  for (const Loss& loss : test::kAllLosses) {
    SCOPED_TRACE(test::name_of(loss));
    const Target target = random_target(loss, 100, true);
    const RowLoss rows(loss, target);
    std::vector<float> scores;
    for (std::size_t row = 0; row < 100; ++row) scores.insert(scores.end(), rows.start().begin(), rows.start().end());
    const Derived derived = derive(rows, {0, 100}, scores);
    std::vector<double> sums(rows.width());
    for (std::size_t j = 0; j < scores.size(); ++j) {
      sums[j % rows.width()] += static_cast<double>(derived.gradients[j]);
    }
    for (const double sum : sums) EXPECT_NEAR(sum, 0, 1e-4);
  }
}

TEST(RowLoss, AddsUpTheWeights) {
  EXPECT_EQ(RowLoss(SquaredLoss{}, test::regression({1, 2, 3})).total_weight(), 3);
  const RowLoss loss(SquaredLoss{}, test::regression({1, 2, 3}, {0.5, 0, 2}));
  EXPECT_EQ(loss.total_weight(), 2.5);
  EXPECT_EQ(loss.weight(2), 2);
}

TEST(RowLoss, WeightsThatFloatsCannotHoldAreInAUnitOfTheirOwn) {
  for (const double factor : {0x1p200, 0x1p-200}) {
    const RowLoss loss(SquaredLoss{}, test::regression({-1, 1, -1, 1}, {factor, factor, factor, 5 * factor}));
    EXPECT_EQ(loss.unit(), 2 * factor);  // their mean
    EXPECT_EQ(loss.total_weight(), 4);
    EXPECT_EQ(loss.weight(3), 2.5F);
  }
  EXPECT_EQ(RowLoss(SquaredLoss{}, test::regression({1, 2}, {1e-9, 1e9})).unit(), 1);
}

TEST(RowLoss, NoHessianIsAboveTheSteepest) {
  for (const Loss& loss : test::kAllLosses) {
    const RowLoss rows(loss, random_target(loss, 60, false));
    for (const float spread : {0.01F, 1.0F, 30.0F}) {
      Random random(5, "scores");
      std::vector<float> scores = test::random_floats(60 * rows.width(), random);
      for (float& score : scores) score *= spread;
      const double factor = rows.outputs() > 1 ? 1.5 : 1;  // of three classes, see above
      for (const float h : derive(rows, {0, 60}, scores).hessians) {
        EXPECT_LE(static_cast<double>(h), factor * rows.max_curvature() * (1 + 1e-6));
      }
    }
  }
}

TEST(RowLoss, TargetsFarFromZeroAreCentredAndScaled) {
  const RowLoss loss(SquaredLoss{}, test::regression({1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3}));
  EXPECT_EQ(loss.offset(), 1e9 + 1.5);
  EXPECT_DOUBLE_EQ(loss.scale(), std::sqrt(1.25));
  const Derived derived = derive(loss, {0, 4}, {0, 0, 0, 0});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(static_cast<double>(derived.gradients[i]), (1.5 - static_cast<double>(i)) / std::sqrt(1.25), 1e-6);
  }
  EXPECT_NEAR(derived.value, 2, 1e-6);  // half of four rows of variance 1
}

TEST(RowLoss, TheSizeOfTheTargetDoesNotMatter) {
  const std::vector<double> y = {-3, 1, 4, 1, 5, -9};
  const Derived plain = derive(RowLoss(SquaredLoss{}, test::regression(y)), {0, 6}, {0, 1, 2, 3, 4, 5});
  for (const double factor : {0x1p100, 0x1p-100}) {
    std::vector<double> scaled = y;
    for (double& value : scaled) value *= factor;
    const RowLoss loss(SquaredLoss{}, test::regression(scaled));
    const Derived derived = derive(loss, {0, 6}, {0, 1, 2, 3, 4, 5});
    EXPECT_EQ(derived.gradients, plain.gradients);
    EXPECT_EQ(derived.value, plain.value);
  }
}

TEST(RowLoss, AConstantTargetIsLeftInItsUnits) {
  const RowLoss loss(SquaredLoss{}, test::regression({7, 7, 7}));
  EXPECT_EQ(loss.scale(), 1);
  EXPECT_EQ(loss.offset(), 7);
  EXPECT_EQ(derive(loss, {0, 3}, {0, 0, 0}).value, 0);
}

}  // namespace
}  // namespace espalier
