// The backward pass over a Basis with gradients of 8 significant bits: sums of whole numbers do not depend on the
// order, so they can be computed in whatever way is fastest.
#pragma once

#include <span>

#include "basis/ids/basis.h"

namespace espalier {

// A gradient is rounded to a mantissa of at most 255 times a power of two of at most 64, in steps of (largest absolute
// gradient of the range) / kMostQuantised: by at most half a step or 1/256 of itself, whichever is more. For n rows in
// a terminal the error of the sum is about √n/1000 gradients, far less than the uncertainty from the rows' own spread.
inline constexpr int kMostMantissa = 255;
inline constexpr int kMostPower = 64;
inline constexpr int kMostQuantised = kMostMantissa * kMostPower;

// Ranges longer than this are cut into such blocks, each with its own whole-number sums.
inline constexpr std::size_t kQuantisedBlockRows = 8192;

// sums[offset(t) + id] += step · Σ of the rounded gradients of the range's rows with that id. The step, and with it the
// result, depends on the range; cut the rows by their number alone. Trees with more than 256 terminals are added up row
// after row in double. If a gradient is not finite, the exact pass is made instead.
void add_quantised_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums);

}  // namespace espalier
