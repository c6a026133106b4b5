#include "basis/sums/vector_sums.h"

#include <gtest/gtest.h>

#include "basis/random_basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

TEST(VectorSums, AreTakenInFloatOneRowAfterTheOther) {
  test::on_every_instruction_set([] {
    for (const std::size_t width : {1, 4, 5, 8, 12, 28}) {
      Random random(width, "sums");
      const Basis basis = random_basis(700, {3, 1, 40, 300}, random);
      const RowRange rows{64, 613};
      const std::vector<float> g = random_floats(rows.size() * width, random), h = random_floats(g.size(), random);
      std::vector<double> gradients(basis.terminals() * width, 0.5), hessians = gradients;
      add_vector_sums(basis, rows, {g.data(), h.data(), width}, {gradients, hessians});
      for (std::size_t t = 0; t < basis.trees(); ++t) {
        for (std::size_t j = 0; j < basis.terminals(t) * width; ++j) {
          float gradient = 0, hessian = 0;
          for (std::size_t i = 0; i < rows.size(); ++i) {
            if (basis.id(t, rows.begin + i) != j / width) continue;
            gradient += g[i * width + j % width];
            hessian += h[i * width + j % width];
          }
          EXPECT_EQ(gradients[basis.offset(t) * width + j], 0.5 + static_cast<double>(gradient));
          EXPECT_EQ(hessians[basis.offset(t) * width + j], 0.5 + static_cast<double>(hessian));
        }
      }
    }
  });
}

TEST(VectorSums, ExactOnesAreTakenInDouble) {
  test::on_every_instruction_set([] {
    for (const std::size_t width : {1, 4, 5, 8, 12, 28}) {
      Random random(width, "exact sums");
      const Basis basis = random_basis(700, {3, 1, 40, 300}, random);
      const RowRange rows{64, 613};
      const std::vector<float> values = random_floats(rows.size() * width, random);
      std::vector<double> sums(basis.terminals() * width, 0.5), expected = sums;
      add_exact_vector_sums(basis, rows, values.data(), width, sums);
      for (std::size_t t = 0; t < basis.trees(); ++t)
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t k = 0; k < width; ++k)
            expected[(basis.offset(t) + basis.id(t, rows.begin + i)) * width + k] +=
                static_cast<double>(values[i * width + k]);
      EXPECT_EQ(sums, expected);
    }
  });
}

TEST(VectorSums, TotalsAreTakenInDouble) {
  test::on_every_instruction_set([] {
    for (const std::size_t width : {1, 4, 5, 8, 12, 28}) {
      Random random(width, "totals");
      const std::vector<float> values = random_floats(77 * width, random);
      std::vector<double> sums(width, 0.5), expected = sums;
      add_totals(77, values.data(), sums);
      for (std::size_t i = 0; i < values.size(); ++i) expected[i % width] += static_cast<double>(values[i]);
      EXPECT_EQ(sums, expected);
    }
  });
}

}  // namespace
}  // namespace espalier
