#include "grow/induced/softmax_kernel.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

TEST(SoftmaxKernel, ClassesAreSummedUpRowByRow) {
  test::on_every_instruction_set([] {
    constexpr std::uint32_t kRows = 50;
    for (const std::size_t count : {2U, 3U, 7U, 8U, 13U, 26U}) {
      for (const bool weighted : {false, true}) {
        Random random(count, "test");
        std::vector<float> probabilities, slopes(count, 0.25F), curves(count, 0.5F);
        std::vector<std::int32_t> classes;
        std::vector<double> weights;
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < kRows; ++row) {
          for (std::size_t k = 0; k < count; ++k) probabilities.push_back(static_cast<float>(random.uniform()));
          classes.push_back(static_cast<std::int32_t>(random.below(count)));
          weights.push_back(weighted ? random.uniform() : 1);
          if (row % 3 != 0) rows.push_back(row);
        }
        std::vector<float> expected_slopes = slopes, expected_curves = curves;
        for (const std::uint32_t row : rows) {
          const auto w = static_cast<float>(weights[row]);
          for (std::size_t k = 0; k < count; ++k) {
            const float p = probabilities[row * count + k];
            expected_slopes[k] -= w * p;
            expected_curves[k] += w * (p * (1 - p));
          }
          expected_slopes[static_cast<std::size_t>(classes[row])] += w;
        }
        add_softmax_rows({probabilities.data(), classes.data(), weighted ? weights.data() : nullptr, count}, rows,
                         slopes.data(), curves.data());
        EXPECT_EQ(slopes, expected_slopes);
        EXPECT_EQ(curves, expected_curves);
      }
    }
  });
}

}  // namespace
}  // namespace espalier
