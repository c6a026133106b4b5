// --method forest: random forests (Watt et al., chapter 14, 14.6; Breiman 2001).
#pragma once

#include "espalier/method.h"

namespace espalier {

Method forest_method();

}  // namespace espalier
