#include "grow/random/row_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace espalier {
namespace {

// Every third row: the rows drawn from need not be all.
std::vector<std::uint32_t> every_third(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  for (std::uint32_t i = 0; i < count; ++i) rows[i] = 3 * i;
  return rows;
}

TEST(RowSample, WithReplacementDrawsAsManyAsThereAreAndMissesAThird) {
  const std::vector<std::uint32_t> rows = every_third(10000);
  const RowSample sample = draw_rows(rows, Bootstrap::with, 1, Random(1, "test"));
  EXPECT_EQ(std::accumulate(sample.counts.begin(), sample.counts.end(), 0U), 10000U);
  EXPECT_EQ(sample.counts.size(), sample.rows.size());
  EXPECT_TRUE(std::includes(rows.begin(), rows.end(), sample.rows.begin(), sample.rows.end()));
  // 1 - 1/e of the rows, with a standard deviation of √(0.0972 · 10000) = 31.
  EXPECT_NEAR(static_cast<double>(sample.rows.size()), 6321, 4 * 31);
}

TEST(RowSample, WithoutReplacementDrawsTheFractionEachOnce) {
  const std::vector<std::uint32_t> rows = every_third(9);
  std::vector<int> times(9);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const RowSample sample = draw_rows(rows, Bootstrap::without, 2.0 / 3, Random(seed, "test"));
    EXPECT_EQ(sample.rows.size(), 6U);
    EXPECT_TRUE(sample.counts.empty());
    EXPECT_TRUE(std::adjacent_find(sample.rows.begin(), sample.rows.end(), std::greater_equal()) == sample.rows.end());
    for (const std::uint32_t row : sample.rows) ++times[row / 3];
  }
  for (const int t : times) EXPECT_NEAR(t, 2000, 4 * 26);  // √(3000 · 2/3 · 1/3) = 26
}

TEST(RowSample, DrawsAtLeastOneRowAndNoneMeansAll) {
  const std::vector<std::uint32_t> rows = every_third(5);
  EXPECT_EQ(draw_rows(rows, Bootstrap::without, 0.001, Random(1, "test")).rows.size(), 1U);
  EXPECT_EQ(draw_rows(rows, Bootstrap::none, 1, Random(1, "test")).rows, rows);
}

}  // namespace
}  // namespace espalier
