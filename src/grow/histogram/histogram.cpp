#include "grow/histogram/histogram.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace espalier {
namespace {

constexpr std::size_t kCachedRows = 1024;  // their pairs stay in the first-level cache for all columns of a run

// Row i adds to copy i % copies of its bin. Columns of few bins, whose neighbouring rows share them more often, have
// more copies, in the same memory.
constexpr std::size_t kFewest = 32, kFew = 128;  // bins, that of missing values counted
using Copies = std::array<PackedGradient, 2 * kCodes>;
static_assert(8 * kFewest <= 2 * kCodes && 4 * kFew <= 2 * kCodes);

// visit(copies), a constant.
template <class Visit>
void with_copies(std::size_t bins, const Visit& visit) {
  if (bins <= kFewest) return visit(std::integral_constant<std::size_t, 8>());
  if (bins <= kFew) return visit(std::integral_constant<std::size_t, 4>());
  visit(std::integral_constant<std::size_t, 2>());
}

template <std::size_t copies>
void add_rows(const std::uint8_t* bins, const PackedGradient* pairs, std::size_t rows, Copies& sums) noexcept {
  std::size_t i = 0;
  for (; i + 8 <= rows; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bins + i, 8);
    for (std::size_t k = 0; k < 8; ++k) sums[copies * ((eight >> (8 * k)) & 0xFFU) + k % copies] += pairs[i + k];
  }
  for (; i < rows; ++i) sums[copies * std::size_t{bins[i]} + i % copies] += pairs[i];
}

template <std::size_t copies>
void join(const Copies& sums, std::span<PackedGradient> out) noexcept {
  for (std::size_t bin = 0; bin < out.size(); ++bin) {
    PackedGradient sum = sums[copies * bin];
    for (std::size_t copy = 1; copy < copies; ++copy) sum += sums[copies * bin + copy];
    out[bin] = sum;
  }
}

void sum_scalar(const ColumnRun& run, std::span<const PackedGradient> pairs, const HistogramLayout& layout,
                std::span<PackedGradient> histogram) {
  alignas(64) std::array<Copies, kColumnsPerRun> copies;
  const auto for_each_column = [&](const auto& visit) {
    for (std::size_t c = 0; c < run.columns.size(); ++c)
      with_copies(layout.bins(run.columns[c]), [&](auto count) { visit(c, count); });
  };
  for_each_column([&](std::size_t c, auto count) {
    std::fill_n(copies[c].begin(), count * layout.bins(run.columns[c]), PackedGradient{0});
  });
  for (std::size_t begin = 0; begin < pairs.size(); begin += kCachedRows) {
    const std::size_t rows = std::min(kCachedRows, pairs.size() - begin);
    for_each_column([&](std::size_t c, auto count) {
      add_rows<count>(run.bins[c] + begin, pairs.data() + begin, rows, copies[c]);
    });
  }
  for_each_column([&](std::size_t c, auto count) { join<count>(copies[c], layout.of(histogram, run.columns[c])); });
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
