// Dawer 2018, section 4.1: the paths of a tree as neural rules. A decision node becomes a plane over all inputs, with
// weight -1 and offset t on the way to its left child, value <= t, and weight 1 and offset -t on the way to its right
// one; all other weights are 0. So a rule is above 0 if the row is in its leaf, and orthogonal to all other rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/pool.h"

namespace espalier {

// The features that the tree splits on, ascending.
std::vector<std::uint32_t> used_features(const Tree& tree);

// `tree` splits only on numbers; its features are inputs, and `inputs` are those that the planes use, ascending: all
// that the tree uses, and any others. Leaves have values, `outputs` each. A deep rule starts as the plain one: V = I, β
// = 0. The longest rules come first. A tree without splits has no rules.
NeuralNet start_rules(const Tree& tree, std::span<const std::uint32_t> inputs, std::size_t outputs, bool deep);

}  // namespace espalier
