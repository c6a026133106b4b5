#include "select/columns/cholesky.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace espalier {
namespace {

// BᵀB of a random B with more rows than columns: positive definite.
std::vector<double> random_matrix(std::size_t size) {
  Random random(1, "matrix");
  std::vector<double> b((size + 3) * size), a(size * size);
  for (double& value : b) value = random.normal();
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t row = 0; row < size + 3; ++row) a[i * size + j] += b[row * size + i] * b[row * size + j];
  return a;
}

TEST(Cholesky, SolvesSystemsOfAnySize) {
  for (const std::size_t size : {1U, 2U, 7U, 30U}) {
    const std::vector<double> a = random_matrix(size);
    std::vector<double> x(size);
    for (std::size_t i = 0; i < size; ++i) x[i] = static_cast<double>(i) - 2.5;
    std::vector<double> solved(size);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) solved[i] += a[i * size + j] * x[j];
    Cholesky(a, size).solve(solved);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(solved[i], x[i], 1e-8) << i << " of " << size;
  }
}

// L has rows (2, 0) and (1, 3), so that A has (4, 2) and (2, 10).
TEST(Cholesky, ReadsTheLowerTriangleAlone) {
  std::vector<double> x = {8, 22};
  Cholesky({4, 1e9, 2, 10}, 2).solve(x);
  EXPECT_DOUBLE_EQ(x[0], 1);
  EXPECT_DOUBLE_EQ(x[1], 2);
}

TEST(Cholesky, StaysPositiveWhereColumnsRepeatOthersOrAreZero) {
  // The second column is the first one, the third has only zeros.
  const Cholesky factor({4, 0, 0, 4, 4, 0, 0, 0, 0}, 3);
  for (std::vector<double> x : {std::vector<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, -1, 1}}) {
    const std::vector<double> before = x;
    factor.solve(x);
    double product = 0;
    for (std::size_t i = 0; i < x.size(); ++i) product += x[i] * before[i];
    EXPECT_GT(product, 0);
  }
}

}  // namespace
}  // namespace espalier
