#include "grow/random/value_table.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t kMostLabels = std::size_t{1} << 24;  // the codes that float32 holds exactly

float value_at(const ColumnView& column, std::size_t row) noexcept {
  if (column.numeric()) return column.value(row);
  const std::int32_t code = column.code(row);
  return code < 0 ? kMissing : static_cast<float>(code);
}

// Whether the columns form one row-major matrix of float32.
bool is_row_major(const TableView& table) noexcept {
  const auto width = static_cast<std::ptrdiff_t>(table.columns.size());
  for (std::ptrdiff_t c = 0; c < width; ++c) {
    const ColumnView& column = table.columns[static_cast<std::size_t>(c)];
    const ColumnView& first = table.columns[0];
    if (column.values == nullptr || column.values != first.values + c) return false;
    if (column.stride < width || column.stride != first.stride) return false;
  }
  return width > 1;
}

// The number of columns is a constant of the loop, so that the compiler unrolls it.
template <std::size_t count>
void gather_by_row(const float* table, std::size_t stride, std::span<const std::uint32_t> columns,
                   std::span<const std::uint32_t> rows, const ValueTable::Part& part,
                   std::span<std::vector<float>> out) noexcept {
  if (columns.size() != count) {
    if constexpr (count > 1) gather_by_row<count - 1>(table, stride, columns, rows, part, out);
    return;
  }
  std::array<float*, count> to;
  std::array<const float*, count> from;
  for (std::size_t c = 0; c < count; ++c) {
    to[c] = out[c].data();
    from[c] = table + columns[c];
  }
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::size_t row = rows[i] * stride;
    for (std::size_t c = 0; c < count; ++c) to[c][i] = from[c][row];
  }
}

}  // namespace

ValueTable::ValueTable(const TableView& table, Threads& threads, Forms forms) : rows_(table.rows) {
  const std::size_t columns = table.columns.size();
  copies_.resize(columns);
  for (std::size_t c = 0; c < columns; ++c) add_column(table.columns[c], copies_[c]);
  const bool by_row_is_there = is_row_major(table);
  const bool copies_rows = !by_row_is_there && forms == Forms::both;
  if (by_row_is_there) {
    by_row_ = table.columns[0].values;
    row_stride_ = static_cast<std::size_t>(table.columns[0].stride);
  } else if (copies_rows) {
    row_copy_.resize(rows_ * columns);
    by_row_ = row_copy_.data();
    row_stride_ = columns;
  }
  // So few rows that the cache lines of a row, which its columns share, are still there for the next column.
  constexpr std::size_t kRowsPerBlock = 1024;
  threads.blocks(rows_, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t row = begin; row < end && !copies_[c].empty(); ++row) {
        copies_[c][row] = value_at(table.columns[c], row);
      }
      for (std::size_t row = begin; row < end && copies_rows; ++row) {
        row_copy_[row * columns + c] = by_column_[c][row];
      }
    }
  });
}

void ValueTable::add_column(const ColumnView& column, std::vector<float>& copy) {
  const std::size_t labels = column.feature->labels.size();
  if (!column.numeric() && labels > kMostLabels) {
    throw Error(ErrorCode::data, fmt::format("column \"{}\" must have at most {} labels, has {}", column.feature->name,
                                             kMostLabels, labels));
  }
  labels_.push_back(column.numeric() ? kNumeric : labels);
  const bool contiguous = column.numeric() && column.values != nullptr && column.stride == 1;
  if (!contiguous) copy.resize(rows_);
  by_column_.push_back(contiguous ? column.values : copy.data());
}

void ValueTable::gather(std::span<const std::uint32_t> columns, std::span<const std::uint32_t> rows, const Part& part,
                        std::span<std::vector<float>> out) const noexcept {
  if (by_row_ != nullptr && rows.size() * kDense < rows_) {
    return gather_by_row<kMostAtOnce>(by_row_, row_stride_, columns, rows, part, out);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const float* from = by_column_[columns[c]];
    float* to = out[c].data();
    for (std::size_t i = part.begin; i < part.end; ++i) to[i] = from[rows[i]];
  }
}

}  // namespace espalier
