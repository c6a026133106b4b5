// The backward pass over a Basis for several outputs: a row has a vector of gradients and one of Hessians, and whole
// vectors are added to those of the row's terminal.
#pragma once

#include <cstddef>
#include <span>

#include "basis/ids/basis.h"

namespace espalier {

// Rows × width each, from the first row of a range on.
struct VectorRows {
  const float* gradients;
  const float* hessians;
  std::size_t width;
};

// Terminals × width each.
struct VectorSums {
  std::span<double> gradients;
  std::span<double> hessians;
};

// Adds the sums over the rows of the range, which are taken in float32, in order, so the range should be short.
void add_vector_sums(const Basis& basis, RowRange rows, const VectorRows& values, const VectorSums& sums);

// The same for one vector per row, in double, so that the range may be long.
void add_exact_vector_sums(const Basis& basis, RowRange rows, const float* values, std::size_t width,
                           std::span<double> sums);

// sums[k] += values[row · width + k] over the rows, in order.
void add_totals(std::size_t rows, const float* values, std::span<double> sums);

}  // namespace espalier
