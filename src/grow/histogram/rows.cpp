#include "grow/histogram/rows.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kSlack = 64;  // bytes that vector stores may write beyond the end
constexpr std::size_t kParallelRowCells = 200000;
constexpr std::size_t kPartitionBlock = 8192;

// In place; `room` holds the items that go right.
template <class T>
void part_items(std::span<T> items, const RowBits& bits, std::size_t count, std::byte* room) {
  T* right = reinterpret_cast<T*>(room);
  part(items, bits, items.data(), right);
  std::copy_n(right, items.size() - count, items.begin() + static_cast<std::ptrdiff_t>(count));
}

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

void NodeRows::part_taken(std::span<const std::uint8_t> taken, Threads& threads) {
  RowBits bits((order_.size() + 63) / 64);
  std::size_t first_other = order_.size();
  taken_ = 0;
  for (std::size_t i = order_.size(); i-- > 0;) {
    const bool takes_part = taken[order_[i]] != 0;
    bits[i / 64] |= std::uint64_t{takes_part} << (i % 64);
    taken_ += takes_part ? 1 : 0;
    if (!takes_part) first_other = i;
  }
  // Often they are in this order since the last tree.
  if (first_other != taken_) part_rows({0, order_.size()}, bits, taken_, threads);
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

// Numbers and bins.
void NodeRows::part_rows(const RowSlice& range, const RowBits& bits, std::size_t count, Threads& threads) {
  const std::size_t right = range.size() - count;
  const auto part_column = [&](std::size_t column, std::byte* room) {
    part_items(std::span(bins_[column] + range.begin, range.size()), bits, count, room);
  };
  std::byte* room = room_for(right * sizeof(std::uint32_t));
  part_items(order_.subspan(range.begin, range.size()), bits, count, room);
  if (range.size() * columns_.size() < kParallelRowCells) {
    for (const std::uint32_t column : columns_) part_column(column, room);
  } else {
    threads.each(columns_.size(), [&](std::size_t i) { part_column(columns_[i], own_room_for(right)); });
  }
}

void NodeRows::part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count) {
  const auto items = std::span(pairs_).subspan(range.begin * outputs_, range.size() * outputs_);
  std::byte* room = room_for((range.size() - count) * outputs_ * sizeof(PackedGradient));
  if (outputs_ == 1) return part_items(items, bits, count, room);
  // A row's pairs stay together.
  auto *left = items.data(), *const first_right = reinterpret_cast<PackedGradient*>(room), *right = first_right;
  for (std::size_t i = 0; i < range.size(); ++i) {
    PackedGradient*& to = (bits[i / 64] >> (i % 64)) & 1U ? left : right;
    to = std::copy_n(items.data() + i * outputs_, outputs_, to);
  }
  std::copy(first_right, right, left);
}

std::span<const std::uint32_t> NodeRows::part_range(const RowSlice& range, const RowBits& bits, std::size_t count,
                                                    Threads& threads) {
  part_rows(range, bits, count, threads);
  part_pairs(range, bits, count);
  return rows(range);
}

std::span<const std::uint32_t> NodeRows::part_numbers(const RowSlice& range, const RowBits& bits, std::size_t count) {
  constexpr std::size_t kSize = sizeof(std::uint32_t);
  auto* left = reinterpret_cast<std::uint32_t*>(room_for(range.size() * kSize + kSlack));
  std::uint32_t* right = left + count + kSlack / kSize;
  part(rows(range), bits, left, right);
  auto* to = reinterpret_cast<std::uint32_t*>(pairs_.data() + range.begin * outputs_);
  std::memcpy(to, left, count * kSize);
  std::memcpy(to + count, right, (range.size() - count) * kSize);
  return {to, range.size()};
}

}  // namespace espalier
