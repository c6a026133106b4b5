#include "select/anneal/exchange.h"

#include <gtest/gtest.h>

#include <numeric>

#include "espalier/loss.h"
#include "select/anneal/random_problem.h"
#include "support/tables.h"

namespace espalier {
namespace {

using test::RandomProblem;
using Groups = std::vector<std::uint32_t>;

const std::vector<std::uint32_t> kTerminals = {2, 5, 8, 3, 6, 4, 2, 2, 9, 3, 7, 5, 4, 4, 3, 2, 2, 12, 30, 2};

// Trees of two terminals: whether a row is among those given. Rules 2t + 1 cover them.
struct Sets {
  Sets(const std::vector<double>& y, const std::vector<std::pair<int, int>>& ranges)
      : target(test::regression(y)), loss(SquaredLoss{}, target) {
    Basis basis(y.size(), std::vector<std::uint32_t>(ranges.size(), 2));
    for (std::size_t t = 0; t < ranges.size(); ++t) {
      basis.write(t, [&](auto ids) {
        for (int row = ranges[t].first; row < ranges[t].second; ++row) ids[static_cast<std::size_t>(row)] = 1;
      });
    }
    design = std::make_unique<TreeDesign>(std::move(basis));
  }

  // Only the given ranges are candidates, not their complements.
  Problem problem() const {
    Threads one(1);
    Problem result{*design, loss, Grouping::rules};
    result.shrinkage = 1e-3;
    result.row_weight = row_weights(*design, loss, one);
    for (std::size_t p = 0; p < design->parameters(); ++p) result.allowed.push_back(p % 2);
    return result;
  }

