// The inputs of randomised trees, as floats: categories as their codes, missing values as NaN. They are held by column,
// for nodes with so many rows that a column is read nearly in sequence, and by row, for all other nodes: a row then
// brings all its candidates in a cache line or two, and since a subtree is grown before its neighbour, its rows stay in
// the cache. A form that the table already has is not made again, so that there are 4 bytes per cell beside a table of
// float32 by column or by row; 8 beside any other, such as float64, and 4 more for a categorical column. If memory
// matters, the form by column is enough, and a table of float32 by column needs no copy at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/table.h"

namespace espalier {

class ValueTable {
 public:
  enum class Forms : std::uint8_t { both, by_column };
  ValueTable(const TableView& table, Threads& threads, Forms forms = Forms::both);

  std::size_t rows() const noexcept { return rows_; }
  std::size_t columns() const noexcept { return by_column_.size(); }
  bool numeric(std::size_t column) const noexcept { return labels_[column] == kNumeric; }
  std::size_t labels(std::size_t column) const noexcept { return labels_[column]; }

  // Several columns, at most kMostAtOnce, at once, since a row brings them all: out[c][i] is the value of columns[c] at
  // rows[i].
  static constexpr std::size_t kMostAtOnce = 8;
  void gather(std::span<const std::uint32_t> columns, std::span<const std::uint32_t> rows,
              std::span<std::vector<float>> out) const noexcept {
    gather(columns, rows, {0, rows.size()}, out);
  }
  // Only the rows[i] of a part of all i.
  struct Part {
    std::size_t begin, end;
  };
  void gather(std::span<const std::uint32_t> columns, std::span<const std::uint32_t> rows, const Part& part,
              std::span<std::vector<float>> out) const noexcept;

 private:
  static constexpr std::size_t kNumeric = ~std::size_t{0};
  // If at least one row in this many is wanted, a cache line of the column still holds more than one wanted value.
  static constexpr std::size_t kDense = 4;

  void add_column(const ColumnView& column, std::vector<float>& copy);

  std::size_t rows_;
  std::vector<const float*> by_column_;
  std::vector<std::size_t> labels_;
  std::vector<std::vector<float>> copies_;  // one per column, empty if the column is an array of float32 already
  const float* by_row_ = nullptr;           // may be empty
  std::size_t row_stride_ = 0;
  std::vector<float> row_copy_;  // empty if the table is such a matrix already
};

}  // namespace espalier
