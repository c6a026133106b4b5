#include "predict/batch/batch.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "support/forests.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::make_forest;
using test::make_rows;

std::vector<double> batch_scores(const Model& model, const TableView& table, std::size_t task_rows) {
  const auto& forest = std::get<Forest>(model.body);
  const BoundTable bound(model.features, table);
  const Batch batch(model.features, forest);
  const std::size_t outputs = forest.intercept.size();
  std::vector<double> scores(table.rows * outputs);
  for (std::size_t begin = 0; begin < table.rows; begin += task_rows)
    batch.scores(bound, begin, std::min(table.rows, begin + task_rows), scores.data() + begin * outputs);
  return scores;
}

std::vector<std::uint32_t> batch_terminals(const Model& model, const TableView& table) {
  const auto& forest = std::get<Forest>(model.body);
  const std::size_t trees = forest.trees.size();
  std::vector<std::uint32_t> terminals(table.rows * trees);
  Batch(model.features, forest)
      .terminals(BoundTable(model.features, table), 0, table.rows,
                 [&](std::uint32_t tree, std::size_t row, const Terminals& ids) {
                   std::visit(
                       [&](const auto& of_rows) {
                         for (std::size_t i = 0; i < of_rows.size(); ++i)
                           terminals[(row + i) * trees + tree] = of_rows[i];
                       },
                       ids);
                 });
  return terminals;
}

TEST(Batch, HasTheBitsOfTheReferenceOnEveryShapeAndInstructionSet) {
  for (const auto& [name, shape] : test::telling_shapes())
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(name);
      const Model model = make_forest(shape, seed);
      const Table table = make_rows(model, 700, seed);
      const std::vector<double> scores = test::reference_scores(model, table);
      const std::vector<std::uint32_t> terminals = test::reference_terminals(model, table);
      test::on_every_instruction_set([&] {
        EXPECT_EQ(batch_scores(model, table, 2048), scores);
        EXPECT_EQ(batch_terminals(model, table), terminals);
      });
    }
}

TEST(Batch, AnyNumberOfRowsWillDo) {
  const Model model = make_forest(
      {.numeric = 4, .categorical = 1, .outputs = 2, .one_output_trees = true, .terminals = {20, 100, 30, 3}}, 1);
  for (const std::size_t rows : {1U, 15U, 16U, 17U, 63U, 64U, 65U, 449U, 511U, 512U, 513U, 1025U}) {
    const Table table = make_rows(model, rows, rows);
    const std::vector<double> scores = test::reference_scores(model, table);
    for (const std::size_t task_rows : {16U, 512U, 2048U})
      EXPECT_EQ(batch_scores(model, table, task_rows), scores) << rows;
    EXPECT_EQ(batch_terminals(model, table), test::reference_terminals(model, table)) << rows;
  }
}

TEST(Batch, MoreSetsOfCategoriesThanSlotsAreWalked) {
  // 40 trees of 63 splits on one feature of 200 labels: over 1024 sets.
  const Model model =
      make_forest({.numeric = 0, .categorical = 1, .labels = 200, .terminals = std::vector<int>(40, 64)}, 1);
  const Table table = make_rows(model, 100, 1);
  EXPECT_EQ(batch_scores(model, table, 512), test::reference_scores(model, table));
}

TEST(Batch, ReadsStridedColumns) {
  const Model model = make_forest({.numeric = 3, .categorical = 2, .thresholds = 900, .terminals = {60, 300}}, 1);
  const Table table = make_rows(model, 600, 1);
  std::vector<std::vector<float>> values;
  std::vector<std::vector<std::int32_t>> codes;
  TableView view(table);
  for (ColumnView& column : view.columns) {
    auto& spread = values.emplace_back(3 * table.rows);
    auto& spread_codes = codes.emplace_back(3 * table.rows);
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (column.numeric()) spread[3 * row] = column.value(row);
      if (!column.numeric()) spread_codes[3 * row] = column.code(row);
    }
    column = {column.feature, column.numeric() ? spread.data() : nullptr,
              column.numeric() ? nullptr : spread_codes.data(), 3};
  }
  EXPECT_EQ(batch_scores(model, view, 512), test::reference_scores(model, table));
}

TEST(Batch, IsWhatPredictUsesOnAnyNumberOfThreads) {
  const Model model = make_forest({.numeric = 6, .categorical = 2, .terminals = {31, 31, 64, 200, 31}}, 1);
  const Table table = make_rows(model, 20000, 1);
  const std::vector<double> scores = test::reference_scores(model, table);
  const std::vector<std::uint32_t> terminals = test::reference_terminals(model, table);
  for (const int threads : {1, 2, 7}) {
    espalier::Run run;
    run.threads = threads;
    EXPECT_EQ(predict_scores(model, table, run), scores);
    EXPECT_EQ(predict_terminals(model, table, run), terminals);
  }
}

TEST(Batch, AForestWithoutTreesIsItsIntercept) {
  Forest forest;
  forest.intercept = {0.25, -1};
  const std::vector<Feature> features;
  TableView table;
  table.rows = 3;
  std::vector<double> scores(6);
  Batch(features, forest).scores(BoundTable(features, table), 0, 3, scores.data());
  EXPECT_EQ(scores, (std::vector<double>{0.25, -1, 0.25, -1, 0.25, -1}));
}

}  // namespace
}  // namespace espalier
