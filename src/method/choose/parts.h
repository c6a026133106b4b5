// Training rows parted into those that are fitted and those that settings are chosen by.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/target.h"

namespace espalier {

inline constexpr std::size_t kFolds = 5;

struct RowPart {
  std::vector<std::uint32_t> rows, others;  // to fit, and to measure on
};

// The first `count` of five folds, each the other rows of one part, of every class alike. Rows without a weight are in
// neither; parts that then lack one of the two are left out, so that there may be none.
std::vector<RowPart> make_parts(const Target& target, std::size_t count, std::uint64_t seed);

// By how much more rows there are than a part has to fit.
inline constexpr double kRowsPerPart = static_cast<double>(kFolds) / (kFolds - 1);

}  // namespace espalier
