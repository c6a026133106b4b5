// The forward pass over a Basis for several outputs: the vectors of a row's terminals are added to its scores.
#pragma once

#include <cstddef>
#include <span>

#include "basis/ids/basis.h"

namespace espalier {

// scores[i · width + k] += weights[(offset(t) + id) · width + k], tree after tree, for row rows.begin + i.
void add_vector_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::size_t width,
                       float* scores);

}  // namespace espalier
