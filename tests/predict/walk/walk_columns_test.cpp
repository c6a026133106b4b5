#include "predict/walk/walk_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// One tree: x with missing left and right, y with missing right only, and a category.
struct Example {
  std::vector<Feature> features = {{"c", ColumnType::categorical, {"a", "b"}},
                                   {"x", ColumnType::numeric, {}},
                                   {"unused", ColumnType::numeric, {}},
                                   {"y", ColumnType::numeric, {}}};
  Forest forest;
  Example() {
    forest.trees = {{0, 4, 0, 0, 0}};
    forest.splits = {{1, 0, 0, ~0, 1, true}, {1, 5, 0, ~1, 2, false}, {3, 1, 0, ~2, 3, false}, {0, 0, 0, ~3, ~4, true}};
    forest.category_words = {1};
  }
  WalkColumns columns() const {
    const std::uint32_t tree = 0;
    return WalkColumns(features, forest, std::span(&tree, 1));
  }
};

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(WalkColumns, ThereIsOneForEverySideThatMissingValuesTake) {
  const Example example;
  const WalkColumns columns = example.columns();
  EXPECT_EQ(columns.count(), 5U);  // nothing, x twice, y, c
  EXPECT_EQ(columns.first_set(), 4U);
  EXPECT_NE(columns.column_of(example.forest.splits[0]), columns.column_of(example.forest.splits[1]));
  EXPECT_EQ(columns.column_of(example.forest.splits[3]), 4U);
}

TEST(WalkColumns, MissingValuesBecomeWhatGoesTheirWay) {
  const Example example;
  const WalkColumns columns = example.columns();
  std::vector<float> out(5);
  columns.fill_row(std::vector<float>{kNaN, kNaN, 7, 3}, out.data());
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_TRUE(std::isnan(out[columns.column_of(example.forest.splits[0])]));
  EXPECT_EQ(out[columns.column_of(example.forest.splits[1])], kInfinity);
  EXPECT_EQ(out[columns.column_of(example.forest.splits[2])], 3);
  EXPECT_EQ(bits(out[4]), 2U);  // one after the last label
  for (const float unknown : {-1.0F, 2.0F, 1e10F, kInfinity}) {
    columns.fill_row(std::vector<float>{unknown, 0, 0, 0}, out.data());
    EXPECT_EQ(bits(out[4]), 2U) << unknown;
  }
  columns.fill_row(std::vector<float>{1, 0, 0, 0}, out.data());
  EXPECT_EQ(bits(out[4]), 1U);
}

TEST(WalkColumns, TilesHoldColumnAfterColumnAndEndInCopiesOfTheLastRow) {
  const Example example;
  const WalkColumns columns = example.columns();
  Table table;
  table.rows = 18;
  for (const Feature& feature : example.features) {
    Column& column = table.columns.emplace_back();
    column.feature = feature;
    for (int row = 0; row < 18; ++row) {
      if (feature.type == ColumnType::numeric) column.values.push_back(static_cast<float>(row));
      if (feature.type == ColumnType::categorical) column.codes.push_back(row - 1);
    }
  }
  std::vector<float> tiles(2 * 16 * 5, -1);
  columns.fill(BoundTable(example.features, table), 0, 18, tiles.data());
  const std::size_t y = columns.column_of(example.forest.splits[2]);
  for (std::size_t row = 0; row < 32; ++row) {
    const std::size_t tile = row / 16 * 80;
    EXPECT_EQ(tiles[tile + y * 16 + row % 16], static_cast<float>(std::min<std::size_t>(row, 17)));
    const std::uint32_t code = row == 1 ? 0 : row == 2 ? 1 : 2;
    EXPECT_EQ(bits(tiles[tile + 4 * 16 + row % 16]), code) << row;
  }
}

}  // namespace
}  // namespace espalier
