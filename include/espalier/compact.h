// Compaction of saved forests.
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
  const LabelledView* validation = nullptr;  // rows on which the refit is chosen; null: a fifth of the training rows
  std::optional<Budget> budget;  // in trees, nodes, leaves, rules or bytes; none: the model is only refitted
  std::size_t rows = 100'000;    // maximum number of rows to prune on, drawn at random
};

// Makes a forest smaller, whatever method grew it, and never larger: pairs of leaves are merged where that costs least,
// or whole trees are removed, until the forest is within the budget; all weights are refitted together after every
// round, and on all rows at the end. `chosen` says how strongly the leaves were regularised. An error if the model has
// no trees or several targets.
FitResult compact(const Model& model, const CompactRequest& request, const Run& run = {});

}  // namespace espalier
