// Training rows split into rows to fit and rows to choose settings on.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/target.h"

namespace espalier {

inline constexpr std::size_t kFolds = 5;

struct RowPart {
  std::vector<std::uint32_t> rows, others;  // to fit, and to measure on
};

// The first `count` of five folds, stratified by class: `rows` are the other four folds, `others` the fold itself. Rows
// without a weight are in neither; parts that then lack one of the two are left out, so that there may be none.
std::vector<RowPart> make_parts(const Target& target, std::size_t count, std::uint64_t seed);

// The ratio of all rows to the rows that a part fits.
inline constexpr double kRowsPerPart = static_cast<double>(kFolds) / (kFolds - 1);

}  // namespace espalier
