#include "grow/cart/split_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "grow/cart/naive_split.h"

namespace espalier {
namespace {

using test::Problem;
using test::random_problem;

SplitChoice search(const Problem& p, SplitCriterion criterion, const LeastLeaf& least, std::uint32_t column) {
  Threads threads(1);
  const TableView view(p.table);
  SortedColumns sorted(view, p.rows, threads);
  SplitTargets sums;
  sums.class_count = p.target.labels.size();
  sums.weights = p.target.weights;
  std::vector<double> values = p.target.values;
  if (sums.class_count == 2) values.assign(p.target.classes.begin(), p.target.classes.end());
  sums.values = values;
  sums.classes = p.target.classes;
  const std::vector<std::uint32_t> columns = {column};
  return make_split_search(view, sorted, sums, {criterion, least}, threads)->best({0, p.rows.size(), columns});
}

class SearchAgainstNaive : public testing::TestWithParam<std::tuple<SplitCriterion, int>> {};

TEST_P(SearchAgainstNaive, FindsTheBestBoundaryOfNumbers) {
  const auto [criterion, classes] = GetParam();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Problem p = random_problem(seed, classes, seed % 2, seed % 3);
    for (const std::uint32_t column : {0U, 1U}) {
      const std::size_t min_rows = 1 + seed % 4;
      EXPECT_NEAR(search(p, criterion, {min_rows}, column).gain,
                  test::naive_best_numeric(p, column, criterion, min_rows), 1e-9);
    }
  }
}

TEST_P(SearchAgainstNaive, FindsTheBestSubsetOfCategoriesOrForSeveralClassesComesNearIt) {
  const auto [criterion, classes] = GetParam();
  double found = 0, best = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Problem p = random_problem(seed, classes, seed % 2, seed % 3);
    const double gain = search(p, criterion, {}, 2).gain;
    const double naive = test::naive_best_subset(p, 2, criterion, 1);
    EXPECT_LE(gain, naive + 1e-9);
    const bool convex = criterion != SplitCriterion::accuracy && criterion != SplitCriterion::balanced_accuracy;
    if (classes <= 2 && convex) {
      EXPECT_NEAR(gain, naive, 1e-9);
    }
    found += gain;
    best += naive;
  }
  EXPECT_GE(found, 0.8 * best);
}

TEST_P(SearchAgainstNaive, FindsTheBestBoundaryOfThoseWithEnoughWeightOnEachSide) {
  const auto [criterion, classes] = GetParam();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Problem p = random_problem(seed, classes, seed % 2, seed % 3);
    // From a twentieth of the weight to more than half of it, where no boundary is left.
    const double weight = (0.05 + 0.12 * static_cast<double>(seed % 5)) * test::weight_of_rows(p.target, p.rows);
    for (const std::uint32_t column : {0U, 1U}) {
      const double best = test::naive_best_numeric(p, column, criterion, 1, weight);
      const SplitChoice choice = search(p, criterion, {1, weight}, column);
      EXPECT_EQ(choice.found(), best > test::kNoSplit);
      if (choice.found()) {
        EXPECT_NEAR(choice.gain, best, 1e-9);
      }
    }
  }
}

TEST_P(SearchAgainstNaive, TakesNoSubsetOfCategoriesWithTooLittleWeightOnASide) {
  const auto [criterion, classes] = GetParam();
  int found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Problem p = random_problem(seed, classes, seed % 2, seed % 3);
    const double weight = 0.3 * test::weight_of_rows(p.target, p.rows);
    const SplitChoice choice = search(p, criterion, {1, weight}, 2);
    if (!choice.found()) continue;
    ++found;
    std::vector<bool> left;
    for (const std::int32_t code : p.table.columns[2].codes) {
      const auto is_code = [&](std::uint32_t other) { return static_cast<std::int32_t>(other) == code; };
      left.push_back(code < 0 ? choice.missing_left : std::ranges::any_of(choice.left_codes, is_code));
    }
    EXPECT_NEAR(choice.gain, test::naive_gain(p, criterion, 1, left, weight), 1e-9);
  }
  EXPECT_GE(found, 20);
}

