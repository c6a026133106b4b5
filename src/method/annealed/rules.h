#pragma once

#include "espalier/method.h"

namespace espalier {

Method rules_method();

}  // namespace espalier
