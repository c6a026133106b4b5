// Globally induced forests (papers/001).
#pragma once

#include "espalier/method.h"

namespace espalier {

Method gif_method();

}  // namespace espalier
