#include "grow/histogram/rows.h"

#include <algorithm>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kSlack = 64;  // bytes that vector stores may write beyond the end
constexpr std::size_t kParallelCells = 200000;

// Parts items in place, or from elsewhere into `to`.
template <class T>
void part_to(std::span<const T> items, const RowBits& bits, std::size_t count, T* to, Scratch& scratch) {
  const std::size_t needed = (items.size() - count) * sizeof(T) + kSlack;
  if (scratch.size() < needed) scratch = Scratch(needed);
  T* right = reinterpret_cast<T*>(scratch.data());
  part(items, bits, to, right);
  std::copy_n(right, items.size() - count, to + count);
}

}  // namespace

NodeRows::NodeRows(const BinnedTable& table, std::size_t outputs)
    : table_(table), outputs_(outputs), stride_(table.rows() + kSlack) {}

RowSlice NodeRows::start(std::span<Pair> pairs, std::span<const std::uint32_t> rows,
                         std::span<const std::uint32_t> columns, Threads& threads) {
  pairs_ = pairs;
  columns_ = columns;
  bins_.resize(std::max(bins_.size(), stride_ * columns.size()));
  rows_.resize(rows.empty() ? table_.rows() : rows.size());
  if (rows.empty()) {
    std::iota(rows_.begin(), rows_.end(), 0U);
  } else {
    start_from(rows, threads);
  }
  return {0, rows_.size(), rows.empty()};
}

void NodeRows::start_from(std::span<const std::uint32_t> rows, Threads& threads) {
  std::copy(rows.begin(), rows.end(), rows_.begin());
  threads.each(columns_.size(), [&](std::size_t slot) {
    const std::span<const std::uint8_t> from = table_.column(columns_[slot]);
    std::uint8_t* to = bins_.data() + slot * stride_;
    for (std::size_t i = 0; i < rows.size(); ++i) to[i] = from[rows[i]];
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {  // rows ascend: none is written over before it is read
    for (std::size_t k = 0; k < outputs_; ++k) pairs_[i * outputs_ + k] = pairs_[rows[i] * outputs_ + k];
  }
}

std::span<const std::uint8_t> NodeRows::bins(const RowSlice& range, std::size_t slot) const noexcept {
  if (range.in_table) return table_.column(columns_[slot]);
  return {bins_.data() + slot * stride_ + range.begin, range.size()};
}

std::span<const Pair> NodeRows::pairs(const RowSlice& range) const noexcept {
  return pairs_.subspan(range.begin * outputs_, range.size() * outputs_);
}

std::span<const std::uint32_t> NodeRows::rows(const RowSlice& range) const noexcept {
  return {rows_.data() + range.begin, range.size()};
}

void NodeRows::part_column(const RowSlice& range, const RowBits& bits, std::size_t count, std::size_t slot,
                           Scratch& scratch) {
  part_to(bins(range, slot), bits, count, bins_.data() + slot * stride_ + range.begin, scratch);
}

void NodeRows::part_pairs(const RowSlice& range, const RowBits& bits, std::size_t count, Scratch& scratch) {
  const std::span<const Pair> from = pairs(range);
  Pair* left = pairs_.data() + range.begin * outputs_;
  if (outputs_ == 1) return part_to(from, bits, count, left, scratch);
  // A row's pairs stay together.
  std::vector<Pair> right;
  right.reserve((range.size() - count) * outputs_);
  for (std::size_t i = 0; i < range.size(); ++i) {
    const auto row = from.subspan(i * outputs_, outputs_);
    if ((bits[i / 64] >> (i % 64)) & 1U) {
      left = std::copy(row.begin(), row.end(), left);
    } else {
      right.insert(right.end(), row.begin(), row.end());
    }
  }
  std::copy(right.begin(), right.end(), left);
}

void NodeRows::part_range(const RowSlice& range, const RowBits& bits, std::size_t count, bool contents,
                          Threads& threads) {
  Scratch& scratch = scratch_.local();
  part_to(rows(range), bits, count, rows_.data() + range.begin, scratch);
  if (!contents) return;
  part_pairs(range, bits, count, scratch);
  if (range.size() * columns_.size() < kParallelCells) {
    for (std::size_t slot = 0; slot < columns_.size(); ++slot) part_column(range, bits, count, slot, scratch);
  } else {
    threads.each(columns_.size(), [&](std::size_t slot) { part_column(range, bits, count, slot, scratch_.local()); });
  }
}

}  // namespace espalier
