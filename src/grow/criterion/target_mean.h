// A number that regression sums are taken relative to, so that S²/W and float32 leaves keep their digits for any offset
// of the target.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/target.h"

namespace espalier {

// For one of the targets.
double weighted_mean(const Target& target, std::size_t which = 0);

// The mean, rounded to a multiple of the largest power of two that the spread of the target contains. It also keeps
// offsets out of the float32 leaves, and differences from it stay exact if the target has few digits: a target of whole
// numbers is then fitted without rounding.
double rounded_mean(const Target& target);

// The rows that count: a row of weight 0 is treated as absent.
std::vector<std::uint32_t> rows_with_weight(const Target& target);

}  // namespace espalier
