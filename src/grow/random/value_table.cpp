#include "grow/random/value_table.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace espalier {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t kMostLabels = std::size_t{1} << 24;  // the codes that float32 holds exactly

float value_at(const ColumnView& column, std::size_t row) noexcept {
  if (column.numeric()) return column.value(row);
  const std::int32_t code = column.code(row);
  return code < 0 ? kMissing : static_cast<float>(code);
}

// The number of columns is a constant of the loop, so that the compiler unrolls it.
template <std::size_t count>
void gather_by_row(const float* table, std::size_t stride, std::span<const std::uint32_t> columns,
                   std::span<const std::uint32_t> rows, std::span<std::vector<float>> out) noexcept {
  if (columns.size() != count) {
    if constexpr (count > 1) gather_by_row<count - 1>(table, stride, columns, rows, out);
    return;
  }
  std::array<float*, count> to;
  std::array<const float*, count> from;
  for (std::size_t c = 0; c < count; ++c) {
    to[c] = out[c].data();
    from[c] = table + columns[c];
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = rows[i] * stride;
    for (std::size_t c = 0; c < count; ++c) to[c][i] = from[c][row];
  }
}

}  // namespace

ValueTable::ValueTable(const TableView& table, Threads& threads) : rows_(table.rows) {
  copies_.reserve(table.columns.size());
  for (const ColumnView& column : table.columns) add_column(column);
  const std::size_t columns = by_column_.size();
  by_row_.resize(rows_ * columns);
  constexpr std::size_t kRowsPerBlock = 1024;
  threads.blocks(rows_, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t row = begin; row < end; ++row) by_row_[row * columns + c] = by_column_[c][row];
    }
  });
}

void ValueTable::add_column(const ColumnView& column) {
  const std::size_t labels = column.feature->labels.size();
  if (!column.numeric() && labels > kMostLabels) {
    throw Error(ErrorCode::data, fmt::format("column \"{}\" must have at most {} labels, has {}", column.feature->name,
                                             kMostLabels, labels));
  }
  labels_.push_back(column.numeric() ? kNumeric : labels);
  if (column.numeric() && column.stride == 1) {
    by_column_.push_back(column.values);
    return;
  }
  std::vector<float>& copy = copies_.emplace_back(rows_);
  for (std::size_t row = 0; row < rows_; ++row) copy[row] = value_at(column, row);
  by_column_.push_back(copy.data());
}

void ValueTable::gather(std::span<const std::uint32_t> columns, std::span<const std::uint32_t> rows,
                        std::span<std::vector<float>> out) const noexcept {
  if (rows.size() * kDense < rows_) {
    return gather_by_row<kMostAtOnce>(by_row_.data(), by_column_.size(), columns, rows, out);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const float* from = by_column_[columns[c]];
    float* to = out[c].data();
    for (std::size_t i = 0; i < rows.size(); ++i) to[i] = from[rows[i]];
  }
}

}  // namespace espalier