  Target target;
  RowLoss loss;
  std::unique_ptr<TreeDesign> design;
};

AnnealedLevel level_of(const Problem& problem, Groups groups) {
  Threads one(1);
  AnnealedLevel level;
  level.weights.assign(groups.size() * problem.width(), 0);
  level.groups = std::move(groups);
  level.intercept = problem.loss.start();
  fit_further(problem, 30, one, level);
  return level;
}

AnnealedLevel exchanged(const Problem& problem, AnnealedLevel level, const Exchange& exchange, int threads = 1) {
  Threads with(threads);
  exchange_rules(problem, exchange, with, level);
  return level;
}

std::vector<double> steps_at(std::size_t rows, std::size_t begin, std::size_t end, double height) {
  std::vector<double> y(rows);
  for (std::size_t row = begin; row < end; ++row) y[row] = height;
  return y;
}

TEST(Exchange, ARuleGivesWayToABetterOne) {
  const Sets sets(steps_at(40, 10, 30, 1), {{0, 20}, {10, 30}, {20, 25}, {30, 40}});
  const Problem problem = sets.problem();
  for (const std::uint32_t first : {1U, 5U, 7U})
    EXPECT_EQ(exchanged(problem, level_of(problem, {first}), {1, 1}).groups, Groups{3}) << first;
}

TEST(Exchange, WithoutRoundsAndLimitTheLevelStaysAsItIs) {
  const Sets sets(steps_at(40, 10, 30, 1), {{0, 20}, {10, 30}});
  const Problem problem = sets.problem();
  const AnnealedLevel before = level_of(problem, {1}), after = exchanged(problem, before, {0, 1});
  EXPECT_EQ(after.groups, before.groups);
  EXPECT_EQ(after.weights, before.weights);
}

// 18 of 21 rows are shared, and nothing else is there.
TEST(Exchange, OfNearDuplicatesTheStrongerTakesTheWeightOfBoth) {
  const Sets sets(steps_at(60, 10, 30, 1), {{10, 30}, {12, 31}});
  const Problem problem = sets.problem();
  const AnnealedLevel before = level_of(problem, {1, 3}), after = exchanged(problem, before, {1, 1});
  ASSERT_EQ(after.groups, Groups{1});
  const double height = sets.loss.scale() * static_cast<double>(after.weights[0]);
  EXPECT_NEAR(height, 1, 0.01);
}

// 1 at first, then 3, then 1 again: 20 rows less 14 of them, or the sum of parts that do not overlap.
TEST(Exchange, RulesThatCancelEachOtherGiveWay) {
  std::vector<double> y = steps_at(60, 10, 30, 3);
  for (std::size_t row = 13; row < 27; ++row) y[row] = 1;
  const Sets sets(y, {{10, 30}, {13, 27}, {10, 13}, {27, 30}});
  const Problem problem = sets.problem();
  const AnnealedLevel before = level_of(problem, {1, 3});
  ASSERT_GT(before.weights[0], 0);
  ASSERT_LT(before.weights[1], 0);
  EXPECT_EQ(exchanged(problem, before, {2, 0.8}).groups, (Groups{1, 3}));  // 14 / 20 is allowed
  const AnnealedLevel after = exchanged(problem, before, {2, 0.5});
  ASSERT_EQ(after.groups.size(), 2U);
  for (const float weight : after.weights) EXPECT_GT(weight, 0);
}

TEST(Exchange, LowersTheObjectiveOfEveryLoss) {
  Threads one(1);
  for (const Loss& loss : test::kAllLosses) {
    const RandomProblem of(loss, 300, kTerminals, 2);
    const Problem problem = of.problem(Grouping::rules, 3);
    AnnealedLevel before = level_of(problem, {2, 20, 30, 51, 60});
    const AnnealedLevel after = exchanged(problem, before, {3, 1});
    EXPECT_EQ(after.groups.size(), before.groups.size());
    EXPECT_LT(after.objective, before.objective) << test::name_of(loss);
    EXPECT_TRUE(std::ranges::is_sorted(after.groups, std::less_equal()));
  }
}

double share_of_overlap(const RandomProblem& of, std::uint32_t a, std::uint32_t b) {
  const Basis& basis = of.design->basis();
  double both = 0, either = 0;
  for (std::size_t row = 0; row < basis.rows(); ++row) {
    int covered = 0;
    for (std::size_t t = 0; t < basis.trees(); ++t) {
      const std::size_t terminal = basis.offset(t) + basis.id(t, row);
      covered += (terminal == a) + (terminal == b);
    }
    both += covered == 2 ? of.target.weight(row) : 0;
    either += covered >= 1 ? of.target.weight(row) : 0;
  }
  return both / either;
}

TEST(Exchange, NoTwoRulesOverlapMoreThanTheyMay) {
  constexpr double kMost = 0.1;
  for (const Loss& loss : test::kAllLosses) {
    const RandomProblem of(loss, 300, kTerminals, 2);
    const Problem problem = of.problem(Grouping::rules, 3);
    Groups all(problem.design.parameters() / 3);
    std::iota(all.begin(), all.end(), 0U);
    std::erase_if(all, [&](std::uint32_t p) { return !(problem.row_weight[p] > 0); });
    for (const int rounds : {0, 1}) {
      const AnnealedLevel after = exchanged(problem, level_of(problem, all), {rounds, kMost});
      const std::size_t width = problem.width();
      ASSERT_GT(after.groups.size(), 2U);
      for (std::size_t i = 0; i < after.groups.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const float* a = after.weights.data() + i * width;
          const bool against = std::inner_product(a, a + width, after.weights.data() + j * width, 0.0) < 0;
          EXPECT_LE(share_of_overlap(of, after.groups[i], after.groups[j]), against ? kMost : kNearDuplicate);
        }
      }
    }
  }
}

TEST(Exchange, IsTheSameOnAnyNumberOfThreads) {
  const RandomProblem of(SoftmaxLoss{}, 9000, kTerminals, 2);
  const Problem problem = of.problem(Grouping::rules, 3);
  const AnnealedLevel before = level_of(problem, {2, 20, 30, 51});
  const AnnealedLevel one = exchanged(problem, before, {1, 0.5}), three = exchanged(problem, before, {1, 0.5}, 3);
  EXPECT_EQ(one.groups, three.groups);
  EXPECT_EQ(one.weights, three.weights);
}

}  // namespace
}  // namespace espalier
