#include "grow/histogram/rows.h"

#include <algorithm>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kSlack = 64;  // bytes that vector stores may write beyond the end
constexpr std::size_t kParallelRowCells = 500000;
constexpr std::size_t kGatherBlock = 8192;      // rows
constexpr std::size_t kPartitionBlock = 32768;  // rows; whole words of bits
constexpr std::size_t kLeastInBlocks = 100000;  // rows
constexpr std::size_t kBytesPerTask = 131072;   // of columns that are partitioned in parallel, at least
constexpr std::size_t kPairBytes = sizeof(PackedGradient);

// In place; `room` holds the items that go right.
template <class T>
void part_items(std::span<T> items, const RowBits& bits, std::size_t count, std::byte* room) {
  T* right = reinterpret_cast<T*>(room);
  part(items, bits.data(), items.data(), right);
  std::copy_n(right, items.size() - count, items.begin() + static_cast<std::ptrdiff_t>(count));
}

// To other places, with nothing written beyond the items: where a vector could be, they go one by one.
template <class T>
void part_exactly(std::span<const T> items, const std::uint64_t* bits, T* left, T* right) {
  constexpr std::size_t kSpare = kSlack / sizeof(T);
  std::size_t vectors = items.size(), left_behind = 0, right_behind = 0;
  while (vectors > 0 && (left_behind < kSpare || right_behind < kSpare)) {
    const std::size_t begin = (vectors - 1) / 64 * 64, count = count_left(bits + begin / 64, vectors - begin);
    left_behind += count;
    right_behind += vectors - begin - count;
    vectors = begin;
  }
  part(items.first(vectors), bits, left, right);
  const std::size_t count = count_left(bits, vectors);
  left += count;
  right += vectors - count;
  for (std::size_t i = vectors; i < items.size(); ++i) *((bits[i / 64] >> (i % 64)) & 1U ? left : right)++ = items[i];
}

// A row's pairs stay together. Nothing is written beyond the items.
void part_tuples(const PackedGradient* items, std::size_t rows, std::size_t outputs, const std::uint64_t* bits,
                 PackedGradient* left, PackedGradient* right) {
  if (outputs == 1) return part_exactly(std::span(items, rows), bits, left, right);
  for (std::size_t i = 0; i < rows; ++i) {
    PackedGradient*& to = (bits[i / 64] >> (i % 64)) & 1U ? left : right;
    to = std::copy_n(items + i * outputs, outputs, to);
  }
}

// Rows of a range by blocks: the rows of a block that go left come after those of the blocks before it.
class BlockPartition {
 public:
  BlockPartition(const RowBits& bits, std::size_t rows) : bits_(bits), rows_(rows), left_before_{0} {
    for (std::size_t begin = 0; begin < rows; begin += kPartitionBlock) {
      const std::size_t count = std::min(kPartitionBlock, rows - begin);
      left_before_.push_back(left_before_.back() + count_left(bits.data() + begin / 64, count));
    }
  }

  std::size_t blocks() const noexcept { return left_before_.size() - 1; }

  std::size_t begin(std::size_t block) const noexcept { return block * kPartitionBlock; }
  std::size_t rows(std::size_t block) const noexcept { return std::min(kPartitionBlock, rows_ - begin(block)); }
  const std::uint64_t* bits(std::size_t block) const noexcept { return bits_.data() + begin(block) / 64; }
  // Where the block's rows go, counted from the first row of the range.
  std::size_t left(std::size_t block) const noexcept { return left_before_[block]; }
  std::size_t right(std::size_t block) const noexcept {
    return left_before_.back() + begin(block) - left_before_[block];
  }

 private:
  const RowBits& bits_;
  std::size_t rows_;
  std::vector<std::size_t> left_before_;  // rows that go left, before each block and in all
};

}  // namespace

NodeRows::NodeRows(BinnedTable table, std::size_t outputs)
    : table_(std::move(table)), outputs_(outputs), standing_(table_.rows()), bins_(table_.columns()) {
  std::iota(standing_.begin(), standing_.end(), 0U);
}

RowSlice NodeRows::start(const Start& from, Threads& threads) {
  columns_ = from.columns;
  second_pairs_ = {};
  put_back_numbers(threads);
  if (columns_.size() < table_.columns()) {
    copy_columns(threads);
  } else {
    use_all_columns();
  }
  taken_ = order_.size();
  if (!from.taken.empty()) part_taken(from.taken, threads);
  gather_pairs(from.pairs, threads);
  second_pairs_ = from.pairs;
  return {0, taken_};
}

