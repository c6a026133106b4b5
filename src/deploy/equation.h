// A linear model as text.
#pragma once

#include <string>

#include "espalier/deploy.h"

namespace espalier {

std::string equation_text(const Model& model, const Linear& linear, const DrawOptions& options);

}  // namespace espalier
