#include "model/forest_of.h"

#include <fmt/format.h>

#include "espalier/error.h"
#include "espalier/linear.h"

namespace espalier {

std::string kind_text(const Model& model) {
  if (std::holds_alternative<Forest>(model.body)) return "a forest";
  return std::holds_alternative<Linear>(model.body) ? "a linear model" : "a model of neural rules";
}

const Forest& forest_of(const Model& model, std::string_view what) {
  if (const auto* forest = std::get_if<Forest>(&model.body)) return *forest;
  throw Error(ErrorCode::usage, fmt::format("{} has no {}", kind_text(model), what));
}

}  // namespace espalier
