// A table's columns in the order and the terms of a model's features.
#pragma once

#include <deque>
#include <vector>

#include "espalier/table.h"

namespace espalier {

// Valid as long as the features and the table that it was made from.
class BoundTable {
 public:
  BoundTable(const std::vector<Feature>& features, const TableView& table);
  BoundTable(const BoundTable&) = delete;
  BoundTable& operator=(const BoundTable&) = delete;

  // Column f holds feature f. Codes index the feature's own labels; codes below 0 or from labels.size() on are missing.
  const std::vector<ColumnView>& columns() const noexcept { return columns_; }

 private:
  ColumnView recoded(const Feature& feature, const ColumnView& column);

  std::vector<ColumnView> columns_;
  std::deque<std::vector<std::int32_t>> recoded_;  // a deque: columns_ points into it
  std::size_t rows_;
};

}  // namespace espalier
