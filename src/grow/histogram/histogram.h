// Sums of pairs by bin; the rows of a node are read once for each column. About a third of a nanosecond per addition:
// rows are contiguous, one word holds both sums, and neighbouring rows go to two, four or eight copies, so that equal
// bins in a row do not wait for each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/binned_table.h"
#include "grow/histogram/packed_gradient.h"

namespace espalier {

// The place of a column's sums in a node's histogram: one per bin and output, the bin of missing values last.
class HistogramLayout {
 public:
  HistogramLayout(const std::vector<ColumnBins>& columns, std::size_t outputs);

  std::size_t outputs() const noexcept { return outputs_; }
  std::size_t size() const noexcept { return first_.back(); }
  std::size_t bins(std::size_t column) const noexcept { return (first_[column + 1] - first_[column]) / outputs_; }
  template <class P>
  std::span<P> of(std::span<P> histogram, std::size_t column) const noexcept {
    return histogram.subspan(first_[column], first_[column + 1] - first_[column]);
  }

 private:
  std::size_t outputs_;
  std::vector<std::size_t> first_;
};

inline constexpr std::size_t kColumnsPerRun = 4;
inline constexpr std::size_t kCodes = 256;  // that a byte can hold

// A few columns of a node: their numbers, and the bins of the node's rows in each.
struct ColumnRun {
  std::span<const std::uint32_t> columns;
  std::array<const std::uint8_t*, kColumnsPerRun> bins{};
};

// Overwrites the histogram's part of these columns: sums[bin · outputs + k] = Σ pairs[row · outputs + k].
void sum_by_bin(const ColumnRun& run, std::span<const PackedGradient> pairs, const HistogramLayout& layout,
                std::span<PackedGradient> histogram);

}  // namespace espalier
