#pragma once

#include "espalier/target.h"

namespace espalier {

// The root of the mean square distance of a numeric target, one of several, from `centre`, by the rows' weights.
double deviation(const Target& target, double centre, std::size_t which = 0);

}  // namespace espalier
