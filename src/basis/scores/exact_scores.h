// The forward pass over a Basis: scores of rows from one weight per terminal, in exact arithmetic.
#pragma once

#include <span>

#include "basis/ids/basis.h"

namespace espalier {

// scores[i] += Σ_t weights[offset(t) + id(t, rows.begin + i)], added one tree after the other in the type of the
// scores: each row's sum has one order, whatever the range, the threads or the machine.
void add_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<float> scores);
void add_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<double> scores);

}  // namespace espalier
