// --method forest: random forests (chapter 14, 14.6; Breiman 2001).
#pragma once

#include "espalier/method.h"

namespace espalier {

Method forest_method();

}  // namespace espalier
