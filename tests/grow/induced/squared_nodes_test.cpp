#include "grow/induced/node_loss.h"

#include <gtest/gtest.h>

#include "grow/induced/node_sample.h"

namespace espalier {
namespace {

using test::kRows;
using test::Sample;

TEST(SquaredNodes, StartAtTheMeanAndAddTheMeanResidual) {
  for (const bool weighted : {false, true}) {
    const Sample sample(2, weighted);
    const auto loss = squared_nodes(sample.values, 2, {sample.all, sample.weights});
    ASSERT_EQ(loss->width(), 2U);
    std::vector<double> weight(2), expected(2);
    double total = 0, gap = 0;
    for (const std::uint32_t row : sample.node) {
      total += sample.weight(row);
      for (std::size_t k = 0; k < 2; ++k)
        expected[k] += sample.weight(row) * (sample.values[row * 2 + k] - loss->start()[k]);
    }
    for (double& each : expected) each /= total;
    for (const std::uint32_t row : sample.node) {
      for (std::size_t k = 0; k < 2; ++k) {
        const double before = sample.values[row * 2 + k] - loss->start()[k], after = before - expected[k];
        gap += sample.weight(row) * (before * before - after * after);
      }
    }
    EXPECT_NEAR(loss->best_weight(sample.node, {}, weight), gap, 1e-9);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(weight[k], expected[k], 1e-12);
    loss->add(sample.node, weight);
    EXPECT_NEAR(loss->best_weight(sample.node, {}, weight), 0, 1e-9);
    // All rows together cannot gain anything at the start.
    EXPECT_NEAR(squared_nodes(sample.values, 2, {sample.all, sample.weights})->best_weight(sample.all, {}, weight), 0,
                1e-9);
  }
}

// At rate 1 what is left of a row is the rounding of all its nodes; a candidate counts as long as it lowers that.
TEST(SquaredNodes, ARowThatIsFittedToAHundredMillionthIsNotFittedYet) {
  const std::vector<double> values = {0, 0.2};
  const std::vector<std::uint32_t> rows = {0, 1}, second = {1};
  const auto loss = squared_nodes(values, 1, {rows, {}});
  std::vector<double> weight(1);
  loss->add(second, std::vector<double>{0.1 - 1e-9});
  EXPECT_NEAR(loss->best_weight(second, {}, weight), 1e-18, 1e-22);
  EXPECT_NEAR(weight[0], 1e-9, 1e-13);
}

TEST(SquaredNodes, ARidgeHoldsTheWeightTowardsNothing) {
  const Sample sample(2, false);
  const auto loss = squared_nodes(sample.values, 2, {sample.all, {}});
  std::vector<double> weight(2), held(2);
  loss->best_weight(sample.node, {}, weight);
  const double rows = static_cast<double>(sample.node.size());
  loss->best_weight(sample.node, {rows, std::vector<double>{0, 0}}, held);
  EXPECT_NEAR(held[0], weight[0] / 2, 1e-9);
  // At the minimum of Σ (r - w)² + n w² nothing is left to change.
  loss->add(sample.node, held);
  std::vector<double> change(2);
  loss->best_weight(sample.node, {rows, held}, change);
  EXPECT_NEAR(change[0], 0, 1e-12);
}

}  // namespace
}  // namespace espalier
