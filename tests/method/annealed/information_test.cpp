#include "method/annealed/information.h"

#include <gtest/gtest.h>

#include <cmath>

#include "select/anneal/random_problem.h"

namespace espalier {
namespace {

TEST(Information, IsTwiceTheNegativeLogLikelihoodAndThePriceOfTheParameters) {
  // 100 rows of mean log-loss 0.5, 7 parameters: 2 · 50 + 2 · 7, and + 7 log 100.
  EXPECT_DOUBLE_EQ(information(ChooseBy::aic, LogisticLoss{}, 0.5, 100, 7), 114);
  EXPECT_DOUBLE_EQ(information(ChooseBy::bic, SoftmaxLoss{}, 0.5, 100, 7), 100 + 7 * std::log(100));
  // The squared loss is half of the squared error, 9: 100 log 9 + 2 · 7.
  EXPECT_DOUBLE_EQ(information(ChooseBy::aic, SquaredLoss{}, 4.5, 100, 7), 100 * std::log(9) + 14);
}

TEST(Information, OfRowsThatAreFittedExactlyIsLeastForTheSmallestModel) {
  EXPECT_LT(information(ChooseBy::bic, SquaredLoss{}, 0, 10, 2), information(ChooseBy::bic, SquaredLoss{}, 0, 10, 3));
}

// Trees of two and of three terminals over six rows: 4 and 2 rows; 3, 3 and none.
class Parameters : public testing::Test {
 protected:
  Problem problem(const RowLoss& loss, Grouping grouping, double shrinkage) const {
    Threads one(1);
    Problem result{design, loss};
    result.grouping = grouping;
    result.shrinkage = shrinkage;
    result.row_weight = row_weights(design, loss, one);
    return result;
  }
  static Basis two_trees() {
    Basis basis(6, std::vector<std::uint32_t>{2, 3});
    const std::size_t cuts[] = {4, 3};
    for (std::size_t t = 0; t < 2; ++t) {
      basis.write(t, [&](auto ids) {
        for (std::size_t row = 0; row < 6; ++row) ids[row] = row < cuts[t] ? 0 : 1;
      });
    }
    return basis;
  }

  const TreeDesign design{two_trees()};
  const RowLoss numbers{SquaredLoss{}, test::regression({1, 2, 3, 4, 5, 6})};
  const RowLoss three{SoftmaxLoss{}, test::classes({0, 1, 2, 0, 1, 2}, 3)};
};

TEST_F(Parameters, AreTheLeavesThatHaveRows) {
  EXPECT_DOUBLE_EQ(parameters(problem(numbers, Grouping::members, 0), std::vector<std::uint32_t>{0, 1}), 4);
  EXPECT_DOUBLE_EQ(parameters(problem(numbers, Grouping::members, 0), std::vector<std::uint32_t>{1}), 2);
  // Of rules, every terminal by itself.
  EXPECT_DOUBLE_EQ(parameters(problem(numbers, Grouping::rules, 0), std::vector<std::uint32_t>{0, 2, 3}), 3);
}

TEST_F(Parameters, CountAsFarAsTheShrinkageLetsThemMove) {
  // 4 / (4 + 2) + 2 / (2 + 2), and 3 / (3 + 2) twice.
  const Problem shrunk = problem(numbers, Grouping::members, 2);
  EXPECT_DOUBLE_EQ(parameters(shrunk, std::vector<std::uint32_t>{0, 1}), 4.0 / 6 + 2.0 / 4 + 2 * 3.0 / 5);
}

TEST_F(Parameters, OfKClassesAreOneLessThanTheValues) {
  EXPECT_DOUBLE_EQ(parameters(problem(three, Grouping::members, 0), std::vector<std::uint32_t>{0, 1}), 4 * 2);
}

TEST_F(Parameters, OfAWholeTreeIsItsOneFactor) {
  Problem whole = problem(numbers, Grouping::responses, 2);
  whole.responses = {1, -3, 2, 2, 0};
  // The first tree: Σ n v² = 4 + 18, Σ v² = 10, so 2.2 rows; the second: 24 / 8 = 3.
  EXPECT_DOUBLE_EQ(parameters(whole, std::vector<std::uint32_t>{0, 1}), 2.2 / 4.2 + 3.0 / 5);
  whole.shrinkage = 0;
  EXPECT_DOUBLE_EQ(parameters(whole, std::vector<std::uint32_t>{0, 1}), 2);
}

}  // namespace
}  // namespace espalier
