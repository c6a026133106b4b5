#pragma once

#include <string_view>

#include "espalier/fit.h"
#include "espalier/target.h"

namespace espalier {

// Adds a warning if row weights are so small that `what`, which is meant for weights near 1, regularises too strongly.
void warn_of_small_weights(const Target& target, std::string_view what, FitResult& result);

}  // namespace espalier
