// Row weights may be left out.
#pragma once

#include <cstddef>
#include <span>

namespace espalier {

inline double weight_of(std::span<const double> weights, std::size_t row) noexcept {
  return weights.empty() ? 1 : weights[row];
}

}  // namespace espalier
