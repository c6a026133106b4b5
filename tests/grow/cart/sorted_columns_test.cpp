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

}  // namespace
}  // namespace espalier
