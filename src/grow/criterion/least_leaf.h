// The minimum that a split must leave on each side: a number of rows, and a total weight.
#pragma once

#include <cstddef>
#include <limits>

namespace espalier {

struct LeastLeaf {
  std::size_t rows = 1;
  // No limit is -infinity and not 0: the rest of a total after subtraction may come out slightly negative.
  double weight = -std::numeric_limits<double>::infinity();

  bool allows_rows(std::size_t left, std::size_t right) const noexcept { return left >= rows && right >= rows; }
  bool allows_weights(double left, double right) const noexcept { return left >= weight && right >= weight; }
};

// `share` of the `total` weight, minus a hair: sums of the same weights differ in their last digits with their order,
// and a leaf that holds the share exactly must not depend on that. A share of 0 is no limit.
inline double least_weight(double share, double total) noexcept {
  constexpr double kSlack = 1e-9;
  return share > 0 ? share * total * (1 - kSlack) : LeastLeaf{}.weight;
}

}  // namespace espalier
