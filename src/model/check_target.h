// What a fit relies on, said of numbers and weights wherever they come from. `place` comes first in messages, such as
// "train.csv: ". Rows are counted from 1. Linear in the rows.
#pragma once

#include <span>
#include <string>

#include "espalier/target.h"

namespace espalier {

// `values` are rows × names.
void check_finite(std::span<const double> values, std::span<const std::string> names, const std::string& place);

// Leaves are float32: what does not fit in there cannot be predicted. Each of the targets by itself.
void check_magnitude(std::span<const double> values, std::span<const std::string> names, const std::string& place);

// All different.
void check_names(const std::vector<std::string>& names, const std::string& place);

// Finite, not negative, and with a sum that check_total_weight allows; none are fine.
void check_weights(std::span<const double> weights, const std::string& place);

// At least two, since one leaves nothing to tell apart.
void check_class_count(const Target& target, const std::string& place);

}  // namespace espalier
