// Forests of one tree each become their average.
#pragma once

#include <span>

#include "espalier/model.h"

namespace espalier {

// At least one; each has one tree or, where a tree was a single leaf, none. Every leaf is divided by their number.
// `features` are those that the splits count.
Forest average(std::span<const Forest> trees, std::span<const Feature> features);

}  // namespace espalier
