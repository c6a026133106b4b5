// The rows of a table of numbers as ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "espalier/table.h"
#include "predict/row/rank_columns.h"
#include "predict/walk/walk_columns.h"

namespace espalier::test {

// body(row, its values by column of the walk, its ranks)
template <class Body>
void each_ranked_row(const Table& table, const WalkColumns& columns, const RankColumns& ranks, Body&& body) {
  for (std::size_t i = 0; i < table.rows; ++i) {
    std::vector<float> row;
    for (const Column& column : table.columns) row.push_back(column.values[i]);
    std::vector<float> filled(columns.count());
    columns.fill_row(row, filled.data());
    alignas(64) std::int8_t ranked[RankThresholds::kMost] = {};
    ranks.rank(filled.data(), ranked);
    body(i, filled.data(), ranked);
  }
}

}  // namespace espalier::test
