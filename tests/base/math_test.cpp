// The oracle is the C library in 80-bit long double; errors are counted in units in the last place of the double
// result.
#include "base/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "base/random.h"

namespace espalier {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the oracle needs more digits than double");

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kPoints = 200000;

double ulps_apart(double got, long double exact) {
  const double size = std::fabs(static_cast<double>(exact));
  const double ulp = std::nextafter(size, kInfinity) - size;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / ulp);
}

struct Worst {
  double ulps = 0;
  double at = 0;
};

// Draws `kPoints` values of x and keeps the one at which f is furthest from the oracle.
template <class Draw, class F, class Oracle>
Worst worst(Draw draw, F f, Oracle oracle) {
  Random random(1, "math_test");
  Worst worst;
  for (int i = 0; i < kPoints; ++i) {
    const double x = draw(random);
    const double ulps = ulps_apart(f(x), oracle(static_cast<long double>(x)));
    if (!(ulps <= worst.ulps)) worst = {ulps, x};
  }
  return worst;
}

auto between(double low, double high) {
  return [=](Random& random) { return low + (high - low) * random.uniform(); };
}

// ± a number whose logarithm is uniform between those of low and high.
auto signed_scales(double low, double high) {
  return [=](Random& random) {
    const double size = std::exp(std::log(low) + (std::log(high) - std::log(low)) * random.uniform());
    return random.below(2) == 0 ? size : -size;
  };
}

long double exp_oracle(long double x) { return std::exp(x); }
long double log_oracle(long double x) { return std::log(x); }
long double sin_oracle(long double x) { return std::sin(x); }
long double cos_oracle(long double x) { return std::cos(x); }
long double atan_oracle(long double x) { return std::atan(x); }

void expect_within_two_ulps(const Worst& worst) {
  EXPECT_LE(worst.ulps, 2) << "at x = " << std::hexfloat << worst.at << " = " << std::defaultfloat << worst.at;
}

TEST(Exponential, IsWithinTwoUlpsWhereTheResultIsNormal) {
  expect_within_two_ulps(worst(between(-708.3, 709.78), exponential, exp_oracle));
  expect_within_two_ulps(worst(between(-2, 2), exponential, exp_oracle));
  expect_within_two_ulps(worst(signed_scales(1e-20, 700), exponential, exp_oracle));
}

TEST(Exponential, IsWithinTwoUlpsAtSubnormalResults) {
  expect_within_two_ulps(worst(between(-745.1, -708.4), exponential, exp_oracle));
}

TEST(Exponential, GivesTheLimitsAndKeepsNaN) {
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-kInfinity), 0);
  EXPECT_EQ(exponential(-746), 0);
  EXPECT_EQ(exponential(kInfinity), kInfinity);
  EXPECT_EQ(exponential(709.79), kInfinity);
  EXPECT_LT(exponential(709.78), kInfinity);
  EXPECT_GT(exponential(-744), 0);
  EXPECT_TRUE(std::isnan(exponential(kNaN)));
}

TEST(Logarithm, IsWithinTwoUlpsOverAllScales) {
  const auto scales = [](Random& random) { return std::fabs(signed_scales(1e-307, 1e308)(random)); };
  expect_within_two_ulps(worst(scales, logarithm, log_oracle));
  expect_within_two_ulps(worst(between(0.5, 2), logarithm, log_oracle));
}

TEST(Logarithm, IsWithinTwoUlpsNextToOneAndAtSubnormals) {
  const auto near_one = [](Random& random) { return 1 + signed_scales(1e-15, 0.1)(random); };
  const auto subnormal = [](Random& random) { return static_cast<double>(1 + random.below(1ULL << 51)) * 0x1p-1074; };
  expect_within_two_ulps(worst(near_one, logarithm, log_oracle));
  expect_within_two_ulps(worst(subnormal, logarithm, log_oracle));
}

