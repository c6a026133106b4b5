#include "predict/batch/slots.h"

#include <gtest/gtest.h>

#include <limits>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "predict/columns/goes_left.h"
#include "support/forests.h"

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A forest of stumps on one numeric feature with thresholds 0, 1, …, count - 1; odd ones send missing values left.
Forest stumps(std::uint32_t count) {
  Forest forest;
  forest.intercept = {0};
  for (std::uint32_t i = 0; i < count; ++i) {
    forest.trees.push_back({i, 1, 2 * i, 2 * i, 0});
    forest.splits.push_back({0, static_cast<float>(i), 0, ~0, ~1, i % 2 == 1});
  }
  return forest;
}

std::vector<std::uint32_t> all_trees(const Forest& forest) {
  std::vector<std::uint32_t> trees;
  for (std::uint32_t t = 0; t < forest.trees.size(); ++t) trees.push_back(t);
  return trees;
}

// Every split of the forest, asked for every row, by its slot and by the one rule.
void expect_same_sides(const std::vector<Feature>& features, const Forest& forest, const TableView& table) {
  ASSERT_LE(table.rows, Slots::kBlockRows);
  Slots slots(features, forest, all_trees(forest));
  std::vector<SlotTest> tests;
  for (const Split& split : forest.splits) tests.push_back(slots.test_of(split).value());
  const BoundTable bound(features, table);
  std::vector<std::int8_t> block(slots.count() * Slots::kBlockRows);
  slots.fill(bound, 0, table.rows, block.data());
  for (std::size_t s = 0; s < tests.size(); ++s)
    for (std::size_t row = 0; row < table.rows; ++row) {
      const Split& split = forest.splits[s];
      const bool left = block[tests[s].slot * Slots::kBlockRows + row] <= tests[s].most;
      ASSERT_EQ(left,
                goes_left(bound.columns()[split.feature], row, split, forest.category_words.data() + split.categories))
          << "split " << s << " row " << row;
    }
}

TEST(Slots, ByteTestsGoWhereTheSplitsGo) {
  for (const auto& [name, shape] : test::telling_shapes()) {
    SCOPED_TRACE(name);
    const Model model = test::make_forest(shape, 1);
    expect_same_sides(model.features, std::get<Forest>(model.body), test::make_rows(model, 300, 1));
  }
}

TEST(Slots, RunsOfThresholdsMeetWithoutGapOrOverlap) {
  const std::vector<Feature> features = {{"x", ColumnType::numeric, {}}};
  Table table;
  table.columns.push_back({features[0], {kNaN, kInfinity, -kInfinity}, {}});
  for (const float at : {0.0F, 1.0F, 252.0F, 253.0F, 254.0F, 255.0F, 507.0F, 508.0F, 509.0F, 699.0F})
    for (const float step : {-0.5F, 0.0F, 0.5F}) table.columns[0].values.push_back(at + step);
  table.rows = table.columns[0].values.size();
  for (const std::uint32_t count : {1U, 253U, 254U, 255U, 508U, 509U, 700U})
    expect_same_sides(features, stumps(count), table);
}

TEST(Slots, MoreThresholdsThanSixteenBitsTakeSeveralSearches) {
  // 70000 thresholds on one side: 276 runs of 254, over two rulers.
  const std::vector<Feature> features = {{"x", ColumnType::numeric, {}}};
  Forest forest = stumps(70000);
  for (Split& split : forest.splits) split.missing_left = true;
  Table table;
  table.columns.push_back({features[0], {kNaN, -1, 0, 65023, 65023.5F, 65024, 65024.5F, 69999, 70000}, {}});
  table.rows = table.columns[0].values.size();
  expect_same_sides(features, forest, table);
}

TEST(Slots, EqualSetsShareASlot) {
  const std::vector<Feature> features = {{"c", ColumnType::categorical, {"a", "b", "c"}}};
  Forest forest;
  forest.category_words = {0b101, 0b101, 0b011};
  forest.splits = {{0, 0, 0, ~0, ~1, true}, {0, 0, 1, ~0, ~1, true}, {0, 0, 2, ~0, ~1, true}, {0, 0, 0, ~0, ~1, false}};
  Slots slots(features, forest, {});
  EXPECT_EQ(slots.test_of(forest.splits[0]), slots.test_of(forest.splits[1]));
  EXPECT_NE(slots.test_of(forest.splits[0]), slots.test_of(forest.splits[2]));
  EXPECT_NE(slots.test_of(forest.splits[0]), slots.test_of(forest.splits[3]));
  EXPECT_EQ(slots.count(), 3U);
}

TEST(Slots, EndWhereABlockWouldLeaveTheCache) {
  // Thresholds 254 apart are each a run of their own.
  const std::vector<Feature> features = {{"x", ColumnType::numeric, {}}};
  const Forest forest = stumps(254 * 200);
  Slots slots(features, forest, all_trees(forest));
  for (int run = 0; run < 200; ++run) EXPECT_TRUE(slots.test_of(forest.splits[static_cast<std::size_t>(254 * run)]));
  EXPECT_EQ(slots.count(), 200U);
  const Model model = test::make_forest({.numeric = 0, .categorical = 1, .labels = 64, .terminals = {1100}}, 1);
  Slots sets(model.features, std::get<Forest>(model.body), {});
  std::size_t made = 0;
  for (const Split& split : std::get<Forest>(model.body).splits) made += sets.test_of(split).has_value();
  EXPECT_EQ(made, Slots::kMost);
}

}  // namespace
}  // namespace espalier
