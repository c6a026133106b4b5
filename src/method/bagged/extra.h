// --method extra: extremely randomised trees (Geurts, Ernst and Wehenkel 2006), the baseline of the GIF paper.
#pragma once

#include "espalier/method.h"

namespace espalier {

Method extra_method();

}  // namespace espalier