void NodeRows::gather_pairs(std::span<const PackedGradient> pairs, Threads& threads) {
  pairs_.resize(taken_ * outputs_);
  threads.blocks(taken_, kGatherBlock, [&](std::size_t begin, std::size_t end) {
    const std::span<const std::uint32_t> rows = order_.subspan(begin, end - begin);
    PackedGradient* to = pairs_.data() + begin * outputs_;
    if (outputs_ == 1) {
      for (const std::uint32_t row : rows) *to++ = pairs[row];
    } else {
      for (const std::uint32_t row : rows) to = std::copy_n(pairs.data() + row * outputs_, outputs_, to);
    }
  });
}

void NodeRows::use_all_columns() {
  for (std::size_t column = 0; column < bins_.size(); ++column) bins_[column] = table_.column(column).data();
  order_ = standing_;
}

void NodeRows::copy_columns(Threads& threads) {
  copied_rows_ = standing_;
  order_ = copied_rows_;
  copied_bins_.resize(order_.size() * columns_.size());
  threads.each(columns_.size(), [&](std::size_t i) {
    bins_[columns_[i]] = copied_bins_.data() + i * order_.size();
    std::ranges::copy(table_.column(columns_[i]), bins_[columns_[i]]);
  });
}

// Columns side by side, several to a task if there are few rows; first(i) for so many other tasks before them.
template <class First>
void NodeRows::part_columns(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads,
                            std::size_t others, const First& first) {
  const std::size_t per_task = std::max<std::size_t>(1, kBytesPerTask / std::max<std::size_t>(1, range.size()));
  threads.each(others + (columns_.size() + per_task - 1) / per_task, [&](std::size_t task) {
    if (task < others) return first(task);
    std::byte* room = own_room_for(range.size() - count);
    const std::size_t begin = (task - others) * per_task, end = std::min(columns_.size(), begin + per_task);
    for (std::size_t i = begin; i < end; ++i) part_column(columns_[i], range, bits, count, room);
  });
}

void NodeRows::part_taken(std::span<const std::uint8_t> taken, Threads& threads) {
  RowBits bits(words_of(order_.size()));
  std::size_t first_other = order_.size();
  taken_ = 0;
  for (std::size_t i = order_.size(); i-- > 0;) {
    const bool takes_part = taken[order_[i]] != 0;
    bits[i / 64] |= std::uint64_t{takes_part} << (i % 64);
    taken_ += takes_part ? 1 : 0;
    if (!takes_part) first_other = i;
  }
  // Often they are in this order since the last tree.
  if (first_other == taken_) return;
  const RowSlice all = {0, order_.size()};
  part_numbers(all, bits, taken_, own_room_for((order_.size() - taken_) * sizeof(std::uint32_t)));
  part_columns(all, bits, taken_, threads, 0, [](std::size_t) {});
}

std::span<const std::uint8_t> NodeRows::bins(const RowSlice& range, std::size_t column) const noexcept {
  return {bins_[column] + range.begin, range.size()};
}

std::span<const PackedGradient> NodeRows::pairs(const RowSlice& range) const noexcept {
  return {(range.moved ? second_pairs_.data() : pairs_.data()) + range.begin * outputs_, range.size() * outputs_};
}

std::span<const std::uint32_t> NodeRows::rows(const RowSlice& range) const noexcept {
  return {(range.moved ? second_numbers_.data() : order_.data()) + range.begin, range.size()};
}

std::byte* NodeRows::room_for(const RowSlice& range, std::size_t bytes) {
  const bool fits = bytes + kSlack <= range.size() * outputs_ * kPairBytes;
  return fits ? reinterpret_cast<std::byte*>(second_pairs_.data() + range.begin * outputs_) : own_room_for(bytes);
}

std::byte* NodeRows::own_room_for(std::size_t bytes) {
  std::vector<std::byte>& own = own_room_.local();
  if (own.size() < bytes + kSlack) {
    own = {};  // freed first, or both would exist for a moment
    own.resize(bytes + kSlack);
  }
  return own.data();
}

void NodeRows::part_column(std::size_t column, const RowSlice& range, const RowBits& bits, std::size_t count,
                           std::byte* room) {
  part_items(std::span(bins_[column] + range.begin, range.size()), bits, count, room);
}

void NodeRows::part_numbers(const RowSlice& range, const RowBits& bits, std::size_t count, std::byte* room) {
  const std::span<std::uint32_t> numbers = order_.subspan(range.begin, range.size());
  if (range.moved) return part_exactly(rows(range), bits.data(), numbers.data(), numbers.data() + count);
  part_items(numbers, bits, count, room);
}

