// The kernels against their naive twins, and the bits of their sums on every instruction set that this machine has.
#include "grow/random/cut_kernels.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "espalier/labelled.h"
#include "support/instruction_sets.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kSizes[] = {1, 2, 7, 8, 9, 15, 16, 17, 31, 64, 100, 1000, 1024, 2051};

struct LabelledRows {
  std::vector<float> values;
  std::vector<double> y, weights;
};

// Whole numbers, so that sums are exact in any order, or normal ones.
LabelledRows rows_of(std::size_t n, bool whole, bool missing) {
  Random random(n, "rows");
  LabelledRows rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.values.push_back(missing && random.below(4) == 0 ? test::kNaN : static_cast<float>(random.below(9)) - 4);
    rows.y.push_back(whole ? static_cast<double>(random.below(100)) : random.normal());
    rows.weights.push_back(whole ? static_cast<double>(1 + random.below(5)) : random.uniform());
  }
  rows.values.resize(n + kPadding, 99);
  rows.y.resize(n + kPadding, 1e9);
  rows.weights.resize(n + kPadding, 1e9);
  return rows;
}

TEST(CutKernels, TheRangeIsThatOfTheValuesPresentAndThePaddingIsMissing) {
  for (const std::size_t n : kSizes) {
    for (const bool missing : {false, true}) {
      LabelledRows rows = rows_of(n, true, missing);
      float low = INFINITY, high = -INFINITY;
      bool absent = false;
      for (std::size_t i = 0; i < n; ++i) {
        absent |= std::isnan(rows.values[i]);
        if (rows.values[i] < low) low = rows.values[i];
        if (rows.values[i] > high) high = rows.values[i];
      }
      const ValueRange range = range_of(rows.values.data(), n);
      EXPECT_EQ(range.low, low);
      EXPECT_EQ(range.high, high);
      EXPECT_EQ(range.missing, absent);
      for (std::size_t i = n; i < n + kPadding; ++i) EXPECT_TRUE(std::isnan(rows.values[i]));
    }
  }
}

TEST(CutKernels, AColumnIsConstantIfItHoldsOneValueOrNone) {
  EXPECT_TRUE((ValueRange{3, 3, false}.constant()));
  EXPECT_TRUE((ValueRange{INFINITY, -INFINITY, true}.constant()));
  EXPECT_FALSE((ValueRange{3, 3, true}.constant()));
  EXPECT_FALSE((ValueRange{3, 4, false}.constant()));
}

TEST(CutKernels, TheSumsLeftOfAThresholdAreThoseOfALoop) {
  for (const std::size_t n : kSizes) {
    LabelledRows rows = rows_of(n, true, true);
    range_of(rows.values.data(), n);
    for (const float threshold : {-9.0F, -1.0F, 0.5F, 9.0F}) {
      LeftMoments plain, weighted;
      for (std::size_t i = 0; i < n; ++i) {
        if (!(rows.values[i] <= threshold)) continue;
        ++plain.rows;
        plain.moments.sum += rows.y[i];
        weighted.moments.weight += rows.weights[i];
        weighted.moments.sum += rows.weights[i] * rows.y[i];
      }
      const LeftMoments one = left_moments(rows.values.data(), threshold, n, rows.y.data(), nullptr);
      EXPECT_EQ(one.rows, plain.rows);
      EXPECT_EQ(one.moments.weight, static_cast<double>(plain.rows));
      EXPECT_EQ(one.moments.sum, plain.moments.sum);
      const LeftMoments two = left_moments(rows.values.data(), threshold, n, rows.y.data(), rows.weights.data());
      EXPECT_EQ(two.rows, plain.rows);
      EXPECT_EQ(two.moments.weight, weighted.moments.weight);
      EXPECT_EQ(two.moments.sum, weighted.moments.sum);
    }
  }
}

