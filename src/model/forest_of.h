// The trees of a model, for functions that need trees.
#pragma once

#include <string>
#include <string_view>

#include "espalier/forest.h"
#include "espalier/model.h"

namespace espalier {

// The kind of the model, for messages: "a linear model".
std::string kind_text(const Model& model);

// An error if the model is of another kind, which has none of `what` ("rules").
const Forest& forest_of(const Model& model, std::string_view what);

}  // namespace espalier
