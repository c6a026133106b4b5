#include "neural/net_rows.h"

#include <gtest/gtest.h>

#include "neural/random_net.h"

namespace espalier {
namespace {

TEST(NetBatch, HasTheRowsAndTheInputsThatItWasGivenInTheirOrder) {
  NetRows rows;
  rows.inputs = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  rows.width = 3;
  rows.values = {10, 20, 30};
  NetBatch batch;
  const std::vector<std::uint32_t> of = {2, 0}, inputs = {0, 2};
  batch.take(rows, of, inputs);
  EXPECT_EQ(batch.rows(), 2U);
  EXPECT_EQ(std::vector<float>(batch.inputs(), batch.inputs() + 4), (std::vector<float>{7, 9, 1, 3}));
  EXPECT_EQ(batch.inputs_of(1)[1], 3);
}

// For each row w (f - y), with the sum of w (f - y)² / 2.
TEST(NetBatch, SquaredGradientsAreTheDistanceTimesTheWeight) {
  NetRows rows;
  rows.values = {1, 2, 5};
  NetBatch batch;
  std::vector<float> gradients;
  batch.take(rows, test::first_numbers(3), {});
  const std::vector<float> scores = {2, 2, 3};
  EXPECT_EQ(batch.gradients(scores, gradients), 0.5 + 0 + 2);
  EXPECT_EQ(gradients, (std::vector<float>{1, 0, -2}));
  rows.weights = {4, 1, 0.5F};
  batch.take(rows, test::first_numbers(3), {});
  EXPECT_EQ(batch.gradients(scores, gradients), 2 + 0 + 1);
  EXPECT_EQ(gradients, (std::vector<float>{4, 0, -1}));
}

TEST(NetBatch, GradientsAreThoseOfTheLoss) {
  for (const NetLoss loss : {NetLoss::squared, NetLoss::logistic, NetLoss::softmax}) {
    for (const bool weighted : {false, true}) {
      const NetRows rows = test::random_rows(40, 2, loss, weighted, 3);
      Random random(4, "scores");
      const std::vector<float> scores = test::random_numbers(40 * rows.outputs, random);
      NetBatch batch;
      batch.take(rows, test::first_numbers(40), {});
      std::vector<float> gradients;
      const double sum = batch.gradients(scores, gradients);
      double naive = 0;
      for (std::size_t row = 0; row < 40; ++row) {
        const auto first = scores.begin() + static_cast<std::ptrdiff_t>(row * rows.outputs);
        std::vector<double> of_row(first, first + static_cast<std::ptrdiff_t>(rows.outputs));
        naive += rows.weight(row) * test::naive_loss(rows, row, of_row);
        for (std::size_t k = 0; k < rows.outputs; ++k) {
          constexpr double kStep = 1e-5;
          const double at = of_row[k];
          of_row[k] = at + kStep;
          const double above = test::naive_loss(rows, row, of_row);
          of_row[k] = at - kStep;
          const double below = test::naive_loss(rows, row, of_row);
          of_row[k] = at;
          EXPECT_NEAR(gradients[row * rows.outputs + k], rows.weight(row) * (above - below) / (2 * kStep), 1e-5);
        }
      }
      EXPECT_NEAR(sum, naive, 1e-4);
    }
  }
}

}  // namespace
}  // namespace espalier
