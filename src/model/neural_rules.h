// The invariants of NeuralRules, and how they are established.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/table.h"

namespace espalier {

// Asserts the properties that espalier/neural_rules.h states, except for those that make_model() establishes.
void check_neural(const NeuralRules& rules, const std::vector<Feature>& features);

// Whether each of the inputs is used by some net.
std::vector<bool> used_inputs(const NeuralRules& rules);

// Removes rules of value 0, nets without rules, and inputs that no net has.
NeuralRules without_idle_parts(const NeuralRules& rules);

// The new numbers of things of which only some are kept.
std::vector<std::uint32_t> numbers_of(const std::vector<bool>& kept);

}  // namespace espalier
