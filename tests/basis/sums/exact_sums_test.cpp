#include "basis/sums/exact_sums.h"

#include <gtest/gtest.h>

#include "basis/random_basis.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

// Whole numbers: exact in double in any order.
std::vector<float> whole_numbers(std::size_t count, Random& random) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.below(2001)) - 1000;
  return values;
}

TEST(ExactSums, AreTheSumsOfTheGradientsOfEachTerminalsRows) {
  for (const RowRange rows : {RowRange{0, 5000}, RowRange{64, 67}, RowRange{128, 4999}, RowRange{64, 64}}) {
    Random random(rows.end, "sums");
    const Basis basis = random_basis(5000, test::telling_terminals(), random);
    const std::vector<float> gradients = whole_numbers(rows.size(), random);
    std::vector<double> expected(basis.terminals(), 0.5);
    for (std::size_t t = 0; t < basis.trees(); ++t)
      for (std::size_t i = 0; i < rows.size(); ++i)
        expected[basis.offset(t) + basis.id(t, rows.begin + i)] += static_cast<double>(gradients[i]);
    std::vector<double> sums(basis.terminals(), 0.5);
    add_sums(basis, rows, gradients, sums);
    EXPECT_EQ(sums, expected) << rows.begin << " to " << rows.end;
  }
}

TEST(ExactSums, AreAddedUpInTheDocumentedOrder) {
  Random random(1, "sums");
  const Basis basis = random_basis(1003, {3, 300}, random);
  const std::vector<float> gradients = random_floats(1003, random);
  std::vector<double> expected(basis.terminals());
  for (std::uint32_t id = 0; id < 3; ++id) {
    double parts[4] = {};
    for (std::size_t row = 0; row < 1003; ++row)
      if (basis.id(0, row) == id) parts[row % 4] += static_cast<double>(gradients[row]);
    expected[id] = (parts[0] + parts[1]) + (parts[2] + parts[3]);
  }
  for (std::size_t row = 0; row < 1003; ++row) expected[3 + basis.id(1, row)] += static_cast<double>(gradients[row]);
  std::vector<double> sums(basis.terminals());
  add_sums(basis, {0, 1003}, gradients, sums);
  EXPECT_EQ(sums, expected);
}

}  // namespace
}  // namespace espalier
