#include "grow/histogram/histogram.h"

#include <algorithm>
#include <cstring>

namespace espalier {
namespace {

constexpr std::size_t kCachedRows = 1024;  // their pairs stay in the first-level cache for all columns of a run

// Even rows add to copy 0 of a bin, odd rows to copy 1.
using Copies = std::array<PackedGradient, 2 * kCodes>;

void add_rows(const std::uint8_t* bins, const PackedGradient* pairs, std::size_t rows, Copies& sums) noexcept {
  std::size_t i = 0;
  for (; i + 8 <= rows; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bins + i, 8);
    for (std::size_t k = 0; k < 8; ++k) sums[2 * ((eight >> (8 * k)) & 0xFFU) + k % 2] += pairs[i + k];
  }
  for (; i < rows; ++i) sums[2 * std::size_t{bins[i]} + i % 2] += pairs[i];
}

void sum_scalar(const ColumnRun& run, std::span<const PackedGradient> pairs, const HistogramLayout& layout,
                std::span<PackedGradient> histogram) {
  alignas(64) std::array<Copies, kColumnsPerRun> copies;
  for (std::size_t c = 0; c < run.columns.size(); ++c) {
    std::fill_n(copies[c].begin(), 2 * layout.bins(run.columns[c]), PackedGradient{0});
  }
  for (std::size_t begin = 0; begin < pairs.size(); begin += kCachedRows) {
    const std::size_t rows = std::min(kCachedRows, pairs.size() - begin);
    for (std::size_t c = 0; c < run.columns.size(); ++c) {
      add_rows(run.bins[c] + begin, pairs.data() + begin, rows, copies[c]);
    }
  }
  for (std::size_t c = 0; c < run.columns.size(); ++c) {
    const std::span<PackedGradient> out = layout.of(histogram, run.columns[c]);
    for (std::size_t bin = 0; bin < out.size(); ++bin) out[bin] = copies[c][2 * bin] + copies[c][2 * bin + 1];
  }
}

void sum_vectors(const ColumnRun& run, std::span<const PackedGradient> pairs, const HistogramLayout& layout,
                 std::span<PackedGradient> histogram) {
  const std::size_t outputs = layout.outputs(), rows = pairs.size() / outputs;
  for (std::size_t c = 0; c < run.columns.size(); ++c) {
    const std::span<PackedGradient> out = layout.of(histogram, run.columns[c]);
    std::fill(out.begin(), out.end(), PackedGradient{0});
    const std::uint8_t* bins = run.bins[c];
    for (std::size_t i = 0; i < rows; ++i) {
      PackedGradient* sums = out.data() + bins[i] * outputs;
      const PackedGradient* pair = pairs.data() + i * outputs;
      for (std::size_t k = 0; k < outputs; ++k) sums[k] += pair[k];
    }
  }
}

}  // namespace

HistogramLayout::HistogramLayout(const std::vector<ColumnBins>& columns, std::size_t outputs)
    : outputs_(outputs), first_(1, 0) {
  for (const ColumnBins& column : columns) first_.push_back(first_.back() + (column.bins + 1) * outputs);
}

void sum_by_bin(const ColumnRun& run, std::span<const PackedGradient> pairs, const HistogramLayout& layout,
                std::span<PackedGradient> histogram) {
  if (layout.outputs() == 1) {
    sum_scalar(run, pairs, layout, histogram);
  } else {
    sum_vectors(run, pairs, layout, histogram);
  }
}

}  // namespace espalier
