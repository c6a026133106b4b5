#include "grow/histogram/leaf_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kLeaves = 7;

// Numbers with and without missing values, few and many of them, and two columns of few labels; rows in leaves, one of
// which has none.
struct Rows {
  Rows(std::size_t rows, std::size_t outputs, std::uint64_t seed, int thread_count = 1) : threads(thread_count) {
    Random random(seed, "leaf search");
    std::vector<Column> columns;
    for (int column = 0; column < 5; ++column) {
      std::vector<float> values(rows);
      std::vector<std::int32_t> codes(rows);
      for (std::size_t row = 0; row < rows; ++row) {
        const bool missing = column % 2 == 0 && random.below(7) == 0;
        values[row] = missing ? test::kNaN : static_cast<float>(random.below(column == 1 ? 4 : 90));
        codes[row] = missing ? kMissingCode : static_cast<std::int32_t>(random.below(3));
      }
      const std::string name = "x" + std::to_string(column);
      columns.push_back(column < 3 ? test::numeric(name, values) : test::categorical(name, {"a", "b", "c"}, codes));
    }
    table = test::table_of(std::move(columns));
    bins.emplace(TableView(table), find_bins(table, {}, {}, threads), threads);
    const std::size_t width = outputs == 1 ? 1 : 4;
    std::vector<float> g(rows * width), h(rows * width);
    for (std::size_t row = 0; row < rows; ++row) {
      ids.push_back(static_cast<std::uint16_t>(random.below(kLeaves - 1)));
      for (std::size_t k = 0; k < outputs; ++k) {
        g[row * width + k] = static_cast<float>(random.normal() + 0.1 * bins->column(k)[row]);
        h[row * width + k] = static_cast<float>(0.1 + random.uniform());
      }
    }
    quantise(g, h, width, outputs, gradients, threads);
  }

  Threads threads;
  Table table;
  std::optional<BinnedTable> bins;
  std::vector<std::uint16_t> ids;
  RowGradients gradients;
};

struct Side {
  explicit Side(std::size_t outputs) : sums(outputs) {}
  std::vector<PackedGradient> sums;
  std::size_t rows = 0;

  double fall(const PairScale& scale, double l2) const {
    double result = 0;
    for (const PackedGradient sum : sums) {
      const double g = gradient_of(sum) / scale.gradient, h = hessian_of(sum) / scale.hessian;
      result += 0.5 * g * g / (h + l2);
    }
    return result;
  }
};

struct Best {
  double gain = -std::numeric_limits<double>::infinity();
  std::size_t leaf = 0, column = 0;
};

class BruteForce {
 public:
  BruteForce(const Rows& rows, std::size_t outputs, const SplitOptions& options)
      : rows_(rows), outputs_(outputs), options_(options) {}

  // The gain of the split that sends these bins left; -inf if it is not allowed.
  double gain(std::size_t leaf, std::size_t column, const std::vector<bool>& left) const {
    Side l(outputs_), r(outputs_), all(outputs_);
    for (std::size_t row = 0; row < rows_.ids.size(); ++row) {
      if (rows_.ids[row] != leaf) continue;
      Side& side = left[rows_.bins->column(column)[row]] ? l : r;
      ++side.rows;
      for (std::size_t k = 0; k < outputs_; ++k) {
        side.sums[k] += rows_.gradients.pairs[row * outputs_ + k];
        all.sums[k] += rows_.gradients.pairs[row * outputs_ + k];
      }
    }
    if (std::min(l.rows, r.rows) < std::max<std::size_t>(1, options_.min_rows)) return Best{}.gain;
    const PairScale& scale = rows_.gradients.scale;
    return l.fall(scale, options_.l2) + r.fall(scale, options_.l2) - all.fall(scale, options_.l2);
  }

  Best best(const std::vector<std::uint8_t>& open, const std::vector<std::uint8_t>& columns) const {
    Best best;
    for (std::size_t leaf = 0; leaf < kLeaves; ++leaf) {
      for (std::size_t column = 0; column < rows_.bins->columns(); ++column) {
        if ((!open.empty() && open[leaf] == 0) || (!columns.empty() && columns[column] == 0)) continue;
        for (const std::vector<bool>& left : choices(leaf, column)) {
          const double found = gain(leaf, column, left);
          if (found > best.gain) best = {found, leaf, column};
        }
      }
    }
    return best;
  }

