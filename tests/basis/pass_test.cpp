#include "basis/pass.h"

#include <gtest/gtest.h>

#include "basis/random_basis.h"
#include "basis/sums/exact_sums.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

constexpr std::size_t kRows = 150001;  // more blocks than are done at once, the last one odd

// Squared error of output k to the target row mod 5 + k.
void residuals(RowRange rows, std::span<const float> scores, std::span<float> gradients) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::size_t row = rows.begin + i % rows.size();
    gradients[i] = scores[i] - static_cast<float>(row % 5 + i / rows.size());
  }
}

std::vector<double> naive_sums(const Basis& basis, const std::vector<float>& weights, std::size_t outputs) {
  std::vector<double> sums(weights.size());
  for (std::size_t k = 0; k < outputs; ++k)
    for (std::size_t row = 0; row < basis.rows(); ++row) {
      const std::size_t plane = k * basis.terminals();
      float score = 0;
      for (std::size_t t = 0; t < basis.trees(); ++t) score += weights[plane + basis.offset(t) + basis.id(t, row)];
      const double gradient = score - static_cast<float>(row % 5 + k);
      for (std::size_t t = 0; t < basis.trees(); ++t) sums[plane + basis.offset(t) + basis.id(t, row)] += gradient;
    }
  return sums;
}

TEST(GradientSums, AreTheDefinitionsForSeveralOutputsInBothArithmetics) {
  Random random(1, "pass");
  const Basis basis = random_basis(kRows, {2, 31, 8, 300, 100}, random);
  const std::vector<float> weights = random_floats(3 * basis.terminals(), random);
  const std::vector<double> expected = naive_sums(basis, weights, 3);
  Threads threads(2);
  const auto exact = gradient_sums(basis, weights, residuals, threads, {3, Arithmetic::exact});
  const auto quantised = gradient_sums(basis, weights, residuals, threads, {3, Arithmetic::quantised});
  std::vector<double> counts(basis.terminals());
  add_sums(basis, {0, kRows}, std::vector<float>(kRows, 1), counts);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(exact[k], expected[k], 1e-9 * kRows);
    // Gradients are below 25: a half step of them, and of five weights below 5 each, is less than 0.01 together.
    EXPECT_NEAR(quantised[k], expected[k], 0.01 * counts[k % basis.terminals()] + 1e-6);
  }
}

TEST(GradientSums, AreTheSameBytesOnAnyNumberOfThreads) {
  Random random(2, "pass");
  const Basis basis = random_basis(kRows, {2, 31, 31, 16, 8, 300, 100}, random);
  const std::vector<float> weights = random_floats(2 * basis.terminals(), random);
  for (const Arithmetic arithmetic : {Arithmetic::exact, Arithmetic::quantised}) {
    Threads one(1);
    const auto expected = gradient_sums(basis, weights, residuals, one, {2, arithmetic});
    for (const int count : {2, 7}) {
      Threads threads(count);
      EXPECT_EQ(gradient_sums(basis, weights, residuals, threads, {2, arithmetic}), expected) << count;
    }
  }
}

TEST(GradientSums, OfNoTreesOrNoRowsAreEmptyOrZero) {
  Threads threads(1);
  EXPECT_TRUE(gradient_sums(Basis(10, {}), {}, residuals, threads).empty());
  const std::vector<float> weights(2, 1);
  EXPECT_EQ(gradient_sums(Basis(0, std::vector<std::uint32_t>{2}), weights, residuals, threads),
            std::vector<double>(2));
}

}  // namespace
}  // namespace espalier
