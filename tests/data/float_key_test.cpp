#include "data/float_key.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace espalier {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

TEST(FloatKey, OrdersLikeTheNumbers) {
  const std::vector<float> ascending = {-kMax, -1e20F, -1, -1e-40F, 0, 1e-45F, 1e-40F, 0.5F, 1, 1e20F, kMax, kInf};
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
    EXPECT_LT(key_of(ascending[i]), key_of(ascending[i + 1])) << ascending[i];
    EXPECT_EQ(value_of(key_of(ascending[i])), ascending[i]);
  }
  EXPECT_EQ(key_of(-0.0F), key_of(0.0F));
  EXPECT_EQ(key_of(-kInf), key_of(-kMax));
  EXPECT_EQ(key_of(std::numeric_limits<float>::quiet_NaN()), kMissingKey);
  EXPECT_LT(key_of(kInf), kMissingKey);
}

TEST(FloatKey, AThresholdIsFiniteAndLiesFromTheLeftValueToBelowTheRight) {
  Random random(1, "thresholds");
  const auto check = [](float low, float high) {
    const float t = threshold_between(key_of(low), key_of(high));
    EXPECT_TRUE(std::isfinite(t)) << low << " " << high;
    EXPECT_LE(low, t) << low << " " << high;
    EXPECT_LT(t, high) << low << " " << high;
  };
  for (int i = 0; i < 10000; ++i) {
    const auto low = static_cast<float>(random.normal() * std::pow(10.0, 30 * random.normal() / 3));
    if (!std::isfinite(low)) continue;
    check(low, std::nextafter(low, kInf));
    check(low, kInf);
    if (low < 1) check(low, 1);
  }
  check(-kInf, -1);
  check(-kMax, kMax);
  EXPECT_EQ(threshold_between(key_of(1), key_of(2)), 1.5F);
}

}  // namespace
}  // namespace espalier
