// Views of tables, and tables of some of another's rows.
#include <fmt/format.h>

#include "espalier/data.h"

namespace espalier {
namespace {

template <class T>
std::vector<T> take(const std::vector<T>& from, std::span<const std::uint32_t> rows) {
  std::vector<T> taken;
  if (from.empty()) return taken;  // the other kind of column, or no weights
  taken.reserve(rows.size());
  for (const std::uint32_t row : rows) taken.push_back(from[row]);
  return taken;
}

}  // namespace

TableView::TableView(const Table& table) : rows(table.rows), absent_is_zero(table.absent_is_zero) {
  columns.reserve(table.columns.size());
  for (const Column& column : table.columns) {
    const bool numeric = column.feature.type == ColumnType::numeric;
    columns.push_back(
        {&column.feature, numeric ? column.values.data() : nullptr, numeric ? nullptr : column.codes.data(), 1});
  }
}

Table take_rows(const Table& table, std::span<const std::uint32_t> rows) {
  for (const std::uint32_t row : rows) {
    if (row >= table.rows) {
      throw Error(ErrorCode::usage,
                  fmt::format("row must be below {}, the rows of the table, got {}", table.rows, row));
    }
  }
  Table taken;
  taken.source = table.source;
  taken.rows = rows.size();
  taken.absent_is_zero = table.absent_is_zero;
  taken.weights = take(table.weights, rows);
  for (const Column& column : table.columns) {
    taken.columns.push_back({column.feature, take(column.values, rows), take(column.codes, rows)});
  }
  for (const TargetColumn& target : table.targets) {
    taken.targets.push_back({target.name, take(target.numbers, rows), take(target.codes, rows), target.labels});
  }
  for (const TextColumn& kept : table.kept) taken.kept.push_back({kept.name, take(kept.cells, rows)});
  return taken;
}

}  // namespace espalier
