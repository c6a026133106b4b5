#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "espalier/error.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/row_predictor.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "support/forests.h"
#include "support/instruction_sets.h"
#include "support/samples.h"

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<float> row_of(const Table& table, std::size_t row) {
  std::vector<float> values;
  for (const Column& column : table.columns)
    values.push_back(column.feature.type == ColumnType::numeric ? column.values[row]
                                                                : static_cast<float>(column.codes[row]));
  return values;
}

std::vector<double> row_scores(const Model& model, const Table& table) {
  const RowPredictor predictor(model);
  std::vector<double> scores(table.rows * predictor.outputs());
  for (std::size_t row = 0; row < table.rows; ++row)
    predictor.scores(row_of(table, row), std::span(scores).subspan(row * predictor.outputs(), predictor.outputs()));
  return scores;
}

TEST(RowPredictor, HasTheBitsOfTheReferenceOnEveryShapeAndInstructionSet) {
  for (const auto& [name, shape] : test::telling_shapes())
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(name);
      const Model model = test::make_forest(shape, seed);
      const Table table = test::make_rows(model, 300, seed);
      const std::vector<double> scores = test::reference_scores(model, table);
      test::on_every_instruction_set([&] { EXPECT_EQ(row_scores(model, table), scores); });
    }
}

TEST(RowPredictor, TakesCodesAsNumbers) {
  // samples::mixed, features width and color {red, green, blue}: by hand in MixedModelByHand of predict_test.cpp.
  const Model model = samples::mixed();
  const RowPredictor predictor(model);
  ASSERT_EQ(predictor.features(), 2U);
  ASSERT_EQ(model.features[0].name, "width");
  std::vector<double> scores(3);
  predictor.scores(std::vector<float>{1, 0}, scores);
  EXPECT_EQ(scores, (std::vector<double>{1.25, -0.5, 0.625}));
  predictor.scores(std::vector<float>{2, 1}, scores);
  EXPECT_EQ(scores, (std::vector<double>{0.75, 0, 1.125}));
  for (const float unknown : {kNaN, -1.0F, 3.0F, 1e30F, -1e30F}) {
    predictor.scores(std::vector<float>{kNaN, unknown}, scores);
    EXPECT_EQ(scores, (std::vector<double>{0.25, 0.5, -0.375}));
  }
}

TEST(RowPredictor, OneServesSeveralThreads) {
  const Model model = test::make_forest({.terminals = {31, 64, 100, 31}}, 1);
  const Table table = test::make_rows(model, 200, 1);
  const std::vector<double> expected = test::reference_scores(model, table);
  const RowPredictor predictor(model);
  std::vector<std::vector<double>> scores(4, std::vector<double>(table.rows));
  std::vector<std::thread> threads;
  for (auto& mine : scores)
    threads.emplace_back([&] {
      for (std::size_t row = 0; row < table.rows; ++row)
        predictor.scores(row_of(table, row), std::span(mine).subspan(row, 1));
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : scores) EXPECT_EQ(mine, expected);
}

TEST(RowPredictor, RefusesRowsOfAnotherLength) {
  const Model model = samples::tiny();
  const RowPredictor predictor(model);
  std::vector<double> out(1);
  samples::expect_error(ErrorCode::usage, "row must have 1 entries, has 2", [&] {
    predictor.scores(std::vector<float>{1, 2}, out);
  });
  out.resize(3);
  samples::expect_error(ErrorCode::usage, "out must have 1 entries, has 3",
                        [&] { predictor.scores(std::vector<float>{1}, out); });
}

}  // namespace
}  // namespace espalier
