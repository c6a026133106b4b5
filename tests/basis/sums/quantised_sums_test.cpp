#include "basis/sums/quantised_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "basis/random_basis.h"
#include "basis/sums/exact_sums.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::on_every_instruction_set;
using test::random_basis;
using test::random_floats;

// The definition of a rounded gradient, in steps.
double rounded(float gradient, double most) {
  const auto scaled = static_cast<double>(static_cast<float>(static_cast<double>(gradient) * (kMostQuantised / most)));
  double power = 1;
  while (std::floor(std::abs(scaled) / power + 0.5) > kMostMantissa) power *= 2;
  const double mantissa = std::floor(std::abs(scaled) / power + 0.5);
  return std::copysign(mantissa * power, scaled);
}

// The definition, block by block.
std::vector<double> naive_sums(const Basis& basis, RowRange rows, const std::vector<float>& gradients, double start) {
  double most = 0;
  for (const float gradient : gradients) most = std::max(most, std::abs(static_cast<double>(gradient)));
  const double step = most / kMostQuantised;
  std::vector<double> sums(basis.terminals(), start);
  for (std::size_t begin = 0; begin < rows.size(); begin += kQuantisedBlockRows) {
    const std::size_t end = std::min(rows.size(), begin + kQuantisedBlockRows);
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      std::vector<std::int64_t> whole(basis.terminals(t));
      for (std::size_t i = begin; i < end; ++i) {
        const double scaled = rounded(gradients[i], most);
        const std::uint32_t id = basis.id(t, rows.begin + i);
        if (basis.terminals(t) > 256)
          sums[basis.offset(t) + id] += step * scaled;
        else
          whole[id] += static_cast<std::int64_t>(scaled);
      }
      if (basis.terminals(t) > 256) continue;
      for (std::size_t k = 0; k < whole.size(); ++k) sums[basis.offset(t) + k] += step * static_cast<double>(whole[k]);
    }
  }
  return sums;
}

void expect_like_the_definition(std::size_t rows, const std::vector<std::uint32_t>& terminals, RowRange range) {
  Random random(rows, "sums");
  const Basis basis = random_basis(rows, terminals, random);
  const std::vector<float> gradients = random_floats(range.size(), random);
  const std::vector<double> expected = naive_sums(basis, range, gradients, 0.25);
  on_every_instruction_set([&] {
    std::vector<double> sums(basis.terminals(), 0.25);
    add_quantised_sums(basis, range, gradients, sums);
    EXPECT_EQ(sums, expected) << terminals[0] << " terminals";
  });
}

TEST(QuantisedSums, AreTheStepsOfTheGradientsOfEachTerminalsRowsOnEveryInstructionSet) {
  expect_like_the_definition(20000, test::telling_terminals(), {0, 20000});
  for (const std::uint32_t terminals : {1U, 2U, 3U, 4U, 8U, 9U, 16U, 17U, 32U, 33U, 64U, 65U, 256U, 300U})
    expect_like_the_definition(999, std::vector<std::uint32_t>(5, terminals), {128, 777});
  expect_like_the_definition(1, {2}, {0, 1});
}

TEST(QuantisedSums, EveryNumberOfTerminalsFrom1To300GivesTheSumsOfTheDefinition) {
  for (std::uint32_t terminals = 1; terminals <= 300; ++terminals) {
    Random random(terminals, "sums");
    const Basis basis = random_basis(130, {terminals, terminals, 40}, random);
    const std::vector<float> gradients = random_floats(130, random);
    std::vector<double> sums(basis.terminals());
    add_quantised_sums(basis, {0, 130}, gradients, sums);
    ASSERT_EQ(sums, naive_sums(basis, {0, 130}, gradients, 0)) << terminals;
  }
}

TEST(QuantisedSums, OfTheLargestGradientsInOneTerminalDoNotOverflow) {
  const Basis basis(kQuantisedBlockRows, std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 64, 256});
  for (const float gradient : {1.0F, -1.0F})
    on_every_instruction_set([&] {
      const std::vector<float> gradients(kQuantisedBlockRows, gradient);
      std::vector<double> sums(basis.terminals());
      add_quantised_sums(basis, {0, kQuantisedBlockRows}, gradients, sums);
      for (std::size_t t = 0; t < basis.trees(); ++t)
        EXPECT_NEAR(sums[basis.offset(t)], 8192 * static_cast<double>(gradient), 1e-9) << "tree " << t;
    });
}

TEST(QuantisedSums, DifferFromTheExactOnesByLessThanARowsShare) {
  Random random(1, "sums");
  const Basis basis = random_basis(3000, {2, 8, 16, 31, 64, 200}, random);
  std::vector<float> gradients = random_floats(3000, random);
  for (std::size_t i = 0; i < gradients.size(); i += 2) gradients[i] /= 4096;  // small ones are as precise
  float most = 0;
  for (const float gradient : gradients) most = std::max(most, std::abs(gradient));
  std::vector<float> bounds;
  for (const float gradient : gradients)
    bounds.push_back(std::max(0.5001F * most / kMostQuantised, std::abs(gradient) / 255.9F));
  std::vector<double> exact(basis.terminals());
  std::vector<double> quantised(basis.terminals());
  std::vector<double> bound(basis.terminals());
  add_sums(basis, {0, 3000}, gradients, exact);
  add_sums(basis, {0, 3000}, bounds, bound);
  add_quantised_sums(basis, {0, 3000}, gradients, quantised);
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_LE(std::abs(exact[k] - quantised[k]), bound[k] + 1e-9);
}

TEST(QuantisedSums, OfZerosAreZeroAndWhatIsNotFiniteStaysInItsTerminals) {
  Random random(1, "sums");
  const Basis basis = random_basis(100, {2, 20, 300}, random);
  std::vector<float> gradients(100);
  std::vector<double> sums(basis.terminals(), 1);
  add_quantised_sums(basis, {0, 100}, gradients, sums);
  EXPECT_EQ(sums, std::vector<double>(basis.terminals(), 1));
  gradients[7] = std::numeric_limits<float>::infinity();
  add_quantised_sums(basis, {0, 100}, gradients, sums);
  EXPECT_EQ(std::ranges::count(sums, std::numeric_limits<double>::infinity()), 3);
  EXPECT_EQ(std::ranges::count(sums, 1), static_cast<std::ptrdiff_t>(basis.terminals()) - 3);
}

TEST(QuantisedSums, AGradientThatIsNotFiniteShowsInTheSumOfItsTerminal) {
  Basis basis(3, std::vector<std::uint32_t>{2});
  basis.write(0, [](auto ids) { ids[0] = 0, ids[1] = 1, ids[2] = 1; });
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<double> sums(2);
    add_quantised_sums(basis, {0, 3}, std::vector<float>{bad, 1, 2}, sums);
    EXPECT_FALSE(std::isfinite(sums[0]));
    EXPECT_EQ(sums[1], 3);
  }
}

}  // namespace
}  // namespace espalier
