// The contribution of each feature to a model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "espalier/model.h"
#include "espalier/table.h"

namespace espalier {

struct Importance {
  std::string feature;
  ColumnType type = ColumnType::numeric;
  double gain = 0;         // as a share of the total; 0 if the model keeps no statistics
  std::size_t splits = 0;  // linear models: terms; neural rules: hyperplanes that use the feature
};

// One entry per feature of the model, by falling gain, then splits, then name. The gain is the gain of the feature's
// splits; for a linear model, the sum of |weight| · spread over its terms; for neural rules, the sum over rules of
// ‖value‖ · spread · the mean |weight| in the rule's hyperplanes.
std::vector<Importance> importances(const Model& model);

}  // namespace espalier
