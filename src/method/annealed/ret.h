#pragma once

#include "espalier/method.h"

namespace espalier {

Method ret_method();

}  // namespace espalier
