// The average of the trees of an ensemble.
#pragma once

#include <span>

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/table.h"
#include "method/bagged/bagged_tree.h"

namespace espalier {

// At least one tree. Every leaf is divided by their number. `features` are those that the splits index. Probabilities
// are rounded towards 0, so that an even vote of two classes goes to the first, as any tie does, for any number of
// trees, and no class's share exceeds 1.
Forest average(std::span<const BaggedTree> trees, std::span<const Feature> features, Link link);

}  // namespace espalier
