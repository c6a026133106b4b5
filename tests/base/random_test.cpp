// Bounds on moments are five standard errors; the draws are fixed, so a test that passes always passes.
#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace espalier {
namespace {

constexpr std::size_t kDraws = 200000;

template <class Draw>
std::vector<double> draws(Random random, Draw draw) {
  std::vector<double> values(kDraws);
  for (double& value : values) value = draw(random);
  return values;
}

std::vector<double> uniforms(Random random) {
  return draws(random, [](Random& r) { return r.uniform(); });
}

// The mean of (value - centre)^power
double moment(const std::vector<double>& values, double centre, int power) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value - centre, power);
  return sum / static_cast<double>(values.size());
}

double five_errors(double variance) { return 5 * std::sqrt(variance / kDraws); }

double chi_square(std::span<const int> counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// A χ² variable has mean d and variance 2d.
double chi_square_bound(double degrees) { return degrees + 5 * std::sqrt(2 * degrees); }

// kat_vectors of Random123 (Salmon et al. 2011), philox4x32 with 10 rounds.
TEST(Philox, GivesTheKnownAnswersOfRandom123) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, RepeatsTheSameStreamForTheSameKey) {
  Random one(7, "rows", 3), two(7, "rows", 3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(one.bits(), two.bits());
}

TEST(Random, StreamsOfDifferentSeedPurposeOrIndexAreUncorrelated) {
  const std::vector<std::vector<double>> streams = {
      uniforms(Random(1, "a", 0)), uniforms(Random(2, "a", 0)), uniforms(Random(1, "b", 0)),
      uniforms(Random(1, "a", 1)), uniforms(Random(0, "a", 0)), uniforms(Random(1, "aa", 0)),
      uniforms(Random(1, "", 0)),  uniforms(Random(0, "", 0)),  uniforms(Random(1ULL << 63, "a", 0))};
  for (std::size_t a = 0; a < streams.size(); ++a) {
    for (std::size_t b = a + 1; b < streams.size(); ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < kDraws; ++i) sum += (streams[a][i] - 0.5) * (streams[b][i] - 0.5);
      // The product of two independent centred uniforms has variance 1/144.
      EXPECT_NEAR(sum / kDraws, 0, five_errors(1.0 / 144)) << a << " and " << b;
    }
  }
}

TEST(Random, FirstDrawsOfConsecutiveIndicesAreUniformAndAllDifferent) {
  std::set<std::uint64_t> seen;
  std::vector<int> counts(64);
  for (std::uint64_t index = 0; index < kDraws; ++index) {
    const std::uint64_t bits = Random(1, "rows", index).bits();
    seen.insert(bits);
    ++counts[bits >> 58];
  }
  EXPECT_EQ(seen.size(), kDraws);
  EXPECT_LT(chi_square(counts), chi_square_bound(63));
}

TEST(Random, ConsecutiveDrawsAreUncorrelated) {
  const std::vector<double> values = uniforms(Random(5, "serial"));
  for (const std::size_t lag : {1, 2, 3, 4}) {
    double sum = 0;
    for (std::size_t i = lag; i < kDraws; ++i) sum += (values[i] - 0.5) * (values[i - lag] - 0.5);
    EXPECT_NEAR(sum / kDraws, 0, five_errors(1.0 / 144)) << "lag " << lag;
  }
}

TEST(Random, EveryBitIsSetHalfOfTheTime) {
  std::array<int, 64> ones{};
  Random random(3, "bits");
  for (std::size_t i = 0; i < kDraws; ++i) {
    const std::uint64_t bits = random.bits();
    for (std::size_t b = 0; b < 64; ++b) ones[b] += static_cast<int>((bits >> b) & 1U);
  }
  for (std::size_t b = 0; b < 64; ++b) EXPECT_NEAR(ones[b] / double(kDraws), 0.5, five_errors(0.25)) << "bit " << b;
}

