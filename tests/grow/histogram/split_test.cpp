#include "grow/histogram/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "espalier/table.h"

namespace espalier {
namespace {

// One column's histogram with `bins` bins and the one of missing values, and what a node knows of it.
struct Column {
  std::vector<ColumnBins> columns;
  std::vector<PackedGradient> sums;
  std::vector<PackedGradient> total;
  HistogramLayout layout;

  Column(bool numeric, std::size_t bins, std::size_t outputs, bool missing, Random& random)
      : columns(1), total(outputs), layout((columns[0].bins = bins, columns), outputs) {
    columns[0].numeric = numeric;
    sums.resize((bins + 1) * outputs);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (i / outputs == bins && !missing) continue;
      sums[i] =
          pack(static_cast<std::int32_t>(random.below(2001)) - 1000, 1 + static_cast<std::uint32_t>(random.below(300)));
      total[i % outputs] += sums[i];
    }
  }
  HistogramNode node() const { return {sums, total, {}}; }
};

double fall(std::span<const PackedGradient> sums, double l2) {
  double result = 0;
  for (const PackedGradient sum : sums) result += 0.5 * std::pow(gradient_of(sum), 2) / (hessian_of(sum) + l2);
  return result;
}

// The gain of sending these bins left.
double gain_of(const Column& column, const BinSet& left, double l2) {
  const std::size_t outputs = column.total.size();
  std::vector<PackedGradient> l(outputs), r = column.total;
  for (std::size_t i = 0; i < column.sums.size(); ++i) {
    if (!holds(left, i / outputs)) continue;
    l[i % outputs] += column.sums[i];
    r[i % outputs] -= column.sums[i];
  }
  return fall(l, l2) + fall(r, l2) - fall(column.total, l2);
}

BinSet bins_up_to(std::size_t bin, bool missing_left, std::size_t missing) {
  BinSet set{};
  for (std::size_t b = 0; b <= bin; ++b) insert(set, b);
  if (missing_left) insert(set, missing);
  return set;
}

double best_of_all_boundaries(const Column& column, double l2) {
  const std::size_t bins = column.columns[0].bins;
  double best = -1;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (bin + 1 < bins || hessian_of(column.sums.back()) > 0) {
      best = std::max(best, gain_of(column, bins_up_to(bin, false, bins), l2));
    }
    if (bin + 1 < bins) best = std::max(best, gain_of(column, bins_up_to(bin, true, bins), l2));
  }
  return best;
}

TEST(HistogramSplit, OfNumbersIsTheBestBoundaryWithMissingValuesOnEitherSide) {
  Random random(1, "columns");
  for (int repeat = 0; repeat < 300; ++repeat) {
    const std::size_t outputs = repeat % 3 == 0 ? 3 : 1;
    const Column column(true, 2 + random.below(60), outputs, repeat % 2 == 0, random);
    SplitOptions options;
    options.l2 = repeat % 5;
    const HistogramSplits splits(column.columns, column.layout, options);
    const BinSplit split = splits.best(0, column.node());
    const double best = best_of_all_boundaries(column, options.l2);
    ASSERT_TRUE(split.found());
    EXPECT_NEAR(split.gain, best, 1e-9 * best);
    const BinSet left = bins_up_to(split.bin, split.missing_left, column.columns[0].bins);
    EXPECT_NEAR(gain_of(column, left, options.l2), best, 1e-9 * best);
    EXPECT_EQ(split.missing_seen, repeat % 2 == 0);
  }
}

// Behind an empty bin the sides are the same: the first of such boundaries is taken, as if it alone were there.
TEST(HistogramSplit, OfSeveralOutputsLiesBeforeBinsWithoutRows) {
  Random random(5, "split");
  SplitOptions options;
  options.l2 = 2;
  for (int i = 0; i < 200; ++i) {
    Column column(true, 12, 3, i % 2 == 0, random);
    for (std::size_t bin = 0; bin < 12; ++bin) {
      if (random.below(2) == 0) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        column.total[k] -= column.sums[bin * 3 + k];
        column.sums[bin * 3 + k] = 0;
      }
    }
    const HistogramSplits search(column.columns, column.layout, options);
    const BinSplit split = search.best(0, column.node());
    if (!split.found()) continue;
    const BinSet left = bins_up_to(split.bin, split.missing_left, 12);
    EXPECT_NEAR(split.gain, gain_of(column, left, options.l2), 1e-9 * std::abs(split.gain));
    EXPECT_NEAR(split.gain, best_of_all_boundaries(column, options.l2), 1e-9 * std::abs(split.gain));
    EXPECT_TRUE(split.bin == 0 || column.sums[split.bin * 3] != 0);
  }
}

TEST(HistogramSplit, OfFewCategoriesIsTheBestOfAllSubsets) {
  Random random(2, "columns");
  for (int repeat = 0; repeat < 200; ++repeat) {
    const std::size_t bins = 2 + random.below(7);
    const Column column(false, bins, 1, repeat % 2 == 0, random);
    SplitOptions options;
    options.l2 = options.category_l2 = options.category_smoothing = 0;
    const HistogramSplits splits(column.columns, column.layout, options);
    const BinSplit split = splits.best(0, column.node());
    double best = 0;
    for (std::uint64_t set = 1; set + 1 < std::uint64_t{1} << (bins + 1); ++set) {
      const double gain = gain_of(column, BinSet{set, 0, 0, 0}, 0);
      if (std::isfinite(gain)) best = std::max(best, gain);
    }
    ASSERT_TRUE(split.found());
    EXPECT_NEAR(split.gain, best, 1e-9 * best);
    EXPECT_NEAR(gain_of(column, split.left, 0), best, 1e-9 * best);
  }
}

