#include "grow/histogram/rows.h"

#include <algorithm>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kSlack = 64;  // bytes that vector stores may write beyond the end
constexpr std::size_t kParallelCells = 200000;

// Parts items in place, or from elsewhere into `to`.
template <class T>
void part_to(std::span<const T> items, const RowBits& bits, std::size_t count, T* to) {
  thread_local std::vector<T> right;
  const std::size_t needed = items.size() - count + kSlack;
  if (right.size() < needed) right.resize(needed);
  part(items, bits, to, right.data());
  std::copy_n(right.begin(), items.size() - count, to + count);
}

}  // namespace

NodeRows::NodeRows(const BinnedTable& table, std::size_t outputs)
    : table_(table), outputs_(outputs), stride_(table.rows() + kSlack) {}

RowSlice NodeRows::start(std::span<const Pair> pairs, std::span<const std::uint32_t> rows,
                         std::span<const std::uint32_t> columns, Threads& threads) {
  source_pairs_ = pairs;
  columns_ = columns;
  bins_.resize(std::max(bins_.size(), stride_ * columns.size()));
  pairs_.resize(stride_ * outputs_);
  rows_.resize(stride_);
  std::copy(rows.begin(), rows.end(), rows_.begin());
  if (rows.size() == table_.rows()) return {0, rows.size(), true};
  threads.each(columns.size(), [&](std::size_t slot) {
    const std::span<const std::uint8_t> from = table_.column(columns[slot]);
    std::uint8_t* to = bins_.data() + slot * stride_;
    for (std::size_t i = 0; i < rows.size(); ++i) to[i] = from[rows[i]];
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(pairs.begin() + static_cast<std::ptrdiff_t>(rows[i] * outputs_), outputs_,
                pairs_.begin() + static_cast<std::ptrdiff_t>(i * outputs_));
  }
  return {0, rows.size(), false};
}

std::span<const std::uint8_t> NodeRows::bins(const RowSlice& range, std::size_t slot) const noexcept {
  if (range.in_table) return table_.column(columns_[slot]);
  return {bins_.data() + slot * stride_ + range.begin, range.size()};
}

std::span<const Pair> NodeRows::pairs(const RowSlice& range) const noexcept {
  if (range.in_table) return source_pairs_;
  return {pairs_.data() + range.begin * outputs_, range.size() * outputs_};
}

std::span<const std::uint32_t> NodeRows::rows(const RowSlice& range) const noexcept {
  return {rows_.data() + range.begin, range.size()};
}

void NodeRows::part_column(const RowSlice& range, const RowBits& bits, std::size_t count, std::size_t slot) {
  part_to(bins(range, slot), bits, count, bins_.data() + slot * stride_ + range.begin);
}

void NodeRows::part_range(const RowSlice& range, const RowBits& bits, std::size_t count, bool contents,
                          Threads& threads) {
  part_to(rows(range), bits, count, rows_.data() + range.begin);
  if (!contents) return;
  if (outputs_ == 1) {
    part_to(pairs(range), bits, count, pairs_.data() + range.begin);
  } else {
    // A row's pairs stay together.
    std::vector<Pair> right;
    right.reserve((range.size() - count) * outputs_);
    const std::span<const Pair> from = pairs(range);
    Pair* left = pairs_.data() + range.begin * outputs_;
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
  if (range.size() * columns_.size() < kParallelCells) {
    for (std::size_t slot = 0; slot < columns_.size(); ++slot) part_column(range, bits, count, slot);
  } else {
    threads.each(columns_.size(), [&](std::size_t slot) { part_column(range, bits, count, slot); });
  }
}

}  // namespace espalier
