#include "neural/adam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "neural/random_net.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

// Algorithm 1 of Kingma and Ba, one number at a time, with the decay of Loshchilov and Hutter.
struct NaiveAdam {
  double number = 0, first = 0, second = 0;

  void step(double rate, double shrink, double gradient, int t) {
    first = 0.9 * first + 0.1 * gradient;
    second = 0.999 * second + 0.001 * gradient * gradient;
    const double m = first / (1 - std::pow(0.9, t)), v = second / (1 - std::pow(0.999, t));
    number -= rate * m / (std::sqrt(v) + 1e-8) + shrink * number;
  }
};

TEST(Adam, IsThatOfThePaper) {
  constexpr std::size_t kCount = 67;  // not a multiple of any vector
  Random random(1, "adam");
  std::vector<float> numbers = test::random_numbers(kCount, random), first(kCount), second(kCount);
  std::vector<NaiveAdam> naive;
  for (const float number : numbers) naive.push_back({number});
  for (int t = 1; t <= 50; ++t) {
    const double rate = 0.02 / t, shrink = t % 2 == 0 ? 0 : 0.003;
    std::vector<float> gradients = test::random_numbers(kCount, random);
    if (t > 40) std::ranges::fill(gradients, 0.0F);
    for (std::size_t i = 0; i < kCount; ++i) naive[i].step(rate, shrink, gradients[i], t);
    take_step(AdamStep(rate, static_cast<std::size_t>(t)), static_cast<float>(shrink), numbers, gradients, first,
              second);
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_NEAR(numbers[i], naive[i].number, 1e-5) << t;
      ASSERT_NEAR(first[i], naive[i].first, 1e-5) << t;
      ASSERT_NEAR(second[i], naive[i].second, 1e-5) << t;
      ASSERT_EQ(gradients[i], 0) << t;
    }
  }
}

TEST(Adam, TheFirstStepIsAsLongAsTheRateWhateverTheGradient) {
  std::vector<float> numbers = {1, 1, 1}, gradients = {1e-4F, -3, 0}, first(3), second(3);
  take_step(AdamStep(0.5, 1), 0, numbers, gradients, first, second);
  EXPECT_NEAR(numbers[0], 0.5, 1e-3);
  EXPECT_NEAR(numbers[1], 1.5, 1e-5);
  EXPECT_EQ(numbers[2], 1);
}

TEST(Adam, WhatIsShrunkGoesBesideTheStepAndNotIntoItsMoments) {
  std::vector<float> numbers = {4, -2}, gradients = {0, 0}, first(2), second(2);
  take_step(AdamStep(0.1, 1), 0.25F, numbers, gradients, first, second);
  EXPECT_EQ(numbers, (std::vector<float>{3, -1.5F}));
  EXPECT_EQ(first, std::vector<float>(2));
  EXPECT_EQ(second, std::vector<float>(2));
}

TEST(Adam, LateStepsAreScaledByAlmostNothing) {
  const AdamStep late(0.5, 1'000'000);
  EXPECT_EQ(late.rate, 0.5F);
  EXPECT_EQ(late.second_scale, 1.0F);
}

TEST(Adam, GivesTheSameBitsOnEveryInstructionSet) {
  const auto steps = [] {
    Random random(2, "adam");
    std::vector<float> numbers = test::random_numbers(45, random), first(45), second(45);
    for (std::size_t t = 1; t <= 5; ++t) {
      std::vector<float> gradients = test::random_numbers(45, random);
      take_step(AdamStep(0.1, t), 0.01F, numbers, gradients, first, second);
    }
    return numbers;
  };
  const std::vector<float> best = steps();
  test::on_every_instruction_set([&] { EXPECT_EQ(steps(), best); });
}

}  // namespace
}  // namespace espalier
