// What a budget allows a globally induced forest, and what is said about it.
#pragma once

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/table.h"
#include "grow/induced/induced_forest.h"
#include "method/gif/growth.h"

namespace espalier {

// Leaves out columns whose labels alone would take more than half of the bytes: a split by one would end growth.
TableView affordable(TableView table, const Budget& budget);

// A budget in bytes does not limit the size directly.
InducedSize most_of(const Budget& budget);

// `too_small`: the model is a constant because of the budget.
void warn_of_limits(const FitRequest& request, const GifData& data, bool too_small, FitResult& result);

}  // namespace espalier
