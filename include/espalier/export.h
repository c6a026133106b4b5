// Models in other formats.
#pragma once

#include <string>

#include "espalier/model.h"

namespace espalier {

std::string export_dot(const Model& model);   // an error if the model has no trees
std::string export_json(const Model& model);  // everything that prediction needs, and the statistics

}  // namespace espalier
