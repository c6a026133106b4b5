#pragma once

#include "espalier/method.h"

namespace espalier {

Method linear_method();

}  // namespace espalier
