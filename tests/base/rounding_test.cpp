#include "base/rounding.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(WithoutLastDigits, IsTheSameUpToRoundingAndNearTheNumber) {
  for (const double x : {1.0 / 3, -7.1e-9, 2.5e200, 0.0}) {
    EXPECT_NEAR(without_last_digits(x) / (x == 0 ? 1 : x), x == 0 ? 0 : 1, 0x1p-32);
    EXPECT_EQ(without_last_digits(x * (1 + 0x1p-50)), without_last_digits(x));
    EXPECT_EQ(without_last_digits(without_last_digits(x)), without_last_digits(x));
  }
  EXPECT_NE(without_last_digits(1 + 0x1p-30), 1);
}

}  // namespace
}  // namespace espalier
