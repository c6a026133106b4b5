// Options as a model records them: the same settings give the same bytes, however they were spelled.
#pragma once

#include <span>

#include "espalier/options.h"

namespace espalier {

// Without what is equal to its default; numbers in their shortest form. What is no option, or no value of one, stays as
// it is, for the method to refuse.
OptionValues canonical_options(std::span<const OptionInfo> infos, const OptionValues& given);

}  // namespace espalier