TEST(Logarithm, GivesTheLimitsAndNaNBelowZero) {
  EXPECT_EQ(logarithm(1), 0);
  EXPECT_EQ(logarithm(0), -kInfinity);
  EXPECT_EQ(logarithm(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(logarithm(-1)));
  EXPECT_TRUE(std::isnan(logarithm(-kInfinity)));
  EXPECT_TRUE(std::isnan(logarithm(kNaN)));
}

TEST(Sine, AndCosineAreWithinTwoUlpsUpToAMillion) {
  for (const auto& draw : {between(-4, 4), between(-1000, 1000), between(-1e6, 1e6)}) {
    expect_within_two_ulps(worst(draw, sine, sin_oracle));
    expect_within_two_ulps(worst(draw, cosine, cos_oracle));
  }
  expect_within_two_ulps(worst(signed_scales(1e-300, 1e6), sine, sin_oracle));
}

// The doubles nearest to every multiple of π/2: where an argument reduction with too few digits of π/2 shows.
TEST(Sine, AndCosineAreWithinTwoUlpsAtEveryZero) {
  const long double half_pi = std::acos(-1.0L) / 2;
  Worst worst_sine, worst_cosine;
  for (int quarters = 1; quarters < 636000; ++quarters) {
    const auto x = static_cast<double>(quarters * half_pi);
    const double off_sine = ulps_apart(sine(x), sin_oracle(x));
    const double off_cosine = ulps_apart(cosine(x), cos_oracle(x));
    if (!(off_sine <= worst_sine.ulps)) worst_sine = {off_sine, x};
    if (!(off_cosine <= worst_cosine.ulps)) worst_cosine = {off_cosine, x};
  }
  expect_within_two_ulps(worst_sine);
  expect_within_two_ulps(worst_cosine);
}

TEST(Sine, AndCosineAreNaNWhereTheyAreNotDefined) {
  for (const double x : {kNaN, kInfinity, -kInfinity, 1e6, -1e300}) {
    EXPECT_TRUE(std::isnan(sine(x))) << x;
    EXPECT_TRUE(std::isnan(cosine(x))) << x;
  }
  EXPECT_EQ(sine(0), 0);
  EXPECT_EQ(cosine(0), 1);
}

TEST(Arctangent, IsWithinTwoUlpsOverAllScales) {
  expect_within_two_ulps(worst(between(-3, 3), arctangent, atan_oracle));
  expect_within_two_ulps(worst(signed_scales(1e-300, 1e300), arctangent, atan_oracle));
}

TEST(Arctangent, GivesTheLimitsAndKeepsNaN) {
  EXPECT_EQ(arctangent(0), 0);
  EXPECT_DOUBLE_EQ(arctangent(kInfinity), 1.5707963267948966);
  EXPECT_DOUBLE_EQ(arctangent(-kInfinity), -1.5707963267948966);
  EXPECT_DOUBLE_EQ(arctangent(1), 0.78539816339744831);
  EXPECT_TRUE(std::isnan(arctangent(kNaN)));
}

// Φ(x) = ½ erfc(-x / √2), and p = Φ(x) is hit to within the error of x times the density's slope.
TEST(NormalQuantile, InvertsTheNormalDistributionFunction) {
  Random random(2, "math_test");
  const auto tails = signed_scales(1e-300, 0.5);
  for (int i = 0; i < kPoints; ++i) {
    const double p = i % 2 == 0 ? random.uniform() : std::fabs(tails(random));
    const long double x = normal_quantile(p);
    const long double back = std::erfc(-x / std::sqrt(2.0L)) / 2;
    // A relative error e of x changes log Φ(x) by about e (1 + x²).
    EXPECT_NEAR(static_cast<double>(back / p - 1), 0, 1e-15 * (2 + static_cast<double>(x * x))) << "p = " << p;
  }
}

// The percentage points of any table of the normal distribution.
TEST(NormalQuantile, GivesTheTabulatedPercentagePoints) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.995), 2.575829303548901, 1e-14);
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306167813, 1e-14);
}

}  // namespace
}  // namespace espalier
