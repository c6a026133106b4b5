#include "select/columns/cholesky.h"

#include <cmath>

namespace espalier {
namespace {

constexpr double kLeastPivot = 1e-6;  // share of the diagonal: the sums behind it are float32 in part

}  // namespace

// Right-looking: once column k is done, its products leave all later rows, each a straight loop.
Cholesky::Cholesky(std::vector<double> lower, std::size_t size) : lower_(std::move(lower)), size_(size) {
  std::vector<double> diagonal(size), column(size);
  for (std::size_t k = 0; k < size; ++k) diagonal[k] = lower_[k * size + k];
  for (std::size_t k = 0; k < size; ++k) {
    double pivot = lower_[k * size + k];
    if (!(pivot > kLeastPivot * diagonal[k])) pivot = diagonal[k] > 0 ? diagonal[k] : 1;
    const double root = std::sqrt(pivot);
    lower_[k * size + k] = root;
    for (std::size_t i = k + 1; i < size; ++i) column[i] = lower_[i * size + k] /= root;
    for (std::size_t i = k + 1; i < size; ++i) {
      const double factor = column[i];
      double* row = lower_.data() + i * size;
      for (std::size_t j = k + 1; j <= i; ++j) row[j] -= factor * column[j];
    }
  }
}

void Cholesky::solve(std::span<double> x) const {
  for (std::size_t i = 0; i < size_; ++i) {
    const double* row = lower_.data() + i * size_;
    for (std::size_t j = 0; j < i; ++j) x[i] -= row[j] * x[j];
    x[i] /= row[i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    const double* row = lower_.data() + i * size_;
    x[i] /= row[i];
    for (std::size_t j = 0; j < i; ++j) x[j] -= row[j] * x[i];
  }
}

}  // namespace espalier
