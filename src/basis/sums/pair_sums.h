// The backward pass over a Basis for a Newton step: sums of gradients and of Hessians by terminal, in one pass over the
// ids. Both are rounded to 18 bits, sign included, and added up as whole numbers, so that sums do not depend on the
// order.
#pragma once

#include <span>

#include "basis/ids/basis.h"

namespace espalier {

// Gradients, and separately Hessians, are rounded to whole multiples of (their largest absolute value in the range) /
// kMostOfPair, except for values below 1e-33, which may become zero.
inline constexpr int kMostOfPair = 131071;

struct PairRows {
  std::span<const float> gradients;  // one per row of the range
  std::span<const float> hessians;
};

struct PairSums {
  std::span<double> gradients;  // one per terminal of the basis
  std::span<double> hessians;
};

// sums.gradients[offset(t) + id] += step · Σ of the rounded gradients of the range's rows with that id, and the same
// for the Hessians with a step of their own. The range begins at a multiple of Basis::kTile; steps, and with them the
// result, depend on it, so cut the rows by their number alone: kQuantisedBlockRows or a multiple is fastest. Trees with
// more than 256 terminals are added up row after row in double. If a value is not finite, exact passes are made
// instead.
void add_pair_sums(const Basis& basis, RowRange rows, const PairRows& values, const PairSums& sums);

}  // namespace espalier
