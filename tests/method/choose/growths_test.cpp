#include "method/choose/growths.h"

#include <gtest/gtest.h>

#include <array>

namespace espalier {
namespace {

// A number that grows by one up to its end.
struct Number {
  Number(int last, Threads& its_threads) : end(last), threads(&its_threads) {}

  int end, value = 0;
  Threads* threads;
};

bool grow_by_one(Number& number) {
  number.value = std::min(number.value + 1, number.end);
  return number.value < number.end;
}

TEST(Growths, GrowInStepUntilThereIsNoMoreOfAny) {
  Threads threads(2);
  Growths<Number> growths(3, threads);
  for (const int end : {1, 4, 2}) growths.add(end);
  int steps = 1;
  while (growths.grow(grow_by_one)) ++steps;
  EXPECT_EQ(steps, 4);
  for (const Number& number : growths.all()) EXPECT_EQ(number.value, number.end);
}

TEST(Growths, AreNotAskedAgainOnceThereIsNoMoreOfThem) {
  Threads threads(1);
  Growths<Number> growths(2, threads);
  for (const int end : {1, 3}) growths.add(end);
  std::array<int, 4> asked{};
  while (growths.grow([&](Number& number) {
    ++asked.at(static_cast<std::size_t>(number.end));
    return grow_by_one(number);
  })) {
  }
  EXPECT_EQ(asked[1], 1);
  EXPECT_EQ(asked[3], 3);
}

TEST(Growths, OneHasAllThreadsAndSeveralHaveOneEach) {
  Threads threads(2);
  Growths<Number> one(1, threads), two(2, threads);
  one.add(1);
  two.add(1);
  two.add(1);
  EXPECT_EQ(one.all()[0].threads, &threads);
  for (const Number& number : two.all()) EXPECT_EQ(number.threads->count(), 1);
}

TEST(Growths, CostWhatTheFoldsCostTogether) {
  for (const int count : {1, 3}) {
    Threads threads(count);
    Growths<Number> growths(3, threads);
    for (const int end : {1, 10, 100}) growths.add(end);
    const std::array values = {1.0, 0.5};
    // 1 + 10 + 100 of each value, and 0 + 1 + 2 by fold.
    const auto cost = [](const Number& number, std::size_t fold, double value) {
      return value * number.end + static_cast<double>(fold);
    };
    EXPECT_EQ(growths.costs(values, cost), (std::vector<double>{111 + 3, 55.5 + 3}));
    const auto costs = [&](const Number& number, std::size_t fold) {
      return std::vector<double>{cost(number, fold, 1), cost(number, fold, 0.5)};
    };
    EXPECT_EQ(growths.costs(costs), growths.costs(values, cost));
  }
}

TEST(Beside, IsTheBestAndItsNeighbours) {
  const std::array values = {1.0, 2.0, 3.0, 4.0, 5.0};
  const auto list = [](std::span<const double> span) { return std::vector<double>(span.begin(), span.end()); };
  EXPECT_EQ(list(beside(values, 2)), (std::vector<double>{2, 3, 4}));
  EXPECT_EQ(list(beside(values, 0)), (std::vector<double>{1, 2}));
  EXPECT_EQ(list(beside(values, 4)), (std::vector<double>{4, 5}));
  EXPECT_EQ(list(beside(std::span(values).first(1), 0)), (std::vector<double>{1}));
}

TEST(IndexOfLeast, IsTheFirstOfEqualOnes) { EXPECT_EQ(index_of_least(std::array{3.0, 1.0, 2.0, 1.0}), 1U); }

}  // namespace
}  // namespace espalier
