#include "grow/cart/sorted_columns.h"

#include <algorithm>
#include <array>

namespace espalier {
namespace {

std::uint32_t key_at(const ColumnView& column, std::size_t row) noexcept {
  return column.numeric() ? key_of(column.value(row)) : static_cast<std::uint32_t>(column.code(row));
}

}  // namespace

SortedColumns::SortedColumns(const TableView& table, std::span<const std::uint32_t> rows, Threads& threads)
    : columns_(table.columns.size()), rows_(rows.size()), entries_(columns_ * rows_) {
  if (rows_ == 0) return;
  threads.each(columns_, [&](std::size_t c) {
    const std::span<SortedEntry> column = entries(c, 0, rows_);
    for (std::size_t i = 0; i < rows_; ++i) column[i] = {key_at(table.columns[c], rows[i]), rows[i]};
    std::vector<SortedEntry> scratch;
    radix_sort(column, scratch);
  });
}

}  // namespace espalier
