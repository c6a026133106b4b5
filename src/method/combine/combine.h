// Trees built together and judged together (papers/004): --method combine.
#pragma once

#include "espalier/method.h"

namespace espalier {

Method combine_method();

}  // namespace espalier
