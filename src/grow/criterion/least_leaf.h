// What a split must leave on each side: so many rows, counted, and so much weight, added up.
#pragma once

#include <cstddef>
#include <limits>

namespace espalier {

struct LeastLeaf {
  std::size_t rows = 1;
  // Without a limit lower than any sum, 0 included: what is left of a total by subtraction may come out below that.
  double weight = -std::numeric_limits<double>::infinity();

  bool allows_rows(std::size_t left, std::size_t right) const noexcept { return left >= rows && right >= rows; }
  bool allows_weights(double left, double right) const noexcept { return left >= weight && right >= weight; }
};

// `share` of the `total` weight, and a hair less: sums of the same weights differ in their last digits with their
// order, and a leaf that holds the share exactly must not depend on that. A share of 0 is no limit.
inline double least_weight(double share, double total) noexcept {
  constexpr double kSlack = 1e-9;
  return share > 0 ? share * total * (1 - kSlack) : LeastLeaf{}.weight;
}

}  // namespace espalier
