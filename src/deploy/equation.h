// A linear model as text.
#pragma once

#include <string>

#include "espalier/draw.h"
#include "espalier/linear.h"
#include "espalier/model.h"

namespace espalier {

std::string equation_text(const Model& model, const Linear& linear, const DrawOptions& options);

}  // namespace espalier
