// What NeuralRules must be, and how they become so.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/table.h"

namespace espalier {

// Asserts that they are as model.h says, but for what make_model() leaves out.
void check_neural(const NeuralRules& rules, const std::vector<Feature>& features);

// Whether each of the inputs is used by some net.
std::vector<bool> used_inputs(const NeuralRules& rules);

// Rules of value 0 go, and so do nets without rules and inputs that no net has.
NeuralRules without_idle_parts(const NeuralRules& rules);

// What the numbers of things become of which only some are kept.
std::vector<std::uint32_t> numbers_of(const std::vector<bool>& kept);

}  // namespace espalier
