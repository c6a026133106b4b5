// The invariants of every model that decode() returns, checked without a line of the code that decodes.
#pragma once

#include <string>

#include "espalier/model.h"

namespace espalier::samples {

// The first violation; empty if there is none.
std::string problem_of(const Model& model);

}  // namespace espalier::samples
