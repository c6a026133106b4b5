// The rows of a growing tree: their numbers, pairs and bins, those of a node contiguous. The root may be read from the
// table itself; splitting a node parts its range, left child first.
#pragma once

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

class NodeRows {
 public:
  NodeRows(const BinnedTable& table, std::size_t outputs);

  // The range of the root.
  RowSlice start(std::span<const Pair> pairs, std::span<const std::uint32_t> rows,
                 std::span<const std::uint32_t> columns, Threads& threads);

  // `slot` is the column's place among those of start().
  std::span<const std::uint8_t> bins(const RowSlice& range, std::size_t slot) const noexcept;
  std::span<const Pair> pairs(const RowSlice& range) const noexcept;
  std::span<const std::uint32_t> rows(const RowSlice& range) const noexcept;

  // Parts the range by bits, of which `count` go left; without `contents` only the row numbers, for children that are
  // not looked into.
  void part_range(const RowSlice& range, const RowBits& bits, std::size_t count, bool contents, Threads& threads);

 private:
  void part_column(const RowSlice& range, const RowBits& bits, std::size_t count, std::size_t slot);

  const BinnedTable& table_;
  const std::size_t outputs_;
  const std::size_t stride_;
  std::span<const Pair> source_pairs_;
  std::span<const std::uint32_t> columns_;
  std::vector<std::uint8_t> bins_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace espalier
