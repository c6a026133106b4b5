// Rows with numbers, gaps and categories, as a growth sees them.
#pragma once

#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"
#include "method/graft/growth.h"
#include "method/options/loss_option.h"
#include "method/rows/training_bins.h"

namespace espalier::test {

struct GrowthSample {
  GrowthSample(std::size_t rows, int classes, std::uint64_t seed = 1)
      : all(annealed_sample(rows, classes, seed)), loss(choose_loss({}, all.target)) {
    for (const Column& column : all.table.columns) features.push_back(column.feature);
    options.min_rows = 3;
  }

  // Every fourth row is watched.
  GraftRows split(Threads& threads) const {
    std::vector<std::uint32_t> rows, others;
    for (std::uint32_t row = 0; row < all.table.rows; ++row) (row % 4 == 3 ? others : rows).push_back(row);
    const BinnedTable bins(all.table, training_bins({all.table, all.target}, 255, threads), threads);
    GraftRows result(BinnedTable(bins, rows), loss, take_rows(all.target, rows));
    result.watch(BinnedTable(bins, others), take_rows(all.target, others));
    return result;
  }
  GraftRows whole(Threads& threads) const {
    return {BinnedTable(all.table, training_bins({all.table, all.target}, 255, threads), threads), loss, all.target};
  }

  LabelledRows all;
  Loss loss;
  std::vector<Feature> features;
  SplitOptions options;
};

inline GraftLimits at_most(std::size_t leaves) {
  GraftLimits limits;
  limits.leaves = leaves;
  return limits;
}

}  // namespace espalier::test
