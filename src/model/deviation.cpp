#include "model/deviation.h"

#include <cmath>

namespace espalier {

double deviation(const Target& target, double centre, std::size_t which) {
  double sum = 0, weight = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    const double residual = target.values[row * target.width() + which] - centre;
    sum += target.weight(row) * residual * residual;
    weight += target.weight(row);
  }
  return std::sqrt(sum / weight);
}

}  // namespace espalier
