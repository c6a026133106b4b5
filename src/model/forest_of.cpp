#include "model/forest_of.h"

#include <fmt/format.h>

namespace espalier {

const Forest& forest_of(const Model& model, std::string_view what) {
  if (const auto* forest = std::get_if<Forest>(&model.body)) return *forest;
  throw Error(ErrorCode::usage, fmt::format("a linear model has no {}", what));
}

}  // namespace espalier
