// The boundaries of a column's bins: between all of its values if they are few, otherwise so that bins hold about equal
// weight, with a bin for every value that would fill one by itself and at most half a bin's weight below it. O(n) per
// column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/table.h"

namespace espalier {

inline constexpr std::size_t kMostBins = 255;  // without the one for missing values

// Ascending, finite, at most `most_bins` - 1. `weights` has one entry per value, or none.
std::vector<float> numeric_edges(std::span<const float> values, std::span<const double> weights, std::size_t most_bins);

// The bin of every label: one bin each, by falling weight in `rows`; `weights` has one entry per row of the table, or
// none. If there are more labels than bins, labels whose rows have a similar mean of `target` (one entry per row of the
// table) share a bin, so that bins have about equal weight; without a target, the rare labels share the last bin.
// Labels that do not occur get `kNoBin`.
inline constexpr std::uint8_t kNoBin = 255;
std::vector<std::uint8_t> category_bins(const ColumnView& column, std::span<const std::uint32_t> rows,
                                        std::span<const double> weights, std::span<const double> target,
                                        std::size_t most_bins);

}  // namespace espalier
