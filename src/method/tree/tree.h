// --method tree: one CART tree (Watt et al., chapter 14), with the controls of 14.7.
#pragma once

#include "espalier/method.h"

namespace espalier {

Method tree_method();

}  // namespace espalier
