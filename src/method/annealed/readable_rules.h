// Makes rules read as a person would write them, without changing what they say of the training rows.
#pragma once

#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"

namespace espalier {

// A threshold becomes a number of few digits between the two training values that it parts, away from both.
void shorten_thresholds(Pool& pool, const TableView& train);

// Where no value of a feature is missing in these tables, a missing one does not hold for the conditions on it, as one
// reads them: it goes where the child is absent. If both children are there, it goes where it went, and the rules say
// so.
void let_missing_values_fail(Model& model, std::span<const TableView> tables);

// The number of fewest digits in the middle half of (a, b), a < b, near its centre; the centre if there is none.
float readable_between(float a, float b);

}  // namespace espalier
