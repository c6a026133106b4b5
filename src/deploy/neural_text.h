// Neural rules as text.
#pragma once

#include <string>

#include "espalier/draw.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"

namespace espalier {

// A rule with its hyperplanes, one per line.
std::string neural_text(const Model& model, const NeuralRules& rules, const DrawOptions& options);

// One line per rule.
std::string neural_lines(const Model& model, const NeuralRules& rules);

}  // namespace espalier