void NodeRows::part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count) {
  const auto items = std::span(pairs_).subspan(range.begin * outputs_, range.size() * outputs_);
  const std::size_t right = (range.size() - count) * outputs_;
  if (range.moved) {
    PackedGradient* to = items.data();
    return part_tuples(pairs(range).data(), range.size(), outputs_, bits.data(), to, to + count * outputs_);
  }
  std::byte* room = room_for(range, right * kPairBytes);
  if (outputs_ == 1) return part_items(items, bits, count, room);
  auto* const to_right = reinterpret_cast<PackedGradient*>(room);
  part_tuples(items.data(), range.size(), outputs_, bits.data(), items.data(), to_right);
  std::copy_n(to_right, right, items.data() + count * outputs_);
}

// One array after another; numbers and pairs first, since the room may be where they are.
void NodeRows::part_in_turn(const RowSlice& range, const RowBits& bits, std::size_t count) {
  const std::size_t right = range.size() - count;
  part_numbers(range, bits, count, range.moved ? nullptr : room_for(range, right * sizeof(std::uint32_t)));
  part_pairs(range, bits, count);
  std::byte* room = room_for(range, right);
  for (const std::uint32_t column : columns_) part_column(column, range, bits, count, room);
}

// Pairs, numbers and columns side by side.
void NodeRows::part_arrays(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads) {
  part_columns(range, bits, count, threads, 2, [&](std::size_t task) {
    if (task == 0) return part_pairs(range, bits, count);
    part_numbers(range, bits, count, own_room_for((range.size() - count) * sizeof(std::uint32_t)));
  });
}

// Columns side by side, and pairs and numbers, which have more bytes, by blocks of rows, from one buffer to the other.
void NodeRows::part_blocks(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads) {
  const BlockPartition parted(bits, range.size());
  const std::size_t blocks = parted.blocks();
  second_numbers_.resize(order_.size());
  PackedGradient* const to_pairs = (range.moved ? pairs_.data() : second_pairs_.data()) + range.begin * outputs_;
  std::uint32_t* const to_numbers = (range.moved ? order_.data() : second_numbers_.data()) + range.begin;
  part_columns(range, bits, count, threads, 2 * blocks, [&](std::size_t task) {
    const std::size_t block = task % blocks, begin = parted.begin(block), size = parted.rows(block);
    const std::size_t left = parted.left(block), right = parted.right(block);
    if (task < blocks)
      part_tuples(pairs(range).data() + begin * outputs_, size, outputs_, parted.bits(block),
                  to_pairs + left * outputs_, to_pairs + right * outputs_);
    else
      part_exactly(rows(range).subspan(begin, size), parted.bits(block), to_numbers + left, to_numbers + right);
  });
}

std::pair<RowSlice, RowSlice> NodeRows::part_range(const RowSlice& range, const RowBits& bits, std::size_t count,
                                                   Threads& threads) {
  const std::size_t pair_bytes = outputs_ * kPairBytes;
  const std::size_t row_bytes = pair_bytes + sizeof(std::uint32_t) + columns_.size();
  const bool serial = threads.count() == 1 || range.size() * columns_.size() < kParallelRowCells;
  // Otherwise no thread waits long for the pairs.
  const bool by_blocks =
      !serial && range.size() >= kLeastInBlocks && pair_bytes * static_cast<std::size_t>(threads.count()) > row_bytes;
  if (serial) {
    part_in_turn(range, bits, count);
  } else if (by_blocks) {
    part_blocks(range, bits, count, threads);
  } else {
    part_arrays(range, bits, count, threads);
  }
  const bool moved = by_blocks && !range.moved;
  return {RowSlice{range.begin, range.begin + count, moved}, RowSlice{range.begin + count, range.end, moved}};
}

void NodeRows::close(const RowSlice& range) {
  if (range.moved) put_back_.push_back(range);
}

void NodeRows::put_back_numbers(Threads& threads) {
  threads.each(put_back_.size(), [&](std::size_t i) {
    std::ranges::copy(rows(put_back_[i]), order_.begin() + static_cast<std::ptrdiff_t>(put_back_[i].begin));
  });
  put_back_.clear();
}

std::span<const std::uint32_t> NodeRows::numbers_apart(const RowSlice& range, const RowBits& bits, std::size_t count) {
  auto* to = reinterpret_cast<std::uint32_t*>(pairs_.data() + range.begin * outputs_);
  part_exactly(rows(range), bits.data(), to, to + count);
  close(range);
  return {to, range.size()};
}

}  // namespace espalier