TEST(Random, UniformStaysInsideTheUnitIntervalAndHasItsMoments) {
  const std::vector<double> values = uniforms(Random(1, "uniform"));
  EXPECT_GT(*std::min_element(values.begin(), values.end()), 0);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1);
  EXPECT_NEAR(moment(values, 0, 1), 0.5, five_errors(1.0 / 12));
  EXPECT_NEAR(moment(values, 0.5, 2), 1.0 / 12, five_errors(1.0 / 180));  // Var (u-½)² = 1/80 - 1/144
  std::vector<int> counts(100);
  for (const double value : values) ++counts[static_cast<std::size_t>(value * 100)];
  EXPECT_LT(chi_square(counts), chi_square_bound(99));
}

TEST(Random, NormalHasTheMomentsAndTailsOfTheNormalDistribution) {
  const std::vector<double> values = draws(Random(1, "normal"), [](Random& r) { return r.normal(); });
  EXPECT_NEAR(moment(values, 0, 1), 0, five_errors(1));
  EXPECT_NEAR(moment(values, 0, 2), 1, five_errors(2));   // E z⁴ - 1
  EXPECT_NEAR(moment(values, 0, 3), 0, five_errors(15));  // E z⁶
  EXPECT_NEAR(moment(values, 0, 4), 3, five_errors(96));  // E z⁸ - 9 = 105 - 9
  const auto outside = std::count_if(values.begin(), values.end(), [](double z) { return std::fabs(z) > 1.959964; });
  EXPECT_NEAR(static_cast<double>(outside) / kDraws, 0.05, five_errors(0.05 * 0.95));
}

TEST(Random, BelowHitsEveryValueEquallyOften) {
  for (const std::uint64_t n : {2, 3, 10, 1000}) {
    std::vector<int> counts(n);
    Random random(1, "below", n);
    for (std::size_t i = 0; i < kDraws; ++i) ++counts.at(random.below(n));
    EXPECT_LT(chi_square(counts), chi_square_bound(static_cast<double>(n - 1))) << "n = " << n;
  }
}

// Plain multiplication without rejection would give the multiples of 3 twice the weight of the others here.
TEST(Random, BelowIsUnbiasedForHugeLimits) {
  const std::uint64_t n = 3ULL << 62;
  std::array<int, 3> thirds{};
  Random random(1, "huge");
  int divisible = 0;
  for (std::size_t i = 0; i < kDraws; ++i) {
    const std::uint64_t value = random.below(n);
    ASSERT_LT(value, n);
    ++thirds[value >> 62];
    divisible += value % 3 == 0;
  }
  EXPECT_LT(chi_square(thirds), chi_square_bound(2));
  EXPECT_NEAR(divisible / double(kDraws), 1.0 / 3, five_errors(2.0 / 9));
}

TEST(Random, BelowOneIsZero) {
  Random random(1, "one");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, ShuffleGivesEveryOrderEquallyOften) {
  std::vector<int> counts(256);
  Random random(1, "shuffle");
  for (std::size_t i = 0; i < kDraws; ++i) {
    std::array<std::size_t, 4> items = {0, 1, 2, 3};
    random.shuffle(std::span<std::size_t>(items));
    ++counts[items[0] + 4 * items[1] + 16 * items[2] + 64 * items[3]];
  }
  std::vector<int> seen;
  std::copy_if(counts.begin(), counts.end(), std::back_inserter(seen), [](int count) { return count > 0; });
  EXPECT_EQ(seen.size(), 24U);
  EXPECT_LT(chi_square(seen), chi_square_bound(23));
}

TEST(Random, ShuffleOfNothingOrOneItemDrawsNothing) {
  Random shuffled(1, "s"), untouched(1, "s");
  std::vector<int> none, one = {4};
  shuffled.shuffle(std::span(none));
  shuffled.shuffle(std::span(one));
  EXPECT_EQ(one, std::vector<int>{4});
  EXPECT_EQ(shuffled.bits(), untouched.bits());
}

}  // namespace
}  // namespace espalier
