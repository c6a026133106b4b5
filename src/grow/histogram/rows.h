// The rows of a growing tree: their numbers, pairs and bins, with those of a node contiguous. Splitting a node
// partitions its range in place, left child first. The next tree starts from the order in which a tree leaves the rows:
// sums are of whole numbers and come out the same in any order, so the bins are held only once.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "grow/histogram/packed_gradient.h"
#include "grow/partition/partition.h"

namespace espalier {

struct RowSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool moved = false;  // the pairs and numbers are in the second of two buffers
  std::size_t size() const noexcept { return end - begin; }
};

class NodeRows {
 public:
  NodeRows(BinnedTable table, std::size_t outputs);

  // Its columns are in the current order.
  const BinnedTable& table() const noexcept { return table_; }

  // The input of a tree.
  struct Start {
    std::span<PackedGradient> pairs;         // table rows × outputs, in the table's order; scratch from then on
    std::span<const std::uint8_t> taken;     // one per row: whether it takes part; empty: all do
    std::span<const std::uint32_t> columns;  // ascending
  };
  // The range of the root.
  RowSlice start(const Start& from, Threads& threads);

  // `column` is one of those given to start().
  std::span<const std::uint8_t> bins(const RowSlice& range, std::size_t column) const noexcept;
  std::span<const PackedGradient> pairs(const RowSlice& range) const noexcept;
  std::span<const std::uint32_t> rows(const RowSlice& range) const noexcept;
  RowSlice others() const noexcept { return {taken_, order_.size()}; }  // rows that take no part

  // Partitions the range by bits, of which `count` go left. Returns the left side and the right one.
  std::pair<RowSlice, RowSlice> part_range(const RowSlice& range, const RowBits& bits, std::size_t count,
                                           Threads& threads);
  // For children that are not searched: only the row numbers. The range keeps its order and loses its pairs, since the
  // numbers are written in their place.
  std::span<const std::uint32_t> numbers_apart(const RowSlice& range, const RowBits& bits, std::size_t count);
  // No more of the range is needed in this tree, except for the row numbers that rows() gave.
  void close(const RowSlice& range);

 private:
  void gather_pairs(std::span<const PackedGradient> pairs, Threads& threads);
  void use_all_columns();
  void copy_columns(Threads& threads);
  void part_taken(std::span<const std::uint8_t> taken, Threads& threads);
  void put_back_numbers(Threads& threads);
  void part_column(std::size_t column, const RowSlice& range, const RowBits& bits, std::size_t count, std::byte* room);
  void part_numbers(const RowSlice& range, const RowBits& bits, std::size_t count, std::byte* room);
  void part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count);
  template <class First>
  void part_columns(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads, std::size_t others,
                    const First& first);
  void part_in_turn(const RowSlice& range, const RowBits& bits, std::size_t count);
  void part_arrays(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads);
  void part_blocks(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads);
  std::byte* room_for(const RowSlice& range, std::size_t bytes);
  std::byte* own_room_for(std::size_t bytes);

  BinnedTable table_;
  const std::size_t outputs_;
  std::vector<std::uint32_t> standing_;    // the row of the table at each place
  std::vector<std::uint8_t> copied_bins_;  // if a tree uses only some columns, the other columns need not follow it
  std::vector<std::uint32_t> copied_rows_;
  std::span<const std::uint32_t> columns_;
  std::vector<std::uint8_t*> bins_;    // one per column of the table: its place, or its copy
  std::span<std::uint32_t> order_;     // the current rows, or their copy
  std::size_t taken_ = 0;              // this many, the first ones, take part
  std::vector<PackedGradient> pairs_;  // of those
  // The second buffers, to which blocks of rows are moved in parallel: the memory of the pairs of start() once they are
  // gathered, and numbers. The place of a range that is not moved is free; it takes the items that go right, while
  // those that go left are compacted.
  std::span<PackedGradient> second_pairs_;
  std::vector<std::uint32_t> second_numbers_;
  std::vector<RowSlice> put_back_;  // moved ranges that are closed: the next tree finds the numbers beside the bins
  PerThread<std::vector<std::byte>> own_room_;
};

}  // namespace espalier
