// Rows with their targets.
#pragma once

#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

// The columns belong to somebody else and must outlive this; the target, whose weights a fit may change, is its own.
struct LabelledView {
  TableView table;
  Target target;
};

// The same, owning its columns.
struct LabelledRows {
  Table table;
  Target target;

  operator LabelledView() const { return {table, target}; }  // NOLINT: rows are usable wherever a view of them is
};

// The given rows, in this order.
LabelledRows take_rows(const LabelledView& from, std::span<const std::uint32_t> rows);
LabelledRows take_rows(const LabelledRows& from, std::span<const std::uint32_t> rows);  // keeps the source too

}  // namespace espalier
