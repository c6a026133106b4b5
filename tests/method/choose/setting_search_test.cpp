#include "method/choose/setting_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace espalier {
namespace {

// The cost of a whole number is its distance from 7, and what it comes to its name.
struct Numbers {
  std::vector<int> measured;
  SettingSearch<int, std::string>::Measure measure = [this](int number) {
    measured.push_back(number);
    return Best<std::string>{std::to_string(number), std::abs(number - 7.0)};
  };
};

TEST(SettingSearch, StaysWithTheCheapestAndTheFirstOfEqualOnes) {
  Numbers numbers;
  SettingSearch<int, std::string> search(numbers.measure);
  EXPECT_TRUE(search.improve(9));
  EXPECT_FALSE(search.improve(5));  // as far from 7
  EXPECT_TRUE(search.improve(8));
  EXPECT_FALSE(search.improve(2));
  EXPECT_EQ(search.setting(), 8);
  EXPECT_EQ(search.best().choice, "8");
  EXPECT_EQ(search.best().cost, 1);
}

TEST(SettingSearch, TriesASettingOnce) {
  Numbers numbers;
  SettingSearch<int, std::string> search(numbers.measure);
  for (const int number : {9, 5, 9, 5, 8}) search.improve(number);
  EXPECT_EQ(numbers.measured, (std::vector<int>{9, 5, 8}));
  EXPECT_EQ(search.trials(), 3U);
}

TEST(SettingSearch, OfSeveralSettingsAtOnceTakesTheFirstOfTheCheapest) {
  for (const int count : {1, 4}) {
    SettingSearch<int> search([](int number) { return Best<int>{number, std::abs(number - 7.0)}; }, 5);
    Threads threads(count);
    search.improve(12);
    search.improve_by_any(std::vector<int>{12, 9, 5, 9, 2}, threads);
    EXPECT_EQ(search.setting(), 9);
    EXPECT_EQ(search.trials(), 4U);
    search.improve_by_any(std::vector<int>{6, 7}, threads);  // one trial is left
    EXPECT_EQ(search.setting(), 6);
    EXPECT_EQ(search.trials(), 5U);
  }
}

TEST(SettingSearch, EndsWithItsTrials) {
  Numbers numbers;
  SettingSearch<int, std::string> search(numbers.measure, 2);
  EXPECT_TRUE(search.improve(1));
  EXPECT_TRUE(search.improve(2));
  EXPECT_FALSE(search.improve(7));
  EXPECT_EQ(search.setting(), 2);
}

TEST(SettingSearch, ClimbsForAsLongAsThatHelps) {
  Numbers numbers;
  SettingSearch<int, std::string> search(numbers.measure);
  search.improve(4);
  const auto up = [](int& number) {
    ++number;
    return true;
  };
  EXPECT_TRUE(search.climb(up));
  EXPECT_EQ(search.setting(), 7);
  EXPECT_EQ(numbers.measured, (std::vector<int>{4, 5, 6, 7, 8}));
  EXPECT_FALSE(search.climb(up));  // 8 was tried
  EXPECT_EQ(numbers.measured.size(), 5U);
}

TEST(SettingSearch, ClimbsToTheEndOfWhatThereIsToChange) {
  Numbers numbers;
  SettingSearch<int, std::string> search(numbers.measure);
  search.improve(2);
  EXPECT_TRUE(search.climb([](int& number) { return ++number <= 4; }));
  EXPECT_EQ(search.setting(), 4);
  EXPECT_FALSE(search.climb([](int&) { return false; }));
}

// The cost is 2 (a - b)² + b²: a step of one number pays only once the other has come as far.
TEST(SettingSearch, ClimbsByEveryChangeInTurnForAsManyPassesAsHelp) {
  using Pair = std::pair<int, int>;
  const auto measure = [](const Pair& at) {
    const int lead = at.first - at.second;
    return Best<Pair>{at, 2.0 * lead * lead + at.second * at.second};
  };
  const std::vector<std::function<bool(Pair&)>> changes = {[](Pair& at) { return --at.second >= 0; },
                                                           [](Pair& at) { return --at.first >= 0; }};
  for (const auto& [passes, expected] :
       {std::pair{1, Pair{3, 3}}, std::pair{2, Pair{2, 2}}, std::pair{9, Pair{1, 1}}}) {
    SettingSearch<Pair> search(measure);
    search.improve({4, 4});
    search.climb_in_turns(changes, passes);
    EXPECT_EQ(search.setting(), expected) << passes;
  }
}

// Nothing can be judged, for example because the budget leaves no room: the first setting then stands.
TEST(SettingSearch, TheFirstIsTheBestWhateverItCosts) {
  for (const double cost : {kNever, std::nan("")}) {
    double now = cost;
    SettingSearch<int> search([&](int number) { return Best<int>{number, now}; });
    EXPECT_TRUE(search.improve(3));
    EXPECT_FALSE(search.improve(4));
    EXPECT_EQ(search.setting(), 3);
    EXPECT_EQ(search.best().cost, kNever);
    now = 1;
    EXPECT_TRUE(search.improve(5));
    EXPECT_EQ(search.setting(), 5);
  }
}

}  // namespace
}  // namespace espalier
