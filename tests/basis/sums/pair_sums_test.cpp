#include "basis/sums/pair_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "basis/random_basis.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/quantised_sums.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

struct Sums {
  std::vector<double> gradients, hessians;
  explicit Sums(const Basis& basis, double start = 0)
      : gradients(basis.terminals(), start), hessians(basis.terminals(), start) {}
  void add(const Basis& basis, RowRange rows, const std::vector<float>& g, const std::vector<float>& h) {
    add_pair_sums(basis, rows, {g, h}, {gradients, hessians});
  }
};

// The definition, of one of the two, block by block.
std::vector<double> naive_sums(const Basis& basis, RowRange rows, const std::vector<float>& values, double start) {
  double most = 0;
  for (const float value : values) most = std::max(most, std::abs(static_cast<double>(value)));
  const auto scale = static_cast<float>(kMostOfPair / most);
  const double step = 1 / static_cast<double>(scale);
  std::vector<double> sums(basis.terminals(), start);
  for (std::size_t begin = 0; begin < rows.size(); begin += kQuantisedBlockRows) {
    const std::size_t end = std::min(rows.size(), begin + kQuantisedBlockRows);
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      std::vector<double> whole(basis.terminals(t));
      for (std::size_t i = begin; i < end; ++i) {
        const auto steps = static_cast<double>(std::nearbyint(values[i] * scale));
        const std::uint32_t id = basis.id(t, rows.begin + i);
        (basis.terminals(t) > 256 ? sums[basis.offset(t) + id] : whole[id]) +=
            basis.terminals(t) > 256 ? step * steps : steps;
      }
      for (std::size_t k = 0; k < whole.size(); ++k) sums[basis.offset(t) + k] += step * whole[k];
    }
  }
  return sums;
}

std::vector<float> squares(std::vector<float> values) {
  for (float& value : values) value *= value;
  return values;
}

void expect_like_the_definition(std::size_t rows, const std::vector<std::uint32_t>& terminals, RowRange range) {
  Random random(rows, "sums");
  const Basis basis = random_basis(rows, terminals, random);
  const std::vector<float> gradients = random_floats(range.size(), random);
  const std::vector<float> hessians = squares(gradients);
  const std::vector<double> expected_gradients = naive_sums(basis, range, gradients, 0.25);
  const std::vector<double> expected_hessians = naive_sums(basis, range, hessians, 0.25);
  test::on_every_instruction_set([&] {
    Sums sums(basis, 0.25);
    sums.add(basis, range, gradients, hessians);
    EXPECT_EQ(sums.gradients, expected_gradients) << terminals[0] << " terminals";
    EXPECT_EQ(sums.hessians, expected_hessians) << terminals[0] << " terminals";
  });
}

TEST(PairSums, AreTheStepsOfTheGradientsAndHessiansOfEachTerminalsRowsOnEveryInstructionSet) {
  expect_like_the_definition(20000, test::telling_terminals(), {0, 20000});
  for (const std::uint32_t terminals : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 65U, 128U, 256U, 300U})
    expect_like_the_definition(999, std::vector<std::uint32_t>(15, terminals), {128, 777});
  expect_like_the_definition(1, {2}, {0, 1});
}

TEST(PairSums, OfTheLargestValuesInOneTerminalDoNotOverflow) {
  const Basis basis(kQuantisedBlockRows, std::vector<std::uint32_t>{1, 2, 64, 256});
  for (const float sign : {1.0F, -1.0F}) {
    const std::vector<float> gradients(kQuantisedBlockRows, sign), hessians(kQuantisedBlockRows, -3 * sign);
    Sums sums(basis);
    sums.add(basis, {0, kQuantisedBlockRows}, gradients, hessians);
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      EXPECT_NEAR(sums.gradients[basis.offset(t)], 8192 * static_cast<double>(sign), 1e-3);
      EXPECT_NEAR(sums.hessians[basis.offset(t)], -3 * 8192 * static_cast<double>(sign), 3e-3);
    }
  }
}

TEST(PairSums, DifferFromTheExactOnesByLessThanHalfAStepARow) {
  Random random(1, "sums");
  const Basis basis = random_basis(3000, {2, 8, 16, 31, 64, 200}, random);
  const std::vector<float> gradients = random_floats(3000, random);
  const double most = static_cast<double>(
      std::abs(*std::ranges::max_element(gradients, {}, [](float gradient) { return std::abs(gradient); })));
  std::vector<double> exact(basis.terminals()), counts(basis.terminals());
  add_sums(basis, {0, 3000}, gradients, exact);
  add_sums(basis, {0, 3000}, std::vector<float>(3000, 1), counts);
  Sums sums(basis);
  sums.add(basis, {0, 3000}, gradients, gradients);
  EXPECT_EQ(sums.gradients, sums.hessians);
  for (std::size_t k = 0; k < exact.size(); ++k)
    EXPECT_LE(std::abs(exact[k] - sums.gradients[k]), 0.51 * counts[k] * most / kMostOfPair + 1e-9);
}

TEST(PairSums, OfZerosAndOfTheSmallestNumbersAreFinite) {
  Random random(1, "sums");
  const Basis basis = random_basis(100, {2, 20, 300}, random);
  Sums sums(basis, 1);
  sums.add(basis, {0, 100}, std::vector<float>(100), std::vector<float>(100, 1e-40F));
  for (const auto& side : {sums.gradients, sums.hessians})
    for (const double sum : side) EXPECT_NEAR(sum, 1, 1e-30);
}

TEST(PairSums, AValueThatIsNotFiniteShowsInTheSumOfItsTerminal) {
  Basis basis(3, std::vector<std::uint32_t>{2});
  basis.write(0, [](auto ids) { ids[0] = 0, ids[1] = 1, ids[2] = 1; });
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    Sums sums(basis);
    sums.add(basis, {0, 3}, {bad, 1, 2}, {4, 5, 6});
    EXPECT_FALSE(std::isfinite(sums.gradients[0]));
    EXPECT_EQ(sums.gradients[1], 3);
    EXPECT_EQ(sums.hessians, (std::vector<double>{4, 11}));
  }
}

}  // namespace
}  // namespace espalier
