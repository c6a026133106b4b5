#include "grow/cart/sorted_columns.h"

#include <algorithm>
#include <array>
#include <limits>

#include "data/bin_edges.h"

namespace espalier {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max(), kInfinity = std::numeric_limits<float>::infinity();

std::uint32_t key_at(const ColumnView& column, std::size_t row) noexcept {
  return column.numeric() ? key_of(column.value(row)) : static_cast<std::uint32_t>(column.code(row));
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

void SortedColumns::coarsen(const TableView& table, std::span<const double> weights, std::size_t most_bins,
                            Threads& threads) {
  edges_.resize(columns_);
  threads.each(columns_, [&](std::size_t c) {
    const std::span<SortedEntry> column = entries(c, 0, rows_);
    if (!table.columns[c].numeric()) return;
    std::vector<float> values;
    std::vector<double> of_values;
    for (const SortedEntry& entry : column) {
      values.push_back(table.columns[c].value(entry.row));
      if (!weights.empty()) of_values.push_back(weights[entry.row]);
    }
    edges_[c] = numeric_edges(values, of_values, most_bins);
    std::size_t bin = 0;  // values ascend
    for (SortedEntry& entry : column) {
      while (bin < edges_[c].size() && entry.key > key_of(edges_[c][bin])) ++bin;
      if (entry.key == kMissingKey || entry.key == key_of(kInfinity)) continue;
      entry.key = key_of(bin < edges_[c].size() ? edges_[c][bin] : kLargest);
    }
  });
}

// The largest threshold parts off missing or infinite values, and no edge does that.
float SortedColumns::cut_at(std::size_t column, float threshold) const noexcept {
  if (edges_.empty() || edges_[column].empty() || threshold == kLargest) return threshold;
  return *(std::ranges::upper_bound(edges_[column], threshold) - 1);
}

}  // namespace espalier
