// A model's scores of one row at a time, held against those of the batch.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"

namespace espalier::test {

// Every row's scores by RowPredictor have the bits of predict_scores; check(bound table, row, scores) has more to say.
template <class Check>
void expect_single_rows_as_batch(const Model& model, const Table& table, Check&& check) {
  const BoundTable bound(model.features, table);
  const std::vector<double> batch = predict_scores(model, table);
  const RowPredictor predictor(model);
  ASSERT_EQ(predictor.features(), model.features.size());
  const std::size_t outputs = predictor.outputs();
  std::vector<double> single(outputs);
  for (std::size_t row = 0; row < table.rows; ++row) {
    std::vector<float> values;
    for (const ColumnView& column : bound.columns())
      values.push_back(column.numeric() ? column.value(row) : static_cast<float>(column.code(row)));
    predictor.scores(values, single);
    const auto first = batch.begin() + static_cast<std::ptrdiff_t>(row * outputs);
    ASSERT_EQ(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(outputs)), single);
    check(bound, row, single);
  }
}

}  // namespace espalier::test
