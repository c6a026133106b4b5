#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/hold_out.h"

namespace espalier {
namespace {

using Rows = std::vector<std::uint32_t>;
using Codes = std::vector<std::int32_t>;

Codes classes_of(std::size_t rows, std::size_t period) {
  Codes classes(rows);
  for (std::size_t i = 0; i < rows; ++i) classes[i] = i % period == 0 ? 2 : static_cast<std::int32_t>(i % 3 == 0);
  return classes;
}

void expect_partition(const RowSplit& split, std::size_t rows) {
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.validation.begin(), split.validation.end()));
  Rows all = split.train;
  all.insert(all.end(), split.validation.begin(), split.validation.end());
  std::sort(all.begin(), all.end());
  Rows expected(rows);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(all, expected);
}

TEST(SplitRows, HoldsOutTheFractionRounded) {
  for (const auto& [rows, fraction, held_out] : std::vector<std::tuple<std::size_t, double, std::size_t>>{
           {10, 0.2, 2}, {10, 0.25, 3}, {7, 0.5, 4}, {1000, 0.333, 333}, {2, 0.5, 1}}) {
    const RowSplit split = split_rows(rows, fraction, {}, 1);
    EXPECT_EQ(split.validation.size(), held_out) << rows << " " << fraction;
    expect_partition(split, rows);
  }
}

TEST(SplitRows, KeepsTheSharesOfTheClasses) {
  // 60 of class 0, 30 of class 1, 10 of class 2: a fifth of each.
  Codes classes;
  for (int i = 0; i < 100; ++i) classes.push_back(i % 10 == 9 ? 2 : i % 10 < 6 ? 0 : 1);
  const RowSplit split = split_rows(100, 0.2, classes, 3);
  std::map<std::int32_t, int> held_out;
  for (const std::uint32_t row : split.validation) ++held_out[classes[row]];
  EXPECT_EQ(held_out, (std::map<std::int32_t, int>{{0, 12}, {1, 6}, {2, 2}}));
  expect_partition(split, 100);
}

TEST(SplitRows, RoundsTheSharesOfClassesSoThatTheTotalIsRight) {
  // 5, 3 and 2 rows at 0.3: shares 1.5, 0.9 and 0.6 of 3 in all: rounded down 1, 0, 0; the rest to 0.9 and 0.6.
  const Codes classes = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2};
  const RowSplit split = split_rows(10, 0.3, classes, 1);
  std::map<std::int32_t, int> held_out;
  for (const std::uint32_t row : split.validation) ++held_out[classes[row]];
  EXPECT_EQ(held_out, (std::map<std::int32_t, int>{{0, 1}, {1, 1}, {2, 1}}));
}

TEST(SplitRows, DependsOnTheSeedAlone) {
  const RowSplit one = split_rows(100, 0.3, {}, 1);
  EXPECT_EQ(one.validation, split_rows(100, 0.3, {}, 1).validation);
  EXPECT_NE(one.validation, split_rows(100, 0.3, {}, 2).validation);
}

TEST(SplitRows, EveryRowIsHeldOutAboutAsOften) {
  // 2000 draws of 3 rows in 10: 600 per row, standard deviation √(2000 · 0.3 · 0.7) = 20.5; five of those is 102.
  std::vector<int> times(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const std::uint32_t row : split_rows(10, 0.3, {}, seed).validation) ++times[row];
  }
  for (const int count : times) EXPECT_NEAR(count, 600, 102);
}

TEST(SplitRows, RefusesFractionsThatLeaveASideEmpty) {
  EXPECT_ERROR(split_rows(10, 0, {}, 1), ErrorCode::usage, "fraction must be between 0 and 1, got 0");
  EXPECT_ERROR(split_rows(10, 1, {}, 1), ErrorCode::usage, "fraction must be between 0 and 1, got 1");
  EXPECT_ERROR(split_rows(10, std::nan(""), {}, 1), ErrorCode::usage, "fraction must be between 0 and 1, got nan");
  EXPECT_ERROR(split_rows(10, 0.01, {}, 1), ErrorCode::usage,
               "fraction must leave a row on each side, got 0.01 of 10 rows, which holds out 0");
  EXPECT_ERROR(split_rows(1, 0.5, {}, 1), ErrorCode::usage,
               "fraction must leave a row on each side, got 0.5 of 1 row, which holds out 1");
  EXPECT_ERROR(split_rows(10, 0.5, Codes{1, 2}, 1), ErrorCode::usage,
               "classes must have one entry per row (10), got 2");
}

// The largest and the smallest count of the folds among the rows of one class (or of all, if `only` is none).
std::pair<int, int> extremes(const Rows& folds, int count, const Codes& classes, std::int32_t only) {
  std::vector<int> sizes(static_cast<std::size_t>(count));
  for (std::size_t row = 0; row < folds.size(); ++row) {
    if (only < 0 || classes[row] == only) ++sizes.at(folds[row]);
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return {*least, *most};
}

TEST(MakeFolds, SizesDifferByAtMostOneInTotalAndInEveryClass) {
  for (const std::size_t rows : {7, 30, 101}) {
    for (const int folds : {2, 3, 7}) {
      const Codes classes = classes_of(rows, 5);
      const Rows plain = make_folds(rows, folds, {}, 1);
      const auto [least, most] = extremes(plain, folds, classes, -1);
      EXPECT_LE(most - least, 1);
      const Rows stratified = make_folds(rows, folds, classes, 1);
      for (const std::int32_t only : {-1, 0, 1, 2}) {
        const auto [fewest, largest] = extremes(stratified, folds, classes, only);
        EXPECT_LE(largest - fewest, 1) << rows << " rows, " << folds << " folds, class " << only;
      }
    }
  }
}

TEST(MakeFolds, SeedsAndRepeatsGiveOtherPartitions) {
  const Rows first = make_folds(50, 5, {}, 1, 0);
  EXPECT_EQ(first, make_folds(50, 5, {}, 1));
  EXPECT_NE(first, make_folds(50, 5, {}, 1, 1));
  EXPECT_NE(first, make_folds(50, 5, {}, 2, 0));
}

TEST(MakeFolds, RefusesFewerThanTwoFoldsOrMoreThanRows) {
  EXPECT_ERROR(make_folds(5, 1, {}, 1), ErrorCode::usage, "folds must be in [2, 5], the number of rows, got 1");
  EXPECT_ERROR(make_folds(5, 6, {}, 1), ErrorCode::usage, "folds must be in [2, 5], the number of rows, got 6");
  EXPECT_ERROR(make_folds(5, 2, {}, 1, -1), ErrorCode::usage, "repeat must not be negative, got -1");
  EXPECT_EQ(extremes(make_folds(5, 5, {}, 1), 5, {}, -1), (std::pair{1, 1}));
}

}  // namespace
}  // namespace espalier
