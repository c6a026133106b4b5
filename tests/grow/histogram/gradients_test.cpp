#include "grow/histogram/gradients.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "support/instruction_sets.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 20011;  // several blocks, and no whole number of vectors

std::vector<double> random_scores(std::size_t count, double spread) {
  Random random(count, "scores");
  std::vector<double> scores(count);
  for (double& score : scores) score = spread * random.normal();
  scores[0] = 900;
  scores[1] = -900;
  return scores;
}

// The pairs, in real units, against the loss's own derivatives.
template <class Gradient, class Hessian>
void expect_derivatives(GradientPairs& pairs, std::size_t output, Gradient gradient, Hessian hessian) {
  const double step_g = 0.51 / pairs.scale().gradient, step_h = 1.01 / pairs.scale().hessian;
  const std::span<const PackedGradient> all = pairs.of(output);
  for (std::size_t row = 0; row < all.size(); ++row) {
    const double g = gradient_of(all[row]) / pairs.scale().gradient, h = hessian_of(all[row]) / pairs.scale().hessian;
    ASSERT_NEAR(g, gradient(row), step_g + 1e-6 * std::fabs(gradient(row))) << row;
    ASSERT_NEAR(h, hessian(row), step_h + 1e-6 * std::max(1.0, hessian(row))) << row;
  }
}

template <class L>
void expect_scalar_loss(const Target& target, std::span<const double> y, double spread) {
  const Loss loss = L{};
  Threads threads(2);
  GradientPairs pairs(loss, target);
  const std::vector<double> scores = random_scores(kRows, spread);
  pairs.compute(scores, threads);
  expect_derivatives(
      pairs, 0, [&](std::size_t i) { return L::gradient(y[i], scores[i]); },
      [&](std::size_t i) { return L::hessian(y[i], scores[i]); });
}

TEST(GradientPairs, AreTheDerivativesOfTheScalarLosses) {
  test::on_every_instruction_set([] {
    Random random(3, "classes");
    std::vector<std::int32_t> classes(kRows);
    std::vector<double> y(kRows), values(kRows);
    for (std::size_t i = 0; i < kRows; ++i) {
      classes[i] = static_cast<std::int32_t>(random.below(2));
      y[i] = classes[i];
      values[i] = 1e6 + random.normal();
    }
    expect_scalar_loss<LogisticLoss>(test::classes(classes), y, 3);
    expect_scalar_loss<HingeLoss>(test::classes(classes), y, 2);
    expect_scalar_loss<ExponentialLoss>(test::classes(classes), y, 2);
    expect_scalar_loss<SquaredLoss>(test::regression(values), values, 1e6);
  });
}

TEST(GradientPairs, AreTheDerivativesOfSoftmaxInEveryOutput) {
  test::on_every_instruction_set([] {
    Random random(4, "classes");
    std::vector<std::int32_t> classes(kRows);
    for (std::int32_t& code : classes) code = static_cast<std::int32_t>(random.below(3));
    const Target target = test::classes(classes, 3);
    const Loss loss = SoftmaxLoss{};
    Threads threads(1);
    GradientPairs pairs(loss, target);
    const std::vector<double> scores = random_scores(3 * kRows, 2);
    pairs.compute(scores, threads);
    const auto derivative = [&](std::size_t row, std::size_t k, auto part) {
      const double f[] = {scores[row], scores[kRows + row], scores[2 * kRows + row]};
      double out[3];
      part(classes[row], std::span<const double>(f), std::span<double>(out));
      return out[k];
    };
    for (std::size_t k = 0; k < 3; ++k) {
      expect_derivatives(
          pairs, k, [&](std::size_t i) { return derivative(i, k, SoftmaxLoss::gradient); },
          [&](std::size_t i) { return 1.5 * derivative(i, k, SoftmaxLoss::hessian); });
    }
    const std::span<const PackedGradient> rows = pairs.row_major();
    for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], pairs.of(i % 3)[i / 3]);
  });
}

TEST(GradientPairs, AWholeWeightIsExactlyARowSoManyTimes) {
  const Target twice = test::regression({1.3, -0.7, 2.9}, {2, 1, 3});
  const Target rows = test::regression({1.3, 1.3, -0.7, 2.9, 2.9, 2.9});
  const Loss loss = SquaredLoss{};
  Threads threads(1);
  GradientPairs weighted(loss, twice), repeated(loss, rows);
  weighted.compute(std::vector<double>(3, 0.1), threads);
  repeated.compute(std::vector<double>(6, 0.1), threads);
  EXPECT_EQ(weighted.scale().gradient, repeated.scale().gradient);
  EXPECT_DOUBLE_EQ(weighted.scale().noise.gain, repeated.scale().noise.gain);
  EXPECT_DOUBLE_EQ(weighted.scale().noise.row_hessian, repeated.scale().noise.row_hessian);
  EXPECT_EQ(weighted.of(0)[0], 2 * repeated.of(0)[0]);
  EXPECT_EQ(weighted.of(0)[2], 3 * repeated.of(0)[3]);
}

TEST(GradientPairs, NoiseIsTheMeanSquareOfAHessian) {
  const Target target = test::regression({1, 2, 6}, {1, 1, 2});
  const Loss loss = SquaredLoss{};
  Threads threads(1);
  GradientPairs pairs(loss, target);
  pairs.compute(std::vector<double>(3, 0.0), threads);
  EXPECT_DOUBLE_EQ(pairs.scale().noise.gain, (1 + 4 + 2 * 36) / 4.0);
}

// Gains are multiplied by the weights, and so are gains by chance; weights that overflow leave nothing to compare.
TEST(GradientPairs, NoiseIsLessWhereRowsWeighLittle) {
  const Loss loss = SquaredLoss{};
  Threads threads(1);
  const auto noise = [&](double value, double weight) {
    const Target target = test::regression({value, -value}, {weight, weight});
    GradientPairs pairs(loss, target);
    pairs.compute(std::vector<double>(2, 0.0), threads);
    return pairs.scale().noise.gain;
  };
  EXPECT_DOUBLE_EQ(noise(2, 0.25), 0.25 * 4);
  EXPECT_EQ(noise(1e30, 1e300), 0);
}

TEST(GradientPairs, HugeWeightsDoNotOverflow) {
  std::vector<double> values(1000), weights(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    values[i] = i % 2 ? 1e9 : -1e9;
    weights[i] = 1e12 + 0.5;
  }
  const Target target = test::regression(values, weights);
  const Loss loss = SquaredLoss{};
  Threads threads(1);
  GradientPairs pairs(loss, target);
  pairs.compute(std::vector<double>(1000, 0.0), threads);
  double hessian = 0;
  PackedGradient sum = 0;
  for (const PackedGradient pair : pairs.of(0)) {
    sum += pair;
    hessian += hessian_of(pair);
  }
  EXPECT_EQ(hessian_of(sum), hessian);
  EXPECT_NEAR(hessian / pairs.scale().hessian, 1000 * (1e12 + 0.5), 1e-3 * 1e15);
}

}  // namespace
}  // namespace espalier
