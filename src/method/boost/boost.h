#pragma once

#include "espalier/method.h"

namespace espalier {

Method boost_method();

}  // namespace espalier
