#pragma once

#include "espalier/model.h"

namespace espalier {

// Root of the mean square of what a numeric target is away from `centre`, by the rows' weights.
double deviation(const Target& target, double centre);

}  // namespace espalier
