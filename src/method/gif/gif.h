// Globally induced forests (Begon, Joly, Geurts 2017).
#pragma once

#include "espalier/method.h"

namespace espalier {

Method gif_method();

}  // namespace espalier
