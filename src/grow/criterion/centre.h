// What regression sums are taken from, so that S²/W and float32 leaves keep their digits whatever the target's offset.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/target.h"

namespace espalier {

// Of one of the targets.
double weighted_mean(const Target& target, std::size_t which = 0);

// The mean, rounded to a multiple of the largest power of two that the spread of the target contains. It serves as well
// to keep offsets out of the float32 leaves, and differences from it stay exact where the target has few digits: a
// target of whole numbers is then fitted without rounding.
double round_centre(const Target& target);

// The rows that count: weight 0 is as if the row were not there.
std::vector<std::uint32_t> rows_with_weight(const Target& target);

}  // namespace espalier
