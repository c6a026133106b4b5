#pragma once

#include "espalier/method.h"

namespace espalier {

Method graft_method();

}  // namespace espalier
