// Trees built together and judged together (Tajima et al. 2024): --method combine.
#pragma once

#include "espalier/method.h"

namespace espalier {

Method combine_method();

}  // namespace espalier
