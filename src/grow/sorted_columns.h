// Every column's rows in order of value, sorted once: O(p · n), three radix passes a column. A tree keeps each
// column's rows sorted within each of its nodes by stable partition, so nothing is ever sorted again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/data.h"

namespace espalier {

// Keys order like the values: for numbers an order-preserving image of the float, for categories the code.
// -inf shares the key of the lowest finite float, so that every boundary has a finite threshold.
inline constexpr std::uint32_t kMissingKey = 0xFFFFFFFFU;
std::uint32_t key_of(float value) noexcept;
float value_of(std::uint32_t key) noexcept;

// The float32 t in the middle with value_of(low) <= t < value_of(high).
float threshold_between(std::uint32_t low, std::uint32_t high) noexcept;

struct SortedEntry {
  std::uint32_t key;
  std::uint32_t row;
};

class SortedColumns {
 public:
  // Only the rows named; entries with equal keys are in the order of `rows`; missing values come last.
  SortedColumns(const TableView& table, std::span<const std::uint32_t> rows, Threads& threads);

  std::size_t columns() const noexcept { return columns_; }
  std::size_t rows() const noexcept { return rows_; }
  std::span<SortedEntry> entries(std::size_t column, std::size_t begin, std::size_t end) noexcept {
    return {entries_.data() + column * rows_ + begin, end - begin};
  }

 private:
  std::size_t columns_;
  std::size_t rows_;
  std::vector<SortedEntry> entries_;  // column-major
};

}  // namespace espalier