INSTANTIATE_TEST_SUITE_P(
    All, SearchAgainstNaive,
    testing::Values(std::tuple(SplitCriterion::squared, 0), std::tuple(SplitCriterion::gini, 2),
                    std::tuple(SplitCriterion::gini, 4), std::tuple(SplitCriterion::information, 2),
                    std::tuple(SplitCriterion::information, 3), std::tuple(SplitCriterion::accuracy, 2),
                    std::tuple(SplitCriterion::accuracy, 3), std::tuple(SplitCriterion::balanced_accuracy, 2),
                    std::tuple(SplitCriterion::balanced_accuracy, 3), std::tuple(SplitCriterion::margin, 2),
                    std::tuple(SplitCriterion::margin, 3), std::tuple(SplitCriterion::squared, 2)));

TEST(SplitSearch, MarginGainIsEquation5_1) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  p.target = test::classes({0, 0, 1, 1, 1, 0});
  p.rows = {0, 1, 2, 3, 4, 5};
  // Best cut after two rows: (0-2)²/2 + (3-1)²/4 - (3-3)²/6 = 3
  const SplitChoice choice = search(p, SplitCriterion::margin, {}, 0);
  EXPECT_DOUBLE_EQ(choice.gain, 3);
  EXPECT_EQ(choice.threshold, 2.5F);
}

TEST(SplitSearch, SplitsWhatIsPresentFromWhatIsMissing) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {7, test::kNaN, 9, test::kNaN})});
  p.target = test::regression({1, 5, 1, 5});
  p.rows = {0, 1, 2, 3};
  const SplitChoice choice = search(p, SplitCriterion::squared, {}, 0);
  EXPECT_TRUE(choice.found());
  EXPECT_FALSE(choice.missing_left);
  EXPECT_EQ(choice.threshold, std::numeric_limits<float>::max());
}

// 400 rows: a number and labels of as many names, a target of noise to which either may add its part.
Problem named_problem(int names, double by_number, double by_name, int classes, std::uint64_t seed) {
  Random random(seed, "names");
  std::vector<float> x(400);
  std::vector<std::int32_t> codes(400), groups(400);
  std::vector<std::string> labels;
  for (int name = 0; name < names; ++name) labels.push_back(std::to_string(1000 + name));
  std::vector<double> y(400);
  for (std::size_t row = 0; row < 400; ++row) {
    x[row] = static_cast<float>(random.uniform());
    codes[row] = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(names)));
    y[row] = by_number * (x[row] > 0.5F) + by_name * (codes[row] % 2) + random.normal();
    groups[row] = classes == 2 ? y[row] > 0.5 : (y[row] > 0) + (y[row] > 1);
  }
  Problem p;
  p.table = test::table_of({test::numeric("x", x), test::categorical("name", labels, codes)});
  p.target = classes == 0 ? test::regression(y) : test::classes(groups, classes);
  p.rows.resize(400);
  std::iota(p.rows.begin(), p.rows.end(), 0U);
  return p;
}

// How often of 20 the best split is by the names.
int splits_by_name(int names, double by_number, double by_name, int classes, SplitCriterion criterion) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Problem p = named_problem(names, by_number, by_name, classes, seed);
    const SplitChoice number = search(p, criterion, {}, 0), name = search(p, criterion, {}, 1);
    EXPECT_GT(name.gain, 0);
    EXPECT_EQ(number.by_chance, 0);
    count += name.worth() > number.worth();
    EXPECT_EQ(name.by_chance > 0, names > 4);
  }
  return count;
}

TEST(SplitSearch, NamesThatSayNothingLoseToANumberThatSaysALittle) {
  for (const int names : {10, 100, 350, 5000}) {
    EXPECT_LE(splits_by_name(names, 0.6, 0, 0, SplitCriterion::squared), 1) << names;
    EXPECT_LE(splits_by_name(names, 0.8, 0, 2, SplitCriterion::gini), 1) << names;
    EXPECT_LE(splits_by_name(names, 0.8, 0, 3, SplitCriterion::gini), 1) << names;
    EXPECT_LE(splits_by_name(names, 0.8, 0, 2, SplitCriterion::information), 1) << names;
  }
}

TEST(SplitSearch, NamesThatSayMoreThanANumberWin) {
  for (const int names : {2, 4, 10, 30}) {
    EXPECT_GE(splits_by_name(names, 0.3, 1.5, 0, SplitCriterion::squared), 19) << names;
    EXPECT_GE(splits_by_name(names, 0.3, 1.5, 2, SplitCriterion::gini), 19) << names;
    EXPECT_GE(splits_by_name(names, 0.3, 1.5, 3, SplitCriterion::gini), 19) << names;
  }
}

}  // namespace
}  // namespace espalier
