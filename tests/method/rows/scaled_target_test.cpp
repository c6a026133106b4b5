#include "method/rows/scaled_target.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace espalier {
namespace {

TEST(ScaledTarget, NumbersHaveMeanZeroAndSpreadOneByTheirWeights) {
  const Target target = test::regression({1, 2, 4, 9}, {1, 2, 1, 0.5});
  const ScaledTarget scaled(target);
  double sum = 0, squares = 0, total = 0;
  for (std::size_t row = 0; row < 4; ++row) {
    sum += target.weights[row] * scaled.values()[row];
    squares += target.weights[row] * scaled.values()[row] * scaled.values()[row];
    total += target.weights[row];
    EXPECT_NEAR(scaled.scales()[0].centre + scaled.scales()[0].spread * scaled.values()[row], target.values[row],
                1e-12);
  }
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_NEAR(squares / total, 1, 1e-12);
}

TEST(ScaledTarget, AConstantStaysFinite) {
  const Target target = test::regression({3, 3, 3});
  const ScaledTarget scaled(target);
  for (const double value : scaled.values()) EXPECT_EQ(value, 0);
}

TEST(ScaledTarget, TwoClassesAreNumbersAndMoreAreCodes) {
  const Target two = test::classes({0, 1, 1}), three = test::classes({0, 2, 1}, 3);
  const ScaledTarget of_two(two), of_three(three);
  EXPECT_EQ(std::vector<double>(of_two.values().begin(), of_two.values().end()), (std::vector<double>{0, 1, 1}));
  EXPECT_TRUE(of_three.values().empty());
  EXPECT_EQ(of_three.split_targets().classes.size(), 3U);
  EXPECT_EQ(one_hot(three), (std::vector<double>{1, 0, 0, 0, 0, 1, 0, 1, 0}));
}

// Their squares would not fit into a double.
TEST(ScaledTarget, HugeAndTinyWeightsAreScaledByAPowerOfTwo) {
  for (const double factor : {1e200, 1e-200}) {
    const Target target = test::regression({1, 2}, {factor, 3 * factor});
    const ScaledTarget scaled(target);
    EXPECT_LT(scaled.weights()[1], 10);
    EXPECT_GT(scaled.weights()[0], 0.1);
    EXPECT_DOUBLE_EQ(scaled.weights()[1] / scaled.weights()[0], 3);
  }
}

}  // namespace
}  // namespace espalier
