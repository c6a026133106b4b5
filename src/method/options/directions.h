// The options `increasing` and `decreasing`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "espalier/loss.h"
#include "espalier/table.h"
#include "grow/histogram/split.h"

namespace espalier {

inline constexpr std::string_view kIncreasingHelp =
    "columns in which the score must never decrease (monotone constraint)";
inline constexpr std::string_view kDecreasingHelp =
    "columns in which the score must never increase (monotone constraint)";

// One direction per column, or none if both lists are empty. Lists look like "age,income"; an error if a column is
// missing, not numeric, or in both lists, or if the loss has several scores.
std::vector<Direction> directions_of(const std::string& increasing, const std::string& decreasing,
                                     const TableView& table, const Loss& loss);

}  // namespace espalier
