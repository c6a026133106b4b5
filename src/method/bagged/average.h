// Forests of one tree each become their average.
#pragma once

#include <span>

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/table.h"

namespace espalier {

// At least one; each has one tree or, where a tree was a single leaf, none. Every leaf is divided by their number.
// `features` are those that the splits count. Probabilities are rounded towards 0: so an even vote of two classes,
// whatever the number of trees, goes to the first as any tie does, and no class's share exceeds 1.
Forest average(std::span<const Forest> trees, std::span<const Feature> features, Link link);

}  // namespace espalier
