// How much each feature matters to a model.
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
  double gain = 0;         // as a share of all; 0 if the model keeps no statistics
  std::size_t splits = 0;  // of a linear model: terms; of neural rules: hyperplanes that it is part of
};

// One entry a feature of the model, by falling gain, then splits, then name. The gain is that of the feature's splits;
// of a linear model, the sum of |weight| · spread over its terms; of neural rules, the sum over rules of
// ‖value‖ · spread · the mean |weight| in the rule's hyperplanes.
std::vector<Importance> importances(const Model& model);

}  // namespace espalier
