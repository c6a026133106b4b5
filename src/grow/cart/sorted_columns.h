// Every column's rows in order of value, sorted once: O(p · n), three radix passes per column. A tree keeps each
// column's rows sorted within each of its nodes by stable partition, so nothing is ever sorted again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/float_key.h"
#include "data/radix_sort.h"
#include "espalier/table.h"

namespace espalier {

// The key is float_key.h's for numbers, the code for categories.
class SortedColumns {
 public:
  // Only the given rows; entries with equal keys are in the order of `rows`; missing values come last.
  SortedColumns(const TableView& table, std::span<const std::uint32_t> rows, Threads& threads);

  // Numeric columns from now on in at most this many bins of about equal weight: the key of a value is that of its
  // bin's upper edge. `weights` has one entry per row of the table, or none.
  void coarsen(const TableView& table, std::span<const double> weights, std::size_t most_bins, Threads& threads);
  // The threshold that parts the values as `threshold` parts their keys: the last edge up to it, if there are bins.
  float cut_at(std::size_t column, float threshold) const noexcept;

  std::size_t columns() const noexcept { return columns_; }
  std::size_t rows() const noexcept { return rows_; }
  std::span<SortedEntry> entries(std::size_t column, std::size_t begin, std::size_t end) noexcept {
    return {entries_.data() + column * rows_ + begin, end - begin};
  }

 private:
  std::size_t columns_;
  std::size_t rows_;
  std::vector<SortedEntry> entries_;       // column-major
  std::vector<std::vector<float>> edges_;  // by column, where there are bins; empty: there are none
};

}  // namespace espalier
