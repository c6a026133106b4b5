// Makes a saved forest smaller.
#pragma once

#include <cstddef>
#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/model.h"
#include "espalier/run.h"

namespace espalier {

struct CompactRequest {
  const LabelledView* train = nullptr;       // with the target in the model's terms: see target_for()
  const LabelledView* validation = nullptr;  // what the refit is chosen by; null: a fifth of the training rows
  std::optional<Budget> budget;              // of trees, nodes, leaves, rules or bytes; none: only refitted
  std::size_t rows = 100'000;                // pruned on at most so many rows, drawn at random
};

// Makes a forest smaller, whatever grew it, and never larger: pairs of leaves are merged where that costs least, or
// whole trees taken away, until it is within the budget, and all weights are refitted together after every round and on
// all rows at the end. `chosen` says how much leaves were held back. An error if the model has no trees or several
// targets.
FitResult compact(const Model& model, const CompactRequest& request, const Run& run = {});

}  // namespace espalier
