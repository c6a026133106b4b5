#include "grow/sorted_columns.h"

#include <algorithm>
#include <array>

namespace espalier {
namespace {

std::uint32_t key_at(const ColumnView& column, std::size_t row) noexcept {
  return column.numeric() ? key_of(column.value(row)) : static_cast<std::uint32_t>(column.code(row));
}

// Least significant digit first, 11 bits a pass; a pass whose digit is the same everywhere is skipped.
void radix_sort(std::span<SortedEntry> entries, std::vector<SortedEntry>& scratch) {
  constexpr int kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  std::array<std::array<std::uint32_t, kBuckets>, 3> counts{};
  for (const SortedEntry& entry : entries) {
    for (std::size_t pass = 0; pass < 3; ++pass) ++counts[pass][(entry.key >> (kBits * pass)) % kBuckets];
  }
  scratch.resize(entries.size());
  std::span<SortedEntry> from = entries, to = scratch;
  for (std::size_t pass = 0; pass < 3; ++pass) {
    auto& count = counts[pass];
    if (count[(from[0].key >> (kBits * pass)) % kBuckets] == from.size()) continue;
    std::uint32_t start = 0;
    for (std::uint32_t& c : count) start += std::exchange(c, start);
    for (const SortedEntry& entry : from) to[count[(entry.key >> (kBits * pass)) % kBuckets]++] = entry;
    std::swap(from, to);
  }
  if (from.data() != entries.data()) std::copy(from.begin(), from.end(), entries.begin());
}

}  // namespace

SortedColumns::SortedColumns(const TableView& table, std::span<const std::uint32_t> rows, Threads& threads)
    : columns_(table.columns.size()), rows_(rows.size()), entries_(columns_ * rows_) {
  if (rows_ == 0) return;
  threads.each(columns_, [&](std::size_t c) {
    const std::span<SortedEntry> column = entries(c, 0, rows_);
    for (std::size_t i = 0; i < rows_; ++i) column[i] = {key_at(table.columns[c], rows[i]), rows[i]};
    std::vector<SortedEntry> scratch;
    radix_sort(column, scratch);
  });
}

}  // namespace espalier
