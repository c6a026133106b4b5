// The backward pass over a Basis with gradients of 11 bits: the sums are of whole numbers, so that they have no order
// and can be made in whatever way is fastest.
#pragma once

#include <span>

#include "model/basis.h"

namespace espalier {

// Gradients are rounded to whole multiples of (largest absolute gradient of the range) / kMostQuantised: for n rows of
// a terminal an error of about 0.3 √n steps in the sum, far below what the rows' own spread leaves uncertain.
inline constexpr int kMostQuantised = 1023;

// Ranges longer than this are cut into such blocks, each with whole sums of its own.
inline constexpr std::size_t kQuantisedBlockRows = 8192;

// sums[offset(t) + id] += step · Σ of the rounded gradients of the range's rows with that id. The step, and with it the
// result, depends on the range; cut the rows by their number alone. Trees of more
// than 256 terminals are added up row after row in double. If a gradient is not finite, the exact pass is made
// instead.
void add_quantised_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums);

}  // namespace espalier
