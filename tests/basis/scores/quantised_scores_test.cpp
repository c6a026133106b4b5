#include "basis/scores/quantised_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "basis/random_basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::on_every_instruction_set;
using test::random_basis;
using test::random_floats;

// The definition, in whole numbers.
std::vector<float> naive_scores(const Basis& basis, RowRange rows, const QuantisedWeights& weights, float start) {
  std::vector<float> scores(rows.size(), start);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::int32_t sum = 0;
    for (std::size_t t = 0; t < basis.trees(); ++t) sum += weights.value(basis.offset(t) + basis.id(t, rows.begin + i));
    scores[i] += weights.step() * static_cast<float>(sum);
  }
  return scores;
}

void expect_like_the_definition(std::size_t rows, const std::vector<std::uint32_t>& terminals, RowRange range) {
  Random random(rows, "scores");
  const Basis basis = random_basis(rows, terminals, random);
  const QuantisedWeights weights(basis, random_floats(basis.terminals(), random));
  const std::vector<float> expected = naive_scores(basis, range, weights, 3);
  on_every_instruction_set([&] {
    std::vector<float> scores(range.size(), 3);
    add_quantised_scores(basis, range, weights, std::span(scores));
    EXPECT_EQ(scores, expected) << terminals[0] << " terminals";
  });
}

TEST(QuantisedScores, AreTheSumsOfTheRowsValuesOnEveryInstructionSet) {
  expect_like_the_definition(5000, test::telling_terminals(), {0, 5000});
  for (const std::uint32_t terminals : {1U, 8U, 16U, 17U, 32U, 33U, 64U, 65U, 256U, 300U})
    expect_like_the_definition(999, std::vector<std::uint32_t>(19, terminals), {128, 777});
  expect_like_the_definition(1, {2}, {0, 1});
}

TEST(QuantisedScores, EveryNumberOfTerminalsFrom1To300GivesTheSumsOfTheDefinition) {
  for (std::uint32_t terminals = 1; terminals <= 300; terminals += 1) {
    Random random(terminals, "scores");
    const Basis basis = random_basis(130, std::vector<std::uint32_t>(9, terminals), random);
    const QuantisedWeights weights(basis, random_floats(basis.terminals(), random));
    std::vector<float> scores(130);
    add_quantised_scores(basis, {0, 130}, weights, std::span(scores));
    ASSERT_EQ(scores, naive_scores(basis, {0, 130}, weights, 0)) << terminals;
  }
}

TEST(QuantisedScores, SumsOfTheLargestValuesDoNotOverflow) {
  const Basis basis(100, std::vector<std::uint32_t>(800, 2));
  std::vector<float> weights(basis.terminals(), -1);
  for (const float weight : {1.0F, -1.0F, 0.3F}) {
    std::fill(weights.begin(), weights.end(), weight);
    const QuantisedWeights quantised(basis, weights);
    on_every_instruction_set([&] {
      std::vector<float> scores(100);
      add_quantised_scores(basis, {0, 100}, quantised, std::span(scores));
      for (const float score : scores) EXPECT_NEAR(score, 800 * weight, 0.15F);  // 800 half steps of 1/4095
    });
  }
}

}  // namespace
}  // namespace espalier
