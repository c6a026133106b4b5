#include "predict/row/rank_columns.h"

#include <gtest/gtest.h>

#include <numeric>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "predict/row/ranked_rows.h"
#include "support/forests.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

std::vector<std::uint32_t> numbers_of_trees(const Forest& forest) {
  std::vector<std::uint32_t> trees(forest.trees.size());
  std::iota(trees.begin(), trees.end(), 0U);
  return trees;
}

// Every test of the trees that were taken says what "value > threshold" says.
void expect_plain_tests(int numeric, int thresholds, std::size_t trees) {
  test::ForestShape shape;
  shape.numeric = numeric;
  shape.thresholds = thresholds;
  shape.terminals.assign(trees, 60);
  const Model model = test::make_forest(shape, 1);
  const auto& forest = std::get<Forest>(model.body);
  const std::vector<std::uint32_t> numbers = numbers_of_trees(forest);
  const WalkColumns columns(model.features, forest, numbers);
  const RankThresholds of_trees(forest, columns, numbers);
  ASSERT_EQ(of_trees.trees(), trees);
  const RankColumns ranks(of_trees);
  ASSERT_EQ(ranks.count(), of_trees.count());
  const Table table = test::make_rows(model, 100, 1);
  test::on_every_instruction_set([&] {
    test::each_ranked_row(table, columns, ranks, [&](std::size_t i, const float* row, const std::int8_t* ranked) {
      for (const Split& split : forest.splits) {
        const RankTest test = of_trees.test_of(split);
        ASSERT_EQ(ranked[test.column] > test.most, row[columns.column_of(split)] > split.threshold)
            << "threshold " << split.threshold << ", row " << i;
      }
    });
  });
}

TEST(RankColumns, TestsOfRanksAreTestsOfValues) {
  for (const int thresholds : {1, 15, 16, 17, 240, 255}) expect_plain_tests(2, thresholds, 40);
  expect_plain_tests(30, 10, 40);  // both sides of missing values: 60 columns
}

TEST(RankColumns, AColumnWithManyThresholdsHasSeveralRanks) { expect_plain_tests(2, 1000, 60); }

TEST(RankColumns, TreesAreTakenUntilRanksAreUsedUp) {
  test::ForestShape shape;
  shape.numeric = 80;
  shape.terminals.assign(10, 60);
  const Model model = test::make_forest(shape, 1);
  const auto& forest = std::get<Forest>(model.body);
  const std::vector<std::uint32_t> numbers = numbers_of_trees(forest);
  const WalkColumns columns(model.features, forest, numbers);
  const RankThresholds ranks(forest, columns, numbers);
  EXPECT_GE(ranks.trees(), 1U);
  EXPECT_LT(ranks.trees(), numbers.size());
  EXPECT_LE(ranks.count(), RankThresholds::kMost);
}

}  // namespace
}  // namespace espalier
