// The plain predictor that every faster one must agree with to the last bit.
#pragma once

#include <cstdint>
#include <span>

#include "espalier/forest.h"
#include "predict/columns/bound_columns.h"

namespace espalier {

// The terminal of the tree that the row reaches, counted from 0 within the tree.
std::uint32_t terminal_of(const Forest& forest, const TreeSpan& tree, const BoundTable& table,
                          std::size_t row) noexcept;

// out[output] = intercept + Σ over the trees, in their order, of the value of the row's terminal; all in double.
void scores_of(const Forest& forest, const BoundTable& table, std::size_t row, std::span<double> out) noexcept;

}  // namespace espalier
