// The one rule for which rows go left, for every form of a split (TreeNode, Split).
#pragma once

#include <cmath>
#include <cstdint>

#include "espalier/table.h"

namespace espalier {

// `categories` is the set that goes left. Missing values and codes beyond the known labels go to the missing side.
template <class SplitLike>
bool goes_left(const ColumnView& column, std::size_t row, const SplitLike& split,
               const std::uint64_t* categories) noexcept {
  if (column.numeric()) {
    const float value = column.value(row);
    return std::isnan(value) ? split.missing_left : value <= split.threshold;
  }
  const std::int32_t code = column.code(row);
  if (code < 0 || static_cast<std::size_t>(code) >= column.feature->labels.size()) return split.missing_left;
  return (categories[code / 64] >> (code % 64)) & 1U;
}

}  // namespace espalier
