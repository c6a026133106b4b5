#include "grow/random/value_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.h"

namespace espalier {
namespace {

// 64 rows; column c holds 100 c + row, the last is categorical with every fifth cell missing.
Table numbered(std::size_t columns) {
  std::vector<Column> all;
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<float> values;
    for (int row = 0; row < 64; ++row) values.push_back(static_cast<float>(100 * static_cast<int>(c) + row));
    all.push_back(test::numeric("x" + std::to_string(c), values));
  }
  std::vector<std::int32_t> codes;
  for (int row = 0; row < 64; ++row) codes.push_back(row % 5 == 0 ? kMissingCode : row % 3);
  all.push_back(test::categorical("k", {"a", "b", "c"}, codes));
  return test::table_of(all);
}

std::vector<std::vector<float>> gather(const ValueTable& values, std::vector<std::uint32_t> columns,
                                       std::vector<std::uint32_t> rows) {
  std::vector<std::vector<float>> out(columns.size(), std::vector<float>(rows.size()));
  values.gather(columns, rows, out);
  return out;
}

TEST(ValueTable, GathersAnyNumberOfColumnsWhetherRowsAreManyOrFew) {
  const Table table = numbered(9);
  Threads threads(1);
  const ValueTable values(table, threads);
  EXPECT_EQ(values.columns(), 10U);
  for (std::size_t count = 1; count <= ValueTable::kMostAtOnce; ++count) {
    std::vector<std::uint32_t> columns;
    for (std::size_t c = 0; c < count; ++c) columns.push_back(static_cast<std::uint32_t>(8 - c));
    for (const std::size_t rows : {1U, 3U, 40U}) {
      std::vector<std::uint32_t> chosen;
      for (std::size_t i = 0; i < rows; ++i) chosen.push_back(static_cast<std::uint32_t>(63 - i));
      const auto out = gather(values, columns, chosen);
      for (std::size_t c = 0; c < count; ++c) {
        for (std::size_t i = 0; i < rows; ++i) {
          EXPECT_EQ(out[c][i], static_cast<float>(100 * columns[c] + chosen[i]));
        }
      }
      std::vector<std::vector<float>> in_parts(count, std::vector<float>(rows));
      values.gather(columns, chosen, {0, rows / 2}, in_parts);
      values.gather(columns, chosen, {rows / 2, rows}, in_parts);
      EXPECT_EQ(in_parts, out);
    }
  }
}

TEST(ValueTable, CategoriesAreTheirCodesAndMissingOnesNaN) {
  const Table table = numbered(1);
  Threads threads(1);
  const ValueTable values(table, threads);
  EXPECT_TRUE(values.numeric(0));
  EXPECT_FALSE(values.numeric(1));
  EXPECT_EQ(values.labels(1), 3U);
  const auto out = gather(values, {1}, {5, 7, 8});
  EXPECT_TRUE(std::isnan(out[0][0]));
  EXPECT_EQ(out[0][1], 1);
  EXPECT_EQ(out[0][2], 2);
}

TEST(ValueTable, ReadsTheColumnsOfARowMajorArray) {
  const std::vector<float> cells = {1, 2, 3, 4, 5, 6};  // three rows of two
  const Feature a = {"a", ColumnType::numeric, {}}, b = {"b", ColumnType::numeric, {}};
  TableView view;
  view.rows = 3;
  view.columns = {{&a, cells.data(), nullptr, 2}, {&b, cells.data() + 1, nullptr, 2}};
  Threads threads(1);
  const ValueTable values(view, threads);
  const auto out = gather(values, {0, 1}, {0, 1, 2});
  EXPECT_EQ(out[0], (std::vector<float>{1, 3, 5}));
  EXPECT_EQ(out[1], (std::vector<float>{2, 4, 6}));
}

}  // namespace
}  // namespace espalier
