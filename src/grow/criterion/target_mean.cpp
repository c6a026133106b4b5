#include "grow/criterion/target_mean.h"

#include <algorithm>
#include <cmath>

namespace espalier {

double weighted_mean(const Target& target, std::size_t which) {
  double sum = 0, weight = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    sum += target.weight(row) * target.values[row * target.width() + which];
    weight += target.weight(row);
  }
  return sum / weight;
}

double rounded_mean(const Target& target) {
  const double mean = weighted_mean(target);
  double spread = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    if (target.weight(row) > 0) spread = std::max(spread, std::fabs(target.values[row] - mean));
  }
  if (!(spread > 0)) return mean;
  const double grid = std::ldexp(1.0, std::ilogb(spread));
  return std::nearbyint(mean / grid) * grid;
}

std::vector<std::uint32_t> rows_with_weight(const Target& target) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < target.rows(); ++row) {
    if (target.weight(row) > 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace espalier
