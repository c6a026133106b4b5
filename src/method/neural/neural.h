#pragma once

#include "espalier/method.h"

namespace espalier {

Method neural_method();

}  // namespace espalier
