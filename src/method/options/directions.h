// The options `increasing` and `decreasing`.
#pragma once

#include <string>
#include <vector>

#include "espalier/loss.h"
#include "espalier/table.h"
#include "grow/histogram/split.h"

namespace espalier {

// One a column, or none if both lists are empty. Lists are like "age,income"; an error if a column is not there or not
// numeric, is in both, or if the loss has several scores.
std::vector<Direction> directions_of(const std::string& increasing, const std::string& decreasing,
                                     const TableView& table, const Loss& loss);

}  // namespace espalier
