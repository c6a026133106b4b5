#pragma once

#include "espalier/target.h"

namespace espalier {

// Root of the mean square of what a numeric target, one of several, is away from `centre`, by the rows' weights.
double deviation(const Target& target, double centre, std::size_t which = 0);

}  // namespace espalier
