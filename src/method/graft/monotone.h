// Scores that never fall, or never rise, with a column: in every tree, of each split by such a column, no leaf on the
// one side has more than any on the other. Then so has no sum of trees.
#pragma once

#include <span>
#include <vector>

#include "grow/histogram/split.h"
#include "select/leaves/leaf_forest.h"

namespace espalier {

// What each leaf may have, the others being as they are.
std::vector<ValueBounds> leaf_bounds(const LeafTree& tree, std::span<const Direction> directions);

// Leaf weights of the forest, in the order of LeafForest::weights(), brought to what is allowed: from the leaves up,
// where the sides of a split overlap both are cut off in the middle.
void make_monotone(const LeafForest& forest, std::span<const Direction> directions, std::span<float> weights);

}  // namespace espalier