 private:
  // Numbers: every boundary, missing values on either side. Labels: those of lowest mean gradient on the left.
  std::vector<std::vector<bool>> choices(std::size_t leaf, std::size_t column) const {
    const ColumnBins& bins = rows_.bins->bins(column);
    std::vector<std::vector<bool>> all;
    if (bins.numeric) {
      for (std::size_t bin = 0; bin < bins.bins; ++bin)
        for (const bool missing : {false, true}) {
          std::vector<bool> left(bins.bins + 1);
          std::fill_n(left.begin(), bin + 1, true);
          left[bins.bins] = missing;
          if (!missing || bin + 1 < bins.bins) all.push_back(left);
        }
      return all;
    }
    std::vector<PackedGradient> sums(bins.bins + 1);
    std::vector<std::size_t> order;
    for (std::size_t row = 0; row < rows_.ids.size(); ++row)
      if (rows_.ids[row] == leaf) sums[rows_.bins->column(column)[row]] += rows_.gradients.pairs[row * outputs_];
    for (std::size_t bin = 0; bin < sums.size(); ++bin)
      if (sums[bin] != 0) order.push_back(bin);
    std::ranges::stable_sort(order, {}, [&](std::size_t bin) {
      return static_cast<double>(gradient_of(sums[bin])) / hessian_of(sums[bin]);
    });
    std::vector<bool> left(bins.bins + 1);
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      left[order[i]] = true;
      all.push_back(left);
    }
    return all;
  }

  const Rows& rows_;
  const std::size_t outputs_;
  const SplitOptions& options_;
};

void expect_best(const Rows& rows, std::size_t outputs, const SplitOptions& options,
                 const std::vector<std::uint8_t>& open, const std::vector<std::uint8_t>& columns) {
  const BruteForce brute(rows, outputs, options);
  const Best best = brute.best(open, columns);
  for (const int count : {1, 3}) {
    Threads threads(count);
    LeafSearch search(*rows.bins, outputs, options);
    const FoundSplit found = search.best({rows.ids, kLeaves, open, {}}, rows.gradients, columns, threads);
    ASSERT_EQ(found.found(), std::isfinite(best.gain));
    if (!found.found()) continue;
    EXPECT_EQ(found.leaf, best.leaf);
    EXPECT_EQ(found.split.column, best.column);
    EXPECT_NEAR(found.split.gain, best.gain, 1e-9 * best.gain);
    // Compares the reported two sides.
    const ColumnBins& bins = rows.bins->bins(found.split.column);
    std::vector<bool> left(bins.bins + 1);
    for (std::size_t bin = 0; bin < left.size(); ++bin)
      left[bin] = !bins.numeric ? holds(found.split.left, bin)
                                : (bin == bins.bins ? found.split.missing_left : bin <= found.split.bin);
    EXPECT_NEAR(brute.gain(found.leaf, found.split.column, left), best.gain, 1e-9 * best.gain);
    Side l(outputs), r(outputs);
    for (std::size_t row = 0; row < rows.ids.size(); ++row) {
      if (rows.ids[row] != found.leaf) continue;
      Side& side = left[rows.bins->column(found.split.column)[row]] ? l : r;
      ++side.rows;
      for (std::size_t k = 0; k < outputs; ++k) side.sums[k] += rows.gradients.pairs[row * outputs + k];
    }
    EXPECT_EQ(found.left, l.sums);
    EXPECT_EQ(found.right, r.sums);
    EXPECT_EQ(found.left_rows, l.rows);
    EXPECT_EQ(found.right_rows, r.rows);
  }
}

SplitOptions with(double l2, std::size_t min_rows) {
  SplitOptions options;
  options.l2 = l2;
  options.min_rows = min_rows;
  options.category_smoothing = 0;
  return options;
}

TEST(LeafSearch, FindsTheBestSplitOfAnyLeafByAnyColumn) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Rows rows(300, 1, seed);
    for (const double l2 : {0.0, 3.0})
      for (const std::size_t min_rows : {1U, 6U, 17U, 200U}) expect_best(rows, 1, with(l2, min_rows), {}, {});
  }
}

TEST(LeafSearch, OfSeveralOutputsAddsTheirGains) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Rows rows(300, 3, seed);
    // Labels are put in order by one of the outputs, which the plain search does not know.
    for (const std::size_t min_rows : {1U, 12U}) expect_best(rows, 3, with(1, min_rows), {}, {1, 1, 1, 0, 0});
  }
}

TEST(LeafSearch, LeavesClosedLeavesAndColumnsOut) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Rows rows(300, 1, seed);
    Random random(seed, "flags");
    std::vector<std::uint8_t> open(kLeaves), columns(5);
    for (std::uint8_t& flag : open) flag = random.below(2) == 0;
    for (std::uint8_t& flag : columns) flag = random.below(2) == 0;
    expect_best(rows, 1, with(1, 5), open, columns);
    expect_best(rows, 1, with(1, 5), open, {});
    expect_best(rows, 1, with(1, 5), {}, columns);
  }
  expect_best(Rows(300, 1, 1), 1, with(1, 5), std::vector<std::uint8_t>(kLeaves), {});
}

