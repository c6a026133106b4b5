// Views of tables, and tables of some rows of another table.
#include <fmt/format.h>

#include "espalier/error.h"
#include "espalier/table.h"

namespace espalier {
namespace {

template <class T>
std::vector<T> take(const std::vector<T>& from, std::span<const std::uint32_t> rows) {
  std::vector<T> taken;
  if (from.empty()) return taken;  // the other kind of target, or no weights
  taken.reserve(rows.size());
  for (const std::uint32_t row : rows) taken.push_back(from[row]);
  return taken;
}

void check_rows(std::span<const std::uint32_t> rows, std::size_t count) {
  for (const std::uint32_t row : rows) {
    if (row >= count) {
      throw Error(ErrorCode::usage, fmt::format("row must be below {}, the rows of the table, got {}", count, row));
    }
  }
}

Column take(const ColumnView& from, std::span<const std::uint32_t> rows) {
  Column taken;
  taken.feature = *from.feature;
  if (from.numeric()) {
    taken.values.reserve(rows.size());
    for (const std::uint32_t row : rows) taken.values.push_back(from.value(row));
  } else {
    taken.codes.reserve(rows.size());
    for (const std::uint32_t row : rows) taken.codes.push_back(from.code(row));
  }
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

Table take_rows(const TableView& table, std::span<const std::uint32_t> rows) {
  check_rows(rows, table.rows);
  Table taken;
  taken.rows = rows.size();
  taken.absent_is_zero = table.absent_is_zero;
  for (const ColumnView& column : table.columns) taken.columns.push_back(take(column, rows));
  return taken;
}

Table take_rows(const Table& table, std::span<const std::uint32_t> rows) {
  Table taken = take_rows(TableView(table), rows);
  taken.source = table.source;
  taken.weights = take(table.weights, rows);
  taken.weight_name = table.weight_name;
  for (const TargetColumn& target : table.targets) {
    taken.targets.push_back({target.name, take(target.numbers, rows), take(target.codes, rows), target.labels});
  }
  for (const TextColumn& kept : table.kept) taken.kept.push_back({kept.name, take(kept.cells, rows)});
  return taken;
}

}  // namespace espalier