// C categories without meaning: sums of Hessian 1e6 and of gradients with the variance that noise gives them, q = 1.
// The best half has 0.4 √C of them more than its share, so that both sides gain C / π on average.
TEST(HistogramSplit, OfCategoriesIsWorthNothingIfTheyMeanNothing) {
  Random random(6, "noise");
  for (const std::size_t bins : {20U, 200U}) {
    double plain = 0, corrected = 0;
    constexpr int kRepeats = 300;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      Column column(false, bins, 1, false, random);
      column.total[0] = 0;
      for (std::size_t bin = 0; bin < bins; ++bin) {
        column.sums[bin] = pack(static_cast<std::int32_t>(1000 * random.normal()), 1000000);
        column.total[0] += column.sums[bin];
      }
      SplitOptions options;
      options.category_l2 = 1e-9, options.category_smoothing = 0;
      HistogramSplits splits(column.columns, column.layout, options);
      plain += splits.best(0, column.node()).gain / kRepeats;
      splits.set_scale({1, 1, {1, 1}});
      corrected += splits.best(0, column.node()).gain / kRepeats;
    }
    const auto freedom = static_cast<double>(bins - 1);
    EXPECT_NEAR(plain, freedom / 3.14159, 0.1 * freedom);
    EXPECT_LT(corrected, 0);
    EXPECT_GT(corrected, -std::sqrt(freedom));
  }
}

// Bins that hold seven labels each are corrected as seven times as many, unless they have fewer rows than labels.
TEST(HistogramSplit, CountsTheLabelsOfABin) {
  Random random(7, "labels");
  Column column(false, 30, 1, false, random);
  SplitOptions options;
  options.category_l2 = 1e-9, options.category_smoothing = 0;
  HistogramSplits splits(column.columns, column.layout, options);
  const double plain = splits.best(0, column.node()).gain;
  const auto correction = [&](double row_hessian) {
    splits.set_scale({1, 1, {1, row_hessian}});
    return plain - splits.best(0, column.node()).gain;
  };
  const auto expected = [](double freedom) { return freedom / std::numbers::pi + 0.5 * std::sqrt(freedom); };
  EXPECT_NEAR(correction(1e-3), expected(29), 1e-9);
  column.columns[0].label_counts.assign(30, 7);
  EXPECT_NEAR(correction(1e-3), expected(30 * 7 - 1), 1e-9);
  EXPECT_NEAR(correction(1e3), expected(29), 1e-9);

  options.category_l2 = 0;
  HistogramSplits trusting(column.columns, column.layout, options);
  trusting.set_scale({1, 1, {1, 1e-3}});
  EXPECT_NEAR(trusting.best(0, column.node()).gain, plain, 1e-9 * plain);
}

TEST(HistogramSplit, LeavesEnoughRowsAndHessianOnBothSides) {
  Random random(3, "columns");
  const Column column(true, 10, 1, false, random);
  SplitOptions options;
  options.min_rows = 40;
  const HistogramSplits splits(column.columns, column.layout, options);
  std::vector<std::uint32_t> rows(11, 10);
  rows[10] = 0;
  const BinSplit split = splits.best(0, column.node(), rows);
  ASSERT_TRUE(split.found());
  EXPECT_GE(split.bin, 3U);
  EXPECT_LE(split.bin, 5U);
  rows.assign(11, 7);
  EXPECT_FALSE(splits.best(0, column.node(), rows).found());

  SplitOptions heavy;
  heavy.min_hessian = hessian_of(column.total[0]);
  EXPECT_FALSE(HistogramSplits(column.columns, column.layout, heavy).best(0, column.node()).found());
}

TEST(HistogramSplit, AMonotoneColumnNeverSplitsAgainstItsDirection) {
  Random random(4, "columns");
  int found = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Column column(true, 20, 1, false, random);
    SplitOptions options;
    options.directions = {repeat % 2 ? Direction::increasing : Direction::decreasing};
    const HistogramSplits splits(column.columns, column.layout, options);
    const BinSplit split = splits.best(0, column.node());
    if (!split.found()) continue;
    ++found;
    PackedGradient left = 0;
    for (std::size_t bin = 0; bin <= split.bin; ++bin) left += column.sums[bin];
    const double rise = splits.leaf_value(column.total[0] - left, {}) - splits.leaf_value(left, {});
    EXPECT_GE(repeat % 2 ? rise : -rise, 0);
  }
  EXPECT_GT(found, 100);
}

TEST(HistogramSplit, InfinityCannotBeSentLeftOfMissingValues) {
  // All that is to be gained is to part the missing values from the numbers.
  ColumnBins bins;
  bins.bins = 2;
  bins.edges = {1};
  const std::vector<ColumnBins> finite(1, bins);
  bins.infinite = true;
  const std::vector<ColumnBins> infinite(1, bins);
  const HistogramLayout layout(finite, 1);
  const std::vector<PackedGradient> sums = {pack(10, 10), pack(10, 10), pack(-20, 10)}, total = {pack(0, 30)};
  const SplitOptions options;
  const HistogramNode node = {sums, total, {}};
  EXPECT_EQ(HistogramSplits(finite, layout, options).best(0, node).bin, 1U);
  EXPECT_EQ(HistogramSplits(infinite, layout, options).best(0, node).bin, 0U);
}

}  // namespace
}  // namespace espalier
