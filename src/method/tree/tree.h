// --method tree: one CART tree (chapter 14), with the controls of 14.7.
#pragma once

#include "espalier/method.h"

namespace espalier {

Method tree_method();

}  // namespace espalier
