#include "grow/histogram/rows.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace espalier {
namespace {

constexpr std::size_t kSlack = 64;  // bytes that vector stores may write beyond the end
constexpr std::size_t kParallelRowCells = 200000;
constexpr std::size_t kPartitionBlock = 8192;   // rows; whole words of bits
constexpr std::size_t kLeastInBlocks = 100000;  // rows
constexpr std::size_t kBytesPerTask = 32768;    // of columns that are partitioned in parallel, at least
constexpr std::size_t kPairBytes = sizeof(PackedGradient);

// In place; `room` holds the items that go right.
template <class T>
void part_items(std::span<T> items, const RowBits& bits, std::size_t count, std::byte* room) {
  T* right = reinterpret_cast<T*>(room);
  part(items, bits.data(), items.data(), right);
  std::copy_n(right, items.size() - count, items.begin() + static_cast<std::ptrdiff_t>(count));
}

// A row's pairs stay together. Nothing is written beyond the items.
void part_tuples(const PackedGradient* items, std::size_t rows, std::size_t outputs, const std::uint64_t* bits,
                 PackedGradient* left, PackedGradient* right) {
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

  // Moves the block's items from `items` to their places in `to`. Other blocks write next to these places, so what may
  // write beyond its items goes by way of `room`, for two blocks.
  template <class T>
  void move(std::size_t block, const T* items, T* to, std::size_t outputs, std::byte* room) const {
    const std::size_t begin = block * kPartitionBlock, rows = std::min(kPartitionBlock, rows_ - begin);
    const std::size_t left = left_before_[block + 1] - left_before_[block];
    T* const left_place = to + left_before_[block] * outputs;
    T* const right_place = to + (left_before_.back() + begin - left_before_[block]) * outputs;
    const std::uint64_t* bits = bits_.data() + begin / 64;
    if constexpr (std::is_same_v<T, PackedGradient>) {
      if (outputs > 1) return part_tuples(items + begin * outputs, rows, outputs, bits, left_place, right_place);
    }
    T* const to_left = reinterpret_cast<T*>(room);
    T* const to_right = to_left + kPartitionBlock + kSlack / sizeof(T);
    part(std::span<const T>(items + begin, rows), bits, to_left, to_right);
    std::copy_n(to_left, left, left_place);
    std::copy_n(to_right, rows - left, right_place);
  }

  static std::size_t room_bytes(std::size_t item_bytes) { return 2 * (kPartitionBlock * item_bytes + kSlack); }

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
  room_ = {};
  if (columns_.size() < table_.columns()) {
    copy_columns(threads);
  } else {
    use_all_columns();
  }
  taken_ = order_.size();
  if (!from.taken.empty()) part_taken(from.taken, threads);
  gather_pairs(from.pairs, threads);
  room_ = std::as_writable_bytes(from.pairs);
  return {0, taken_};
}

void NodeRows::gather_pairs(std::span<const PackedGradient> pairs, Threads& threads) {
  pairs_.resize(taken_ * outputs_);
  threads.blocks(taken_, kPartitionBlock, [&](std::size_t begin, std::size_t end) {
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
  part_numbers(all, bits, taken_, room_for((order_.size() - taken_) * sizeof(std::uint32_t)));
  part_columns(all, bits, taken_, threads, 0, [](std::size_t) {});
}

std::span<const std::uint8_t> NodeRows::bins(const RowSlice& range, std::size_t column) const noexcept {
  return {bins_[column] + range.begin, range.size()};
}

std::span<const PackedGradient> NodeRows::pairs(const RowSlice& range) const noexcept {
  return {pairs_.data() + range.begin * outputs_, range.size() * outputs_};
}

std::span<const std::uint32_t> NodeRows::rows(const RowSlice& range) const noexcept {
  return order_.subspan(range.begin, range.size());
}

std::byte* NodeRows::room_for(std::size_t bytes) {
  return bytes + kSlack <= room_.size() ? room_.data() : own_room_for(bytes);
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
  part_items(order_.subspan(range.begin, range.size()), bits, count, room);
}

void NodeRows::part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count) {
  const auto items = std::span(pairs_).subspan(range.begin * outputs_, range.size() * outputs_);
  const std::size_t right = (range.size() - count) * outputs_;
  std::byte* room = room_for(right * kPairBytes);
  if (outputs_ == 1) return part_items(items, bits, count, room);
  auto* const to_right = reinterpret_cast<PackedGradient*>(room);
  part_tuples(items.data(), range.size(), outputs_, bits.data(), items.data(), to_right);
  std::copy_n(to_right, right, items.data() + count * outputs_);
}

// Pairs, numbers and columns side by side.
void NodeRows::part_arrays(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads) {
  part_columns(range, bits, count, threads, 2, [&](std::size_t task) {
    if (task == 0) return part_pairs(range, bits, count);
    part_numbers(range, bits, count, own_room_for((range.size() - count) * sizeof(std::uint32_t)));
  });
}

// Columns side by side, and pairs and numbers, which have more bytes, by blocks of rows: they are moved to the room and
// copied back.
void NodeRows::part_blocks(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads) {
  const BlockPartition parted(bits, range.size());
  const std::size_t blocks = parted.blocks();
  PackedGradient* const pairs = pairs_.data() + range.begin * outputs_;
  auto* const moved_pairs = reinterpret_cast<PackedGradient*>(room_.data()) + range.begin * outputs_;
  std::uint32_t* const numbers = order_.data() + range.begin;
  number_room_.resize(order_.size());
  std::uint32_t* const moved_numbers = number_room_.data() + range.begin;
  part_columns(range, bits, count, threads, 2 * blocks, [&](std::size_t task) {
    if (task < blocks)
      parted.move(task, pairs, moved_pairs, outputs_, own_room_for(BlockPartition::room_bytes(kPairBytes)));
    else
      parted.move(task - blocks, numbers, moved_numbers, 1, own_room_for(BlockPartition::room_bytes(sizeof(*numbers))));
  });
  threads.blocks(range.size(), kPartitionBlock, [&](std::size_t begin, std::size_t end) {
    std::copy(moved_pairs + begin * outputs_, moved_pairs + end * outputs_, pairs + begin * outputs_);
    std::copy(moved_numbers + begin, moved_numbers + end, numbers + begin);
  });
}

std::span<const std::uint32_t> NodeRows::part_range(const RowSlice& range, const RowBits& bits, std::size_t count,
                                                    Threads& threads) {
  const std::size_t pair_bytes = outputs_ * kPairBytes;
  const std::size_t row_bytes = pair_bytes + sizeof(std::uint32_t) + columns_.size();
  if (threads.count() == 1 || range.size() * columns_.size() < kParallelRowCells) {
    std::byte* room = room_for((range.size() - count) * sizeof(std::uint32_t));
    part_numbers(range, bits, count, room);
    for (const std::uint32_t column : columns_) part_column(column, range, bits, count, room);
    part_pairs(range, bits, count);
  } else if (range.size() < kLeastInBlocks || pair_bytes * static_cast<std::size_t>(threads.count()) <=
                                                  row_bytes) {  // no thread waits long for the pairs
    part_arrays(range, bits, count, threads);
  } else {
    part_blocks(range, bits, count, threads);
  }
  return rows(range);
}

std::span<const std::uint32_t> NodeRows::numbers_apart(const RowSlice& range, const RowBits& bits, std::size_t count) {
  constexpr std::size_t kSize = sizeof(std::uint32_t);
  auto* left = reinterpret_cast<std::uint32_t*>(room_for(range.size() * kSize + kSlack));
  std::uint32_t* right = left + count + kSlack / kSize;
  part(rows(range), bits.data(), left, right);
  auto* to = reinterpret_cast<std::uint32_t*>(pairs_.data() + range.begin * outputs_);
  std::memcpy(to, left, count * kSize);
  std::memcpy(to + count, right, (range.size() - count) * kSize);
  return {to, range.size()};
}

}  // namespace espalier
