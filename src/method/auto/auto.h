#pragma once

#include "espalier/method.h"

namespace espalier {

Method auto_method();

}  // namespace espalier
