// The rows that a growth fits, and the rows that watch it.
#pragma once

#include <optional>

#include "data/binned_table.h"
#include "espalier/loss.h"
#include "espalier/target.h"
#include "select/leaves/leaf_forest.h"
#include "select/row_loss.h"

namespace espalier {

struct GraftRows {
  GraftRows(BinnedTable table, const Loss& of, const Target& target) : bins(std::move(table)), loss(of, target) {}

  void watch(BinnedTable table, const Target& target) {
    watched_bins.emplace(std::move(table));
    watched_loss.emplace(loss, target);
  }
  ColumnCodes codes(std::size_t column) const {
    return {bins.column(column), watched_bins ? watched_bins->column(column) : std::span<const std::uint8_t>()};
  }
  std::size_t watched() const noexcept { return watched_bins ? watched_bins->rows() : 0; }

  BinnedTable bins;
  RowLoss loss;
  std::optional<BinnedTable> watched_bins;
  std::optional<RowLoss> watched_loss;
  std::optional<LeafForest> start;  // the forest that growth begins with; none: the best constant
};

}  // namespace espalier