TEST(LeafSearch, IsTheSameOnAnyNumberOfThreads) {
  // Enough rows for columns to be searched side by side.
  for (const std::size_t outputs : {1U, 2U}) {
    Rows rows(30'000, outputs, 1);
    LeafSearch search(*rows.bins, outputs, with(1, 20));
    Threads one(1), seven(7);
    const FoundSplit a = search.best({rows.ids, kLeaves, {}, {}}, rows.gradients, {}, one);
    const FoundSplit b = search.best({rows.ids, kLeaves, {}, {}}, rows.gradients, {}, seven);
    ASSERT_TRUE(a.found());
    EXPECT_EQ(a.leaf, b.leaf);
    EXPECT_EQ(a.split.column, b.split.column);
    EXPECT_EQ(a.split.bin, b.split.bin);
    EXPECT_EQ(a.split.gain, b.split.gain);
    EXPECT_EQ(a.left, b.left);
    EXPECT_EQ(a.right, b.right);
    EXPECT_EQ(a.left_rows, b.left_rows);
  }
}

// A leaf where all that is gained is rounding does not hide what another leaf has to gain.
TEST(LeafSearch, PassesOverLeavesWithNothingButRoundingToGain) {
  std::vector<float> x;
  std::vector<std::uint16_t> ids;
  RowGradients gradients;
  gradients.scale = {1, 1, {}};
  for (int row = 0; row < 40; ++row) {
    x.push_back(static_cast<float>(row % 2));
    ids.push_back(row < 20 ? 0 : 1);
    // Leaf 0: one of 1e7 and little more; leaf 1: little, all of it to gain.
    const int gradient = row < 20 ? 10'000'000 + row % 2 : (row % 2 == 0 ? -1 : 1) * 1;
    gradients.pairs.push_back(pack(gradient, row < 20 ? 1000 : 1'000'000));
  }
  const Table table = test::table_of({test::numeric("x", x)});
  Threads one(1);
  const BinnedTable bins(table, find_bins(table, {}, {}, one), one);
  LeafSearch search(bins, 1, with(0, 1));
  const FoundSplit found = search.best({ids, 2, {}, {}}, gradients, {}, one);
  ASSERT_TRUE(found.found());
  EXPECT_EQ(found.leaf, 1U);
}

TEST(Quantise, KeepsSumsWithinRangeAndSharesNearTheirSize) {
  Random random(1, "quantise");
  for (const double size : {1e-30, 1e-8, 1.0, 1e12, 1e30}) {
    std::vector<float> g(5000 * 4), h(5000 * 4);
    for (std::size_t i = 0; i < g.size(); ++i) {
      if (i % 4 == 3) continue;  // padding
      g[i] = static_cast<float>(size * random.normal());
      h[i] = static_cast<float>(size * random.uniform());
    }
    for (const int count : {1, 3}) {
      Threads threads(count);
      RowGradients to;
      quantise(g, h, 4, 3, to, threads);
      ASSERT_EQ(to.pairs.size(), 5000U * 3);
      for (std::size_t k = 0; k < 3; ++k) {
        double gradient = 0, hessian = 0, real_gradient = 0, real_hessian = 0, all = 0;
        for (std::size_t row = 0; row < 5000; ++row) {
          gradient += std::abs(gradient_of(to.pairs[row * 3 + k]));
          hessian += hessian_of(to.pairs[row * 3 + k]);
          EXPECT_GE(hessian_of(to.pairs[row * 3 + k]), 1);
          real_gradient += static_cast<double>(g[row * 4 + k]);
          real_hessian += static_cast<double>(h[row * 4 + k]);
          all += gradient_of(to.pairs[row * 3 + k]);
        }
        EXPECT_LT(gradient, 0x1p31);
        EXPECT_LT(hessian, 0x1p31);
        EXPECT_GT(gradient, 0x1p27);
        EXPECT_NEAR(all / to.scale.gradient, real_gradient, size * 5000 * 1e-5);
        EXPECT_NEAR(hessian / to.scale.hessian, real_hessian, size * 5000 * 1e-5);
      }
    }
  }
  RowGradients none;
  Threads one(1);
  quantise(std::vector<float>(10), std::vector<float>(10), 1, 1, none, one);
  for (const PackedGradient pair : none.pairs) EXPECT_EQ(pair, pack(0, 1));
}

}  // namespace
}  // namespace espalier
