// Options in the form that a model records: the same settings give the same bytes, however they were spelled.
#pragma once

#include <span>

#include "espalier/options.h"

namespace espalier {

// Leaves out options that equal their defaults, and writes numbers in their shortest form. Unknown options and invalid
// values stay as they are, for the method to refuse.
OptionValues canonical_options(std::span<const OptionInfo> infos, const OptionValues& given);

}  // namespace espalier
