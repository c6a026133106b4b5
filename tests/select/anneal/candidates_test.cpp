#include "select/anneal/candidates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/loss.h"
#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

using Groups = std::vector<std::uint32_t>;

Basis basis_of(std::size_t rows, const std::vector<std::uint32_t>& terminals,
               const std::vector<std::vector<std::uint8_t>>& ids) {
  Basis basis(rows, terminals);
  for (std::size_t t = 0; t < ids.size(); ++t) {
    basis.write(t, [&](auto to) {
      for (std::size_t row = 0; row < rows; ++row) to[row] = ids[t][row];
    });
  }
  return basis;
}

// Trees of two, three and two terminals over four rows; the last of the second has no rows.
class ThreeTrees : public testing::Test {
 protected:
  const TreeDesign design{basis_of(4, {2, 3, 2}, {{0, 0, 0, 1}, {0, 1, 1, 1}, {0, 0, 1, 1}})};
  const RowLoss loss{SquaredLoss{}, test::regression({-1, 1, -1, 1})};

  Problem problem(Grouping grouping, RankingCriterion criterion = RankingCriterion::mean_square) const {
    Threads threads(1);
    Problem result{design, loss};
    result.grouping = grouping;
    result.criterion = criterion;
    result.row_weight = row_weights(design, loss, threads);
    return result;
  }

  static Candidates weighted(const Problem& problem, std::vector<float> weights) {
    Candidates candidates = all_candidates(problem);
    candidates.weights = std::move(weights);
    return candidates;
  }
};

TEST_F(ThreeTrees, RowWeightsAreTheRowsOfEachTerminal) {
  EXPECT_EQ(problem(Grouping::members).row_weight, (std::vector<float>{3, 1, 1, 3, 0, 2, 2}));
}

TEST_F(ThreeTrees, MeanSquareWeighsEachTerminalByItsRows) {
  const Problem p = problem(Grouping::members);
  // Σ n β²: 3·1 + 1·9 = 12; 1·16 + 3·0 + 0·100 = 16; 2·4 + 2·1 = 10.
  EXPECT_EQ(ranked(p, weighted(p, {1, 3, 4, 0, 100, 2, 1})), (Groups{1, 0, 2}));
}

TEST_F(ThreeTrees, NormPerLeafAndSquarePerLeafDivideByTheLeaves) {
  // ‖β‖: 3, 6, 4. By leaves: 1.5, 2, 2 (ties: the first); squares 9/2, 36/3, 16/2.
  const std::vector<float> weights = {0, 3, 6, 0, 0, 0, 4};
  const Problem norm = problem(Grouping::members, RankingCriterion::norm_per_leaf);
  EXPECT_EQ(ranked(norm, weighted(norm, weights)), (Groups{1, 2, 0}));
  const Problem square = problem(Grouping::members, RankingCriterion::square_per_leaf);
  EXPECT_EQ(ranked(square, weighted(square, weights)), (Groups{1, 2, 0}));
  // ‖β‖: 5, 6, 4 by leaves 2.5, 2, 2; squares 25/2, 36/3, 16/2.
  EXPECT_EQ(ranked(norm, weighted(norm, {3, 4, 6, 0, 0, 0, 4})), (Groups{0, 1, 2}));
  // ‖β‖: 3.4, 6 by leaves 1.7, 2 … 5.5² / 2 = 15.1 > 36/3: where leaves differ the two criteria do.
  EXPECT_EQ(ranked(norm, weighted(norm, {0, 4, 5.5F, 0, 0, 0, 0})), (Groups{0, 1, 2}));      // 2 > 1.83
  EXPECT_EQ(ranked(square, weighted(square, {0, 4, 5.5F, 0, 0, 0, 0})), (Groups{1, 0, 2}));  // 8 < 10.1
}

TEST_F(ThreeTrees, TheNormAloneCountsNeitherRowsNorLeaves) {
  const Problem p = problem(Grouping::members, RankingCriterion::norm);
  // ‖β‖: 5, 6, 4; by leaves the first would be best (2.5, 2, 2), by rows too (Σ n β²: 43, 36, 32).
  EXPECT_EQ(ranked(p, weighted(p, {3, 4, 6, 0, 0, 0, 4})), (Groups{1, 0, 2}));
}

TEST_F(ThreeTrees, OfEqualGroupsTheFirstIsBest) {
  const Problem p = problem(Grouping::members);
  EXPECT_EQ(ranked(p, weighted(p, {1, 1, 1, 1, 0, 1, 1})), (Groups{0, 1, 2}));
}

TEST_F(ThreeTrees, NotANumberIsWorst) {
  const Problem p = problem(Grouping::members);
  EXPECT_EQ(ranked(p, weighted(p, {test::kNaN, 9, 0, 0, 0, 1, 1})), (Groups{2, 1, 0}));
}

