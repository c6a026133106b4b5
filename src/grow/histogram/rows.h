// The rows of a growing tree: their numbers, pairs and bins, those of a node contiguous. The root may be read from the
// table itself; splitting a node parts its range, left child first. Pairs are parted where they stand.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "grow/histogram/pair.h"
#include "grow/histogram/partition.h"

namespace espalier {

struct RowSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool in_table = false;  // all rows, not yet copied
  std::size_t size() const noexcept { return end - begin; }
};

// Items that go right, while those that go left are put together.
using Scratch = std::vector<std::byte>;

class NodeRows {
 public:
  NodeRows(const BinnedTable& table, std::size_t outputs);

  // The range of the root: `rows`, ascending, or all if there are none. `pairs` come in the table's order, and are put
  // into that of the nodes.
  RowSlice start(std::span<Pair> pairs, std::span<const std::uint32_t> rows, std::span<const std::uint32_t> columns,
                 Threads& threads);

  // `slot` is the column's place among those of start().
  std::span<const std::uint8_t> bins(const RowSlice& range, std::size_t slot) const noexcept;
  std::span<const Pair> pairs(const RowSlice& range) const noexcept;
  std::span<const std::uint32_t> rows(const RowSlice& range) const noexcept;

  // Parts the range by bits, of which `count` go left; without `contents` only the row numbers, for children that are
  // not looked into.
  void part_range(const RowSlice& range, const RowBits& bits, std::size_t count, bool contents, Threads& threads);

 private:
  void start_from(std::span<const std::uint32_t> rows, Threads& threads);
  void part_column(const RowSlice& range, const RowBits& bits, std::size_t count, std::size_t slot, Scratch& scratch);
  void part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count, Scratch& scratch);

  const BinnedTable& table_;
  const std::size_t outputs_;
  const std::size_t stride_;
  std::span<Pair> pairs_;
  std::span<const std::uint32_t> columns_;
  std::vector<std::uint8_t> bins_;
  std::vector<std::uint32_t> rows_;
  PerThread<Scratch> scratch_;
};

}  // namespace espalier