TEST(CutKernels, TheSumsOfANodeAreThoseOfALoopAndOneOtherTargetMakesItImpure) {
  for (const std::size_t n : kSizes) {
    LabelledRows rows = rows_of(n, true, false);
    double sum = 0, weight = 0, weighted = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += rows.y[i];
      weight += rows.weights[i];
      weighted += rows.weights[i] * rows.y[i];
    }
    EXPECT_EQ(node_moments(n, rows.y.data(), nullptr).moments.sum, sum);
    const NodeMoments both = node_moments(n, rows.y.data(), rows.weights.data());
    EXPECT_EQ(both.moments.weight, weight);
    EXPECT_EQ(both.moments.sum, weighted);
    std::fill(rows.y.begin(), rows.y.end(), 3.0);
    EXPECT_TRUE(node_moments(n, rows.y.data(), nullptr).pure);
    rows.y[n - 1] = 4;
    EXPECT_EQ(node_moments(n, rows.y.data(), nullptr).pure, n == 1);
  }
}

template <class T>
void expect_stable(std::size_t n) {
  Random random(n, "sides");
  std::vector<T> items, expected, scratch(n + kPadding);
  std::vector<std::uint8_t> left;
  for (std::size_t i = 0; i < n; ++i) {
    items.push_back(static_cast<T>(i));
    left.push_back(static_cast<std::uint8_t>(random.below(2)));
  }
  for (const int side : {1, 0}) {
    for (std::size_t i = 0; i < n; ++i) {
      if (left[i] == side) expected.push_back(items[i]);
    }
  }
  items.push_back(77);  // beyond the rows: not to be touched
  expected.push_back(77);
  left.resize(n + kPadding);
  partition(items.data(), n, left.data(), scratch.data());
  EXPECT_EQ(items, expected) << n;
}

TEST(CutKernels, APartitionKeepsTheOrderOfEitherSideAndTouchesNothingElse) {
  test::on_every_instruction_set([] {
    for (const std::size_t n : kSizes) {
      expect_stable<std::uint32_t>(n);
      expect_stable<double>(n);
    }
  });
}

TEST(CutKernels, MarksAndCountsWhatIsLeft) {
  for (const std::size_t n : kSizes) {
    const LabelledRows rows = rows_of(n, true, true);
    std::vector<std::uint8_t> left(n + kPadding);
    std::size_t count = 0;
    const std::size_t marked = mark_left(rows.values.data(), 0, n, left.data());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(left[i], rows.values[i] <= 0);
      count += rows.values[i] <= 0;
    }
    EXPECT_EQ(marked, count);
  }
}

TEST(CutKernels, CountsTheThresholdsBelowAValue) {
  const std::vector<float> thresholds = {-4, -2.5F, 0, 0, 3.5F};
  for (const std::size_t n : kSizes) {
    const LabelledRows rows = rows_of(n, true, true);
    std::vector<std::uint8_t> expected(n);
    for (std::size_t i = 0; i < n; ++i)
      for (const float threshold : thresholds) expected[i] += rows.values[i] > threshold ? 1 : 0;
    test::on_every_instruction_set([&] {
      std::vector<std::uint8_t> counts(n + kPadding);
      count_below(rows.values.data(), n, thresholds, counts.data());
      counts.resize(n);
      EXPECT_EQ(counts, expected);
    });
  }
}

TEST(CutKernels, SumsHaveTheSameBitsOnEveryInstructionSet) {
  std::vector<std::vector<double>> results;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    std::vector<double>& bits = results.emplace_back();
    for (const std::size_t n : kSizes) {
      LabelledRows rows = rows_of(n, false, true);
      range_of(rows.values.data(), n);
      for (const double* weights :
           {static_cast<const double*>(nullptr), const_cast<const double*>(rows.weights.data())}) {
        const Moments left = left_moments(rows.values.data(), 0.5F, n, rows.y.data(), weights).moments;
        const Moments node = node_moments(n, rows.y.data(), weights).moments;
        bits.insert(bits.end(), {left.weight, left.sum, node.weight, node.sum});
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  for (const std::vector<double>& other : results) EXPECT_EQ(other, results[0]);
}

}  // namespace
}  // namespace espalier
