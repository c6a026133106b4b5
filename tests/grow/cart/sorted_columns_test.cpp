#include "grow/cart/sorted_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "support/tables.h"

namespace espalier {
namespace {

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

// 1 to 8 in four bins: their edges are 2.5, 4.5 and 6.5.
TEST(SortedColumns, CoarseKeysAreTheUpperEdgesOfBins) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kLargest = std::numeric_limits<float>::max();
  const Table table = test::table_of({test::numeric("a", {1, 8, 2, 7, 3, 6, 4, 5, test::kNaN}),
                                      test::numeric("b", {1, 1, 1, 1, 2, 2, 2, kInfinity, kInfinity})});
  std::vector<std::uint32_t> rows(9);
  std::iota(rows.begin(), rows.end(), 0U);
  Threads threads(1);
  SortedColumns sorted(table, rows, threads);
  EXPECT_EQ(sorted.cut_at(0, 3.25F), 3.25F);  // nothing to round to
  sorted.coarsen(table, {}, 4, threads);
  const auto keys = [&](std::size_t column) {
    std::vector<float> values;
    for (const SortedEntry& entry : sorted.entries(column, 0, 9))
      values.push_back(entry.key == kMissingKey ? -1 : value_of(entry.key));
    return values;
  };
  EXPECT_EQ(keys(0), (std::vector<float>{2.5, 2.5, 4.5, 4.5, 6.5, 6.5, kLargest, kLargest, -1}));
  EXPECT_EQ(sorted.cut_at(0, 2.5F), 2.5F);
  EXPECT_EQ(sorted.cut_at(0, 5.9F), 4.5F);
  EXPECT_EQ(sorted.cut_at(0, 1e30F), 6.5F);
  EXPECT_EQ(sorted.cut_at(0, kLargest), kLargest);  // all against the missing ones
  EXPECT_EQ(keys(1), (std::vector<float>{1.5, 1.5, 1.5, 1.5, kLargest, kLargest, kLargest, kInfinity, kInfinity}));
}

}  // namespace
}  // namespace espalier
