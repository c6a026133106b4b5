#include "grow/histogram/gradient_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "espalier/loss.h"
#include "grow/histogram/packed_gradient.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

// Every number of rows up to three vectors: what is left over must neither be lost nor written beyond.
TEST(GradientKernels, OfAnyNumberOfRowsWriteTheseRowsAndNoOthers) {
  test::on_every_instruction_set([] {
    for (std::size_t rows = 0; rows <= 24; ++rows) {
      std::vector<std::int32_t> classes(rows);
      std::vector<double> scores(rows);
      for (std::size_t i = 0; i < rows; ++i) {
        classes[i] = static_cast<std::int32_t>(i % 2);
        scores[i] = static_cast<double>(i) / 4 - 3;
      }
      std::vector<float> out(2 * rows + 2, 99.0F);
      logistic_gradients({nullptr, classes.data(), scores.data(), rows, rows, 1}, out.data());
      for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_NEAR(out[2 * i], LogisticLoss::gradient(classes[i], scores[i]), 1e-7);
        EXPECT_NEAR(out[2 * i + 1], LogisticLoss::hessian(classes[i], scores[i]), 1e-7);
      }
      EXPECT_EQ(out[2 * rows], 99.0F);
      EXPECT_EQ(out[2 * rows + 1], 99.0F);
    }
  });
}

TEST(GradientKernels, OfTheExponentialLossAreFiniteAtAnyScore) {
  test::on_every_instruction_set([] {
    const std::vector<std::int32_t> classes = {0, 1, 0, 1, 0, 1};
    const std::vector<double> scores = {1e5, -1e5, -1e5, 150, 3, 2.5};
    std::vector<float> out(12);
    exponential_gradients({nullptr, classes.data(), scores.data(), 6, 6, 1}, out.data());
    for (std::size_t i = 0; i < 6; ++i) {
      const double gradient = ExponentialLoss::gradient(classes[i], scores[i]);
      EXPECT_NEAR(out[2 * i], gradient, 1e-7 * std::fabs(gradient));
      EXPECT_NEAR(out[2 * i + 1], std::fabs(gradient) / 2, 1e-7 * std::fabs(gradient));
    }
  });
}

TEST(GradientKernels, RoundToTheNearestWholeNumberAndAHessianOfAtLeastOne) {
  test::on_every_instruction_set([] {
    for (std::size_t rows = 1; rows <= 19; ++rows) {
      std::vector<float> floats;
      for (std::size_t i = 0; i < rows; ++i) {
        floats.push_back(static_cast<float>(i) * 0.3F - 2);
        floats.push_back(static_cast<float>(i) * 0.2F);
      }
      std::vector<PackedGradient> pairs(rows);
      std::memcpy(pairs.data(), floats.data(), rows * sizeof(PackedGradient));
      quantise_gradients(reinterpret_cast<float*>(pairs.data()), rows, 8, 4);
      for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_EQ(gradient_of(pairs[i]), static_cast<std::int32_t>(std::nearbyint(floats[2 * i] * 8)));
        EXPECT_EQ(hessian_of(pairs[i]), std::max(1, static_cast<int>(std::nearbyint(floats[2 * i + 1] * 4))));
      }
    }
  });
}

}  // namespace
}  // namespace espalier
