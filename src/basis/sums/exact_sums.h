// The backward pass over a Basis: the sum of the gradients of each terminal's rows, in exact arithmetic.
#pragma once

#include <cstddef>
#include <span>

#include "basis/ids/basis.h"

namespace espalier {

inline constexpr std::size_t kMostByteIds = 256;  // that a byte can hold

// sums[offset(t) + id] += Σ of gradients[i] over the rows of the range with that id, in double. The order is fixed by
// the range alone: in trees with at most 256 terminals, the rows i ≡ 0, 1, 2 and 3 (mod 4), counted from rows.begin,
// have separate sums, each from the first row to the last, which are joined as (s0 + s1) + (s2 + s3); in larger trees
// rows are added one after another. To get the same bytes on any number of threads, cut the rows into ranges by their
// number alone, and join the ranges' sums in order.
void add_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums);

}  // namespace espalier
