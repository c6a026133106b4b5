// Makes rules easy to read without changing what they say about the training rows.
#pragma once

#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"

namespace espalier {

// Rounds a threshold to a number with few digits between the two training values that it separates, not too close to
// either.
void shorten_thresholds(Pool& pool, const TableView& train);

// If no value of a feature is missing in these tables, conditions on it do not hold for a missing value, as readers
// expect: it goes where the child is absent. If both children exist, it goes where it went before, and the rules say
// so.
void let_missing_values_fail(Model& model, std::span<const TableView> tables);

// The number with the fewest digits in the middle half of (a, b), a < b, near its centre; the centre if there is none.
float readable_between(float a, float b);

}  // namespace espalier
