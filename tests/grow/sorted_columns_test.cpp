#include "grow/sorted_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

TEST(SortedColumns, KeysOrderLikeTheValues) {
  const std::vector<float> ascending = {-kMax, -1e20F, -1, -1e-40F, 0, 1e-40F, 1, 1e20F, kMax, kInf};
  for (std::size_t i = 1; i < ascending.size(); ++i) EXPECT_LT(key_of(ascending[i - 1]), key_of(ascending[i]));
  for (const float value : ascending) EXPECT_EQ(value_of(key_of(value)), value);
  EXPECT_EQ(key_of(-0.0F), key_of(0.0F));
  EXPECT_EQ(key_of(-kInf), key_of(-kMax));
  EXPECT_EQ(key_of(test::kNaN), kMissingKey);
  EXPECT_LT(key_of(kInf), kMissingKey);
}

TEST(SortedColumns, AThresholdIsFiniteAndLiesFromTheLeftValueToBelowTheRight) {
  Random random(1, "thresholds");
  const auto check = [](float low, float high) {
    const float t = threshold_between(key_of(low), key_of(high));
    EXPECT_TRUE(std::isfinite(t)) << low << " " << high;
    EXPECT_LE(low, t) << low << " " << high;
    EXPECT_LT(t, high) << low << " " << high;
  };
  for (int i = 0; i < 10000; ++i) {
    const auto low = static_cast<float>(random.normal() * std::pow(10.0, 30 * random.normal() / 3));
    if (!std::isfinite(low)) continue;
    check(low, std::nextafter(low, kInf));
    check(low, kInf);
    if (low < 1) check(low, 1);
  }
  check(-kInf, -1);
  check(-kMax, kMax);
  EXPECT_EQ(threshold_between(key_of(1), key_of(2)), 1.5F);
}

TEST(SortedColumns, SortsStablyWithMissingValuesLast) {
  Random random(2, "sort");
  std::vector<float> values(5000);
  for (float& v : values) v = random.below(10) == 0 ? test::kNaN : static_cast<float>(random.below(300)) - 150;
  std::vector<std::int32_t> codes(values.size());
  for (auto& c : codes) c = static_cast<std::int32_t>(random.below(8)) - 1;
  std::vector<std::string> labels(7, "");
  const Table table = test::table_of({test::numeric("a", values), test::categorical("b", labels, codes)});
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < values.size(); row += 1 + row % 3) rows.push_back(row);

  Threads threads(2);
  const TableView view(table);
  SortedColumns sorted(view, rows, threads);
  std::vector<std::uint32_t> expected = rows;
  std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::isnan(values[b]) ? !std::isnan(values[a]) : values[a] < values[b];
  });
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(sorted.entries(0, 0, rows.size())[i].row, expected[i]);
  expected = rows;
  std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(codes[a]) < static_cast<std::uint32_t>(codes[b]);
  });
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(sorted.entries(1, 0, rows.size())[i].row, expected[i]);
}

}  // namespace
}  // namespace espalier
