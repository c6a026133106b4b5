// Symmetric systems of linear equations by Cholesky's factorisation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace espalier {

// L of A = L Lᵀ. A column that depends on those before it, up to rounding, gets its own diagonal for a pivot, so that
// the result stays positive definite: it is then a preconditioner, not the exact inverse.
class Cholesky {
 public:
  // `lower` has the rows of A up to the diagonal, `size` numbers each.
  Cholesky(std::vector<double> lower, std::size_t size);

  // x = A⁻¹ x
  void solve(std::span<double> x) const;

 private:
  std::vector<double> lower_;
  std::size_t size_;
};

}  // namespace espalier
