// The rows of a growing tree: their numbers, pairs and bins, those of a node contiguous. Splitting a node parts its
// range where it stands, left child first. The order that a tree leaves the rows in stands until the next tree parts
// them further: sums are of whole numbers and come out the same in any order, so the bins are held only once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "grow/histogram/gradient_pair.h"
#include "grow/histogram/partition.h"

namespace espalier {

struct RowSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const noexcept { return end - begin; }
};

class NodeRows {
 public:
  NodeRows(BinnedTable table, std::size_t outputs);

  // Its columns are in the order that stands.
  const BinnedTable& table() const noexcept { return table_; }

  // What a tree is grown from.
  struct Start {
    std::span<Pair> pairs;                   // table rows × outputs, as the table came; scratch from then on
    std::span<const std::uint8_t> taken;     // one a row: whether it takes part; none: all do
    std::span<const std::uint32_t> columns;  // ascending
  };
  // The range of the root.
  RowSlice start(const Start& from, Threads& threads);

  // `column` is one of those of start().
  std::span<const std::uint8_t> bins(const RowSlice& range, std::size_t column) const noexcept;
  std::span<const Pair> pairs(const RowSlice& range) const noexcept;
  std::span<const std::uint32_t> rows(const RowSlice& range) const noexcept;
  RowSlice others() const noexcept { return {taken_, order_.size()}; }  // that take no part

  // Parts the range by bits, of which `count` go left. Returns its row numbers, left first.
  std::span<const std::uint32_t> part_range(const RowSlice& range, const RowBits& bits, std::size_t count,
                                            Threads& threads);
  // For children that are not looked into: the row numbers alone. The range keeps its order, and loses its pairs, since
  // the numbers are put in their place.
  std::span<const std::uint32_t> part_numbers(const RowSlice& range, const RowBits& bits, std::size_t count);

 private:
  void gather_pairs(std::span<const Pair> pairs, Threads& threads);
  void use_all_columns();
  void copy_columns(Threads& threads);
  void part_taken(std::span<const std::uint8_t> taken, Threads& threads);
  void part_rows(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads);
  void part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count);
  std::byte* room_for(std::size_t bytes);
  std::byte* own_room_for(std::size_t bytes);

  BinnedTable table_;
  const std::size_t outputs_;
  std::vector<std::uint32_t> standing_;    // the row of the table at each place
  std::vector<std::uint8_t> copied_bins_;  // where a tree uses some columns only: the others need not follow it
  std::vector<std::uint32_t> copied_rows_;
  std::span<const std::uint32_t> columns_;
  std::vector<std::uint8_t*> bins_;  // one a column of the table: where it stands, or its copy
  std::span<std::uint32_t> order_;   // the standing rows, or their copy
  std::size_t taken_ = 0;            // these many first ones take part
  std::vector<Pair> pairs_;          // of those
  // Room for items that go right, while those that go left are put together: that of the pairs of start() once they
  // are gathered, and for columns in parallel one for each thread.
  std::span<std::byte> room_;
  PerThread<std::vector<std::byte>> own_room_;
};

}  // namespace espalier
