#include "method/choose/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "support/tables.h"

namespace espalier {
namespace {

constexpr FoldPlan kAll{};
constexpr FoldRule kRule{100, 1000};

Target numbers(std::size_t rows) { return test::regression(std::vector<double>(rows, 1.0)); }

TEST(Folds, TogetherHoldEveryRowOutOnce) {
  std::multiset<std::uint32_t> held_out;
  const std::vector<Fold> folds = make_folds(numbers(53), kAll, 1);
  ASSERT_EQ(folds.size(), kFolds);
  for (const Fold& fold : folds) {
    EXPECT_EQ(fold.rows.size() + fold.held_out.size(), 53U);
    EXPECT_TRUE(std::ranges::is_sorted(fold.rows));
    EXPECT_FALSE(fold.by_validation());
    held_out.insert(fold.held_out.begin(), fold.held_out.end());
  }
  EXPECT_EQ(held_out.size(), 53U);
  EXPECT_EQ(std::set(held_out.begin(), held_out.end()).size(), 53U);
}

TEST(Folds, AreAsManyAsArePlannedAndHoldOutAFifth) {
  const std::vector<Fold> one = make_folds(numbers(100), FoldPlan{kFolds, 1}, 1);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].held_out.size(), 20U);
  EXPECT_DOUBLE_EQ(one[0].rows_per_fitted_row(), 100.0 / 80);
  const std::vector<Fold> two = make_folds(numbers(100), FoldPlan{10, 2}, 1);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].held_out.size(), 10U);
}

TEST(Folds, LeaveRowsWithoutAWeightOutUnlessTheyAreToBeKept) {
  std::vector<double> weights(30, 0.0);
  for (std::size_t row = 0; row < 10; ++row) weights[row] = 1;
  const Target target = test::regression(std::vector<double>(30, 1.0), weights);
  for (const Fold& fold : make_folds(target, kAll, 1)) {
    EXPECT_LT(fold.rows.back(), 10U);
    EXPECT_LT(fold.held_out.back(), 10U);
  }
  for (const Fold& fold : make_folds(target, kAll, 1, WeightlessRows::keep))
    EXPECT_EQ(fold.rows.size() + fold.held_out.size(), 30U);
}

TEST(Folds, AreNoneWhereThereIsNothingToHoldOut) {
  for (const WeightlessRows weightless : {WeightlessRows::leave_out, WeightlessRows::keep}) {
    EXPECT_TRUE(make_folds(test::regression({1.0}), kAll, 1, weightless).empty());
    EXPECT_TRUE(make_folds(test::regression({1.0, 2.0}, {1.0, 0.0}), kAll, 1, weightless).empty());
    EXPECT_EQ(make_folds(test::regression({1.0, 2.0}), kAll, 1, weightless).size(), 2U);
  }
}

TEST(Folds, HaveEveryClassAlike) {
  std::vector<std::int32_t> codes(100, 0);
  std::fill_n(codes.begin(), 25, 1);
  const Target target = test::classes(codes);
  for (const Fold& fold : make_folds(target, kAll, 1)) {
    const auto rare = std::ranges::count_if(fold.held_out, [&](std::uint32_t row) { return codes[row] == 1; });
    EXPECT_EQ(rare, 5);
    EXPECT_EQ(fold.held_out.size(), 20U);
  }
}

TEST(FoldRule, HoldsOutMoreOfFewerRows) {
  EXPECT_EQ(count_folds(kRule, 100, false), 5U);
  EXPECT_EQ(count_folds(kRule, 101, false), 3U);
  EXPECT_EQ(count_folds(kRule, 1000, false), 3U);
  EXPECT_EQ(count_folds(kRule, 1001, false), 1U);
  EXPECT_EQ(count_folds(FoldRule{100}, 101, false), 1U);
  EXPECT_EQ(count_folds(kRule, 3, false), 3U);  // a fold needs a row
  for (const std::size_t rows : {50U, 500U, 5000U}) {
    EXPECT_EQ(make_folds(numbers(rows), kRule, false, 1).size(), count_folds(kRule, rows, false));
    EXPECT_EQ(count_folds(kRule, rows, true), 1U);
  }
}

TEST(HoldOutFold, HoldsOutTheSameShareOfEveryClassAndNoRowOfWeightZero) {
  std::vector<std::int32_t> codes(120);
  std::vector<double> weights(120, 1.0);
  for (std::size_t row = 0; row < 120; ++row) codes[row] = row % 4 == 0 ? 1 : 0;
  for (std::size_t row = 100; row < 120; ++row) weights[row] = 0;
  const Target target = test::classes(codes, 2, weights);
  const Fold fold = hold_out_fold(target, 0.2, 1);
  EXPECT_EQ(fold.held_out.size(), 20U);
  EXPECT_EQ(std::ranges::count_if(fold.held_out, [&](std::uint32_t row) { return codes[row] == 1; }), 5);
  std::set<std::uint32_t> all(fold.rows.begin(), fold.rows.end());
  all.insert(fold.held_out.begin(), fold.held_out.end());
  EXPECT_EQ(all.size(), 100U);
  EXPECT_EQ(*all.rbegin(), 99U);
}

TEST(DrawFold, FitsAsManyAsAskedForAndHoldsOutSomeOthers) {
  std::vector<std::uint32_t> rows(1000);
  std::iota(rows.begin(), rows.end(), 7U);
  const Fold fold = draw_fold(rows, 400, 100, 3);
  EXPECT_EQ(fold.rows.size(), 400U);
  EXPECT_EQ(fold.held_out.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(fold.rows));
  EXPECT_TRUE(std::ranges::is_sorted(fold.held_out));
  std::set<std::uint32_t> all(fold.rows.begin(), fold.rows.end());
  all.insert(fold.held_out.begin(), fold.held_out.end());
  EXPECT_EQ(all.size(), 500U);
  EXPECT_GE(*all.begin(), 7U);
  EXPECT_EQ(draw_fold(rows, 950, 200, 3).held_out.size(), 50U);  // what is left
  EXPECT_NE(draw_fold(rows, 400, 100, 4).rows, fold.rows);
}

// 10 and 40 of 1000 rows: a tenth of them, and another tenth, have 1 and 4.
TEST(DrawFold, OfClassesBothSidesHaveTheSameShareOfEach) {
  std::vector<std::uint32_t> rows(1000);
  std::iota(rows.begin(), rows.end(), 0U);
  std::vector<std::int32_t> codes(1000, 0);
  for (std::size_t row = 0; row < 10; ++row) codes[row * 97] = 1;
  for (std::size_t row = 0; row < 40; ++row) codes[row * 23 + 1] = 2;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Fold fold = draw_fold(rows, 100, 100, seed, codes);
    for (const std::vector<std::uint32_t>* side : {&fold.rows, &fold.held_out}) {
      EXPECT_EQ(side->size(), 100U);
      EXPECT_EQ(std::ranges::count_if(*side, [&](std::uint32_t row) { return codes[row] == 1; }), 1);
      EXPECT_EQ(std::ranges::count_if(*side, [&](std::uint32_t row) { return codes[row] == 2; }), 4);
    }
    EXPECT_NE(fold.rows, draw_fold(rows, 100, 100, seed + 3, codes).rows);
  }
}

TEST(FoldRule, FitsAllRowsWithAWeightWhereThereAreValidationRows) {
  const std::vector<Fold> folds = make_folds(test::regression({1, 2, 3}, {1, 0, 2}), kRule, true, 1);
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].rows, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_TRUE(folds[0].by_validation());
  EXPECT_EQ(folds[0].rows_per_fitted_row(), 1);
}

}  // namespace
}  // namespace espalier
