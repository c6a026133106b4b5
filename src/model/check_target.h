// The preconditions of a fit on numbers and weights, wherever they come from. `place` comes first in messages, for
// example "train.csv: ". Rows are counted from 1. Linear in the rows.
#pragma once

#include <span>
#include <string>

#include "espalier/target.h"

namespace espalier {

// `values` are rows × names.
void check_finite(std::span<const double> values, std::span<const std::string> names, const std::string& place);

// Leaves are float32: values that do not fit cannot be predicted. Each target is checked by itself.
void check_magnitude(std::span<const double> values, std::span<const std::string> names, const std::string& place);

// Target names must differ.
void check_names(const std::vector<std::string>& names, const std::string& place);

// Finite, not negative, and with a sum that check_total_weight allows; an empty span is fine.
void check_weights(std::span<const double> weights, const std::string& place);

// At least two, since a single class leaves nothing to distinguish.
void check_class_count(const Target& target, const std::string& place);

}  // namespace espalier
