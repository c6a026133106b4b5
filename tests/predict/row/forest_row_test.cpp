#include "predict/row/forest_row.h"

#include <gtest/gtest.h>

#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "support/forests.h"
#include "support/instruction_sets.h"
#include "support/samples.h"

namespace espalier {
namespace {

// Small trees are matched, large ones too, others are walked: all of them in one forest, in turn.
TEST(ForestRow, AddsTreesOfEveryKindInTheirOrder) {
  test::ForestShape shape;
  shape.numeric = 4;
  shape.categorical = 1;
  shape.terminals = {2, 40, 200, 3, 60, 31, 32, 33, 64, 65, 5};
  const Model model = test::make_forest(shape, 1);
  const Table table = test::make_rows(model, 200, 1);
  const std::vector<double> expected = test::reference_scores(model, table);
  test::on_every_instruction_set([&] {
    const ForestRow rows(model);
    ASSERT_EQ(rows.outputs(), 1U);
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::vector<float> values;
      for (const Column& column : table.columns) {
        const bool numeric = column.feature.type == ColumnType::numeric;
        values.push_back(numeric ? column.values[row] : static_cast<float>(column.codes[row]));
      }
      std::vector<double> scores = {1e9};  // what was there before does not count
      rows.scores(values, scores);
      ASSERT_EQ(scores[0], expected[row]);
    }
  });
}

// A tree of many features is not worth their ranks, and ranks of many thresholds do not suffice for all trees.
TEST(ForestRow, AddsTreesWithFewAndWithManyRanks) {
  for (const int numeric : {3, 30, 300}) {
    test::ForestShape shape;
    shape.numeric = numeric;
    shape.thresholds = 5000;
    shape.terminals.assign(numeric == 3 ? 2000 : 70, 32);
    const Model model = test::make_forest(shape, 1);
    const Table table = test::make_rows(model, 20, 1);
    const std::vector<double> expected = test::reference_scores(model, table);
    const ForestRow rows(model);
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::vector<float> values;
      for (const Column& column : table.columns) values.push_back(column.values[row]);
      double score = 0;
      rows.scores(values, std::span(&score, 1));
      ASSERT_EQ(score, expected[row]) << numeric << " features, row " << row;
    }
  }
}

TEST(ForestRow, TreesWithoutSplitsAddTheirValues) {
  test::ForestShape shape;
  shape.terminals = {1, 1};
  const Model model = test::make_forest(shape, 1);
  const Table table = test::make_rows(model, 1, 1);
  const std::vector<float> row(table.columns.size(), 0.5F);
  double score = 0;
  ForestRow(model).scores(row, std::span(&score, 1));
  EXPECT_EQ(score, test::reference_scores(model, table)[0]);
}

TEST(ForestRow, AForestWithoutTreesIsItsIntercept) {
  Forest constant;
  constant.intercept = {1.5, -2};
  const Model model =
      make_model(samples::class_target("kind", {"a", "b"}), Link::softmax, std::vector<Feature>{}, std::move(constant));
  std::vector<double> scores(2);
  ForestRow(model).scores({}, scores);
  EXPECT_EQ(scores, (std::vector<double>{1.5, -2}));
}

}  // namespace
}  // namespace espalier
