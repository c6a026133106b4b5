#include "basis/scores/exact_scores.h"

#include <gtest/gtest.h>

#include "basis/random_basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

// The definition, row by row.
template <class Score>
std::vector<Score> naive_scores(const Basis& basis, RowRange rows, const std::vector<float>& weights, Score start) {
  std::vector<Score> scores(rows.size(), start);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t t = 0; t < basis.trees(); ++t)
      scores[i] += static_cast<Score>(weights[basis.offset(t) + basis.id(t, rows.begin + i)]);
  return scores;
}

template <class Score>
void expect_like_the_definition(std::size_t rows, const std::vector<std::uint32_t>& terminals, RowRange range) {
  Random random(rows, "scores");
  const Basis basis = random_basis(rows, terminals, random);
  const std::vector<float> weights = random_floats(basis.terminals(), random);
  const std::vector<Score> expected = naive_scores(basis, range, weights, Score{3});
  test::on_every_instruction_set([&] {
    std::vector<Score> scores(range.size(), Score{3});
    add_scores(basis, range, weights, std::span(scores));
    EXPECT_EQ(scores, expected);  // every bit
  });
}

TEST(ExactScores, AreTheSumsOfTheRowsWeightsInTheOrderOfTheTrees) {
  expect_like_the_definition<float>(5000, test::telling_terminals(), {0, 5000});
  expect_like_the_definition<double>(5000, test::telling_terminals(), {0, 5000});
  expect_like_the_definition<float>(999, std::vector<std::uint32_t>(11, 8), {128, 777});
  expect_like_the_definition<double>(1, {2}, {0, 1});
}

TEST(ExactScores, EveryNumberOfTerminalsThatRegistersHaveRoomForGivesTheSumsOfTheDefinition) {
  for (const std::uint32_t terminals : {1U, 7U, 8U, 9U, 16U, 17U, 31U, 32U, 33U, 64U, 65U, 127U, 128U, 129U})
    expect_like_the_definition<float>(300, std::vector<std::uint32_t>(19, terminals), {3, 300});
}

TEST(ExactScores, OfARangeAreThoseOfTheSameRowsAmongAll) {
  Random random(1, "scores");
  const Basis basis = random_basis(3000, std::vector<std::uint32_t>(20, 31), random);
  const std::vector<float> weights = random_floats(basis.terminals(), random);
  std::vector<float> all(3000);
  std::vector<float> parts(3000);
  add_scores(basis, {0, 3000}, weights, std::span(all));
  for (const RowRange range : {RowRange{0, 64}, RowRange{64, 2560}, RowRange{2560, 3000}})
    add_scores(basis, range, weights, std::span(parts).subspan(range.begin, range.size()));
  EXPECT_EQ(all, parts);
}

}  // namespace
}  // namespace espalier
