// What must be true of every model that decode() gives out, checked without a line of the code that decodes.
#pragma once

#include <string>

#include "espalier/model.h"

namespace espalier::samples {

// What is wrong with the model; empty if nothing is.
std::string problem_of(const Model& model);

}  // namespace espalier::samples
