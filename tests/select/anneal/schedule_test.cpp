#include "select/anneal/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier {
namespace {

using Levels = std::vector<std::size_t>;

TEST(Schedule, IsTheFormulaOfThePaper) {
  const Schedule schedule{150, 10};
  EXPECT_EQ(survivors(schedule, 3000, 100, 1), 2624U);   // 100 + 2900 · 148/170 = 2624.7
  EXPECT_EQ(survivors(schedule, 3000, 100, 10), 1177U);  // 100 + 2900 · 130/350 = 1177.1
  EXPECT_EQ(survivors(schedule, 3000, 100, 74), 103U);   // 100 + 2900 · 2/1630 = 103.6
}

TEST(Schedule, EndsAtTheLastNumberHalfWayThrough) {
  const Schedule schedule{150, 10};
  for (const int epoch : {75, 76, 149, 150}) EXPECT_EQ(survivors(schedule, 3000, 100, epoch), 100U);
}

TEST(Schedule, AWholeNumberIsNotRoundedDown) {
  EXPECT_EQ(survivors({100, 0}, 1000, 100, 10), 820U);  // 100 + 900 · 80/100
  EXPECT_EQ(survivors({100, 0}, 1000, 100, 15), 730U);
  EXPECT_EQ(survivors({6, 1}, 9, 1, 1), 5U);  // 1 + 8 · 4/8
}

TEST(Schedule, NeverRisesAndStaysBetweenItsEnds) {
  for (const int iterations : {1, 2, 3, 20, 151}) {
    for (const double mu : {0.0, 1.0, 300.0}) {
      std::size_t before = 777;
      for (int epoch = 1; epoch <= iterations; ++epoch) {
        const std::size_t left = survivors({iterations, mu}, 777, 5, epoch);
        EXPECT_LE(left, before);
        EXPECT_GE(left, 5U);
        before = left;
      }
    }
  }
}

TEST(Schedule, KeepsAllWhereThereAreNoMoreThanTheLastNumber) {
  EXPECT_EQ(survivors({150, 10}, 5, 100, 1), 5U);
  EXPECT_EQ(survivors({150, 10}, 0, 100, 150), 0U);
  EXPECT_EQ(survivors({150, 10}, 100, 100, 150), 100U);
}

TEST(Schedule, VisitsSomeThirteenOfEveryCandidateInsteadOfAHundredAndFifty) {
  double visited = 100000;
  for (int epoch = 1; epoch < 150; ++epoch) visited += static_cast<double>(survivors({150, 10}, 100000, 1, epoch));
  EXPECT_NEAR(visited / 100000, 12.8, 0.05);
}

TEST(ExponentialLevels, FiftyUpToAHundredAreThirtyFourWholeNumbers) {
  const Levels levels = exponential_levels(50, 100);
  EXPECT_EQ(levels.size(), 34U);
  EXPECT_EQ(levels.front(), 100U);
  EXPECT_EQ(levels.back(), 1U);
  EXPECT_TRUE(std::ranges::is_sorted(levels, std::greater_equal()));
}

TEST(ExponentialLevels, GrowByTheSameFactor) {
  EXPECT_EQ(exponential_levels(3, 100), (Levels{100, 10, 1}));
  EXPECT_EQ(exponential_levels(4, 1000), (Levels{1000, 100, 10, 1}));
  EXPECT_EQ(exponential_levels(5, 16), (Levels{16, 8, 4, 2, 1}));
}

TEST(ExponentialLevels, OneLevelIsTheMost) { EXPECT_EQ(exponential_levels(1, 37), Levels{37}); }

TEST(ExponentialLevels, UpToOneAreOne) { EXPECT_EQ(exponential_levels(50, 1), Levels{1}); }

}  // namespace
}  // namespace espalier