TEST_F(ThreeTrees, RulesAreRankedOneByOneByTheirPartOfTheScores) {
  const Problem p = problem(Grouping::rules);
  // n β²: 3, 4, 9, 0.75, -, 0, 18.
  EXPECT_EQ(ranked(p, weighted(p, {1, 2, 3, 0.5F, 0, 0, 3})), (Groups{6, 2, 1, 0, 3, 5}));
}

TEST_F(ThreeTrees, RulesWithoutRowsAreOut) {
  const Candidates all = all_candidates(problem(Grouping::rules));
  EXPECT_EQ(all.in, (std::vector<std::uint8_t>{1, 1, 1, 1, 0, 1, 1}));
  EXPECT_EQ(all.groups, 6U);
  EXPECT_EQ(all.members, (Groups{0, 1, 2}));
  const Candidates trees = all_candidates(problem(Grouping::members));
  EXPECT_EQ(trees.in, std::vector<std::uint8_t>(7, 1));
  EXPECT_EQ(trees.groups, 3U);
}

TEST_F(ThreeTrees, RulesThatMayNotBeTakenAreOutAndATreeWithoutOthersWithThem) {
  Problem p = problem(Grouping::rules);
  p.allowed = {0, 1, 0, 0, 1, 1, 0};
  const Candidates all = all_candidates(p);
  EXPECT_EQ(all.in, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(all.members, (Groups{0, 2}));
  EXPECT_EQ(all.groups, 2U);
}

TEST_F(ThreeTrees, KeepingTreesZeroesTheOthers) {
  const Problem p = problem(Grouping::members);
  Candidates candidates = weighted(p, {1, 2, 3, 4, 5, 6, 7});
  keep(p, Groups{0, 2}, candidates);
  EXPECT_EQ(candidates.members, (Groups{0, 2}));
  EXPECT_EQ(candidates.in, (std::vector<std::uint8_t>{1, 1, 0, 0, 0, 1, 1}));
  EXPECT_EQ(candidates.weights, (std::vector<float>{1, 2, 0, 0, 0, 6, 7}));
  EXPECT_EQ(candidates.groups, 2U);
}

TEST_F(ThreeTrees, KeepingRulesZeroesTheOthersAndDropsTreesWithoutAny) {
  const Problem p = problem(Grouping::rules);
  Candidates candidates = weighted(p, {1, 2, 3, 4, 0, 6, 7});
  keep(p, Groups{6, 1}, candidates);
  EXPECT_EQ(candidates.members, (Groups{0, 2}));
  EXPECT_EQ(candidates.in, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(candidates.weights, (std::vector<float>{0, 2, 0, 0, 0, 0, 7}));
  keep(p, Groups{}, candidates);
  EXPECT_TRUE(candidates.members.empty());
  EXPECT_EQ(candidates.weights, std::vector<float>(7));
}

TEST_F(ThreeTrees, TheObjectiveIsTheLossAndThePenalty) {
  Threads threads(1);
  Problem p = problem(Grouping::members);
  p.shrinkage = 3;
  const Candidates candidates = weighted(p, {1, 2, 0, 0, 0, 0, -1});
  EXPECT_EQ(penalty(p, candidates), 0.5 * 3 * 1 * (1 + 4 + 1));
  std::vector<float> scores(4);
  score_rows(p, candidates, scores, threads);
  EXPECT_EQ(scores, (std::vector<float>{1, 1, 0, 1}));
  EXPECT_EQ(loss_of(p, scores, threads), 0.5 * (4 + 0 + 1 + 0));
}

TEST(RowWeights, OfAColumnAreItsWeightedSquares) {
  Threads threads(1);
  const ColumnDesign design({1, 2, 3, -1, 0, 0.5F}, 3);
  const RowLoss loss(SquaredLoss{}, test::regression({1, 2, 3}, {2, 1, 4}));
  EXPECT_EQ(row_weights(design, loss, threads), (std::vector<float>{2 + 4 + 36, 2 + 0 + 1}));
}

TEST(Candidates, ScoresAndLossOverManyChunksAreTheDefinition) {
  for (const Loss& loss : test::kAllLosses) {
    SCOPED_TRACE(test::name_of(loss));
    const test::RandomProblem random_problem(loss, 20001, {3, 5, 2}, 4);
    Problem problem = random_problem.problem(Grouping::members, 2);
    Candidates candidates = all_candidates(problem);
    Random random(1, "weights");
    test::scatter(problem, 1, random, candidates);
    keep(problem, Groups{0, 2}, candidates);
    Threads threads(2);
    std::vector<float> scores(20001 * problem.width());
    score_rows(problem, candidates, scores, threads);
    for (std::size_t row = 0; row < 20001; row += 97) {
      EXPECT_NEAR(static_cast<double>(scores[row * problem.width()]),
                  test::naive_score(*random_problem.design, candidates, problem.width(), row, 0), 1e-5);
    }
    const double objective = penalty(problem, candidates) + loss_of(problem, scores, threads);
    EXPECT_NEAR(objective, test::naive_objective(random_problem, problem, candidates), 1e-5 * objective);
  }
}

}  // namespace
}  // namespace espalier
