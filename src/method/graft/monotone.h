// Scores that never fall, or never rise, with a column: in every tree and for each split by such a column, no leaf on
// one side has more than any leaf on the other. The same then holds for any sum of trees.
#pragma once

#include <span>
#include <vector>

#include "grow/histogram/split.h"
#include "select/leaves/leaf_forest.h"

namespace espalier {

// The bounds of each leaf, given the values of the others.
std::vector<ValueBounds> leaf_bounds(const LeafTree& tree, std::span<const Direction> directions);

// Leaf weights of the forest, in the order of LeafForest::weights(), brought within the bounds: from the leaves up,
// where the sides of a split overlap, both are cut off in the middle.
void make_monotone(const LeafForest& forest, std::span<const Direction> directions, std::span<float> weights);

}  // namespace espalier
