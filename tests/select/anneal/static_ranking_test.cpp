#include "select/anneal/static_ranking.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/loss.h"
#include "espalier/target.h"
#include "select/anneal/anneal.h"
#include "select/anneal/random_problem.h"
#include "support/tables.h"

namespace espalier {
namespace {

// A tree's terminal of every row.
TreeDesign design_of(std::uint32_t terminals, const std::vector<int>& ids) {
  Basis basis(ids.size(), {{terminals}});
  basis.write(0, [&](auto to) {
    for (std::size_t row = 0; row < ids.size(); ++row) to[row] = static_cast<std::uint8_t>(ids[row]);
  });
  return TreeDesign(std::move(basis));
}

std::vector<double> worth(const TreeDesign& design, const RowLoss& loss, RuleRanking ranking) {
  Threads threads(2);
  Problem problem{design, loss, Grouping::rules};
  problem.row_weight = row_weights(design, loss, threads);
  return static_worth(problem, ranking, threads);
}

// Rules of 4, 3, 1 and 0 rows: 3 + and 1 −, 3 −, 1 +.
const std::vector<int> kRules = {0, 0, 0, 0, 1, 1, 1, 2};
const std::vector<std::int32_t> kClasses = {1, 1, 1, 0, 0, 0, 0, 1};

TEST(StaticRanking, TheMarginIsTheDifferenceOfTheClassesSquaredByTheRows) {
  const TreeDesign design = design_of(4, kRules);
  const RowLoss loss(LogisticLoss{}, test::classes(kClasses));
  const std::vector<double> margins = worth(design, loss, RuleRanking::margin);
  EXPECT_DOUBLE_EQ(margins[0], 1);  // (3 − 1)² / 4
  EXPECT_DOUBLE_EQ(margins[1], 3);  // a pure rule has the number of its rows
  EXPECT_DOUBLE_EQ(margins[2], 1);
  EXPECT_DOUBLE_EQ(margins[3], 0);
}

// (3.6) row by row, with the better of both signs.
double hinge_loss(const std::vector<int>& rules, int rule, const Target& target) {
  double n = 0;
  for (std::size_t row = 0; row < rules.size(); ++row) n += rules[row] == rule ? target.weight(row) : 0;
  double losses[2] = {0, 0};
  for (std::size_t row = 0; row < rules.size(); ++row) {
    const double y = target.classes[row] == 1 ? 1 : -1, value = rules[row] == rule ? 1 / std::sqrt(n) : 0;
    losses[0] += target.weight(row) * std::max(0.0, 1 - y * value);
    losses[1] += target.weight(row) * std::max(0.0, 1 + y * value);
  }
  return std::min(losses[0], losses[1]);
}

TEST(StaticRanking, TheHingeLossIsTheRowsLessTheMargin) {
  const TreeDesign design = design_of(3, kRules);
  const Target target = test::classes(kClasses);
  const std::vector<double> losses = worth(design, RowLoss(LogisticLoss{}, target), RuleRanking::hinge);
  const double by_hand[] = {8 - 1, 8 - std::sqrt(3.0), 8 - 1};  // N − |m|
  for (int rule = 0; rule < 3; ++rule) {
    EXPECT_DOUBLE_EQ(-losses[static_cast<std::size_t>(rule)], by_hand[rule]);
    EXPECT_DOUBLE_EQ(hinge_loss(kRules, rule, target), by_hand[rule]);
  }
}

// Below a weight of 1 a rule's value is above 1, and its hinge loss is no longer N − |m|.
TEST(StaticRanking, WeightsCountAsThatManyRows) {
  const TreeDesign design = design_of(3, kRules);
  const Target target = test::classes(kClasses, 2, {2, 1, 0.5, 0.5, 1, 3, 1, 0.25});
  const RowLoss loss(LogisticLoss{}, target);
  const std::vector<double> margins = worth(design, loss, RuleRanking::margin);
  EXPECT_DOUBLE_EQ(margins[0], 2.25);  // (3.5 − 0.5)² / 4
  EXPECT_DOUBLE_EQ(margins[1], 5);
  EXPECT_DOUBLE_EQ(margins[2], 0.25);
  const std::vector<double> losses = worth(design, loss, RuleRanking::hinge);
  for (int rule = 0; rule < 3; ++rule)
    EXPECT_DOUBLE_EQ(-losses[static_cast<std::size_t>(rule)], hinge_loss(kRules, rule, target)) << rule;
  EXPECT_DOUBLE_EQ(-losses[2], 9);  // all other rows at 1, its own at 0; N − |m| is 8.75
}

TEST(StaticRanking, LevelsAreItsFirstRulesFromZero) {
  const test::RandomProblem of(LogisticLoss{}, 300, {3, 8, 5, 2, 6}, 3);
  const Problem problem = of.problem(Grouping::rules, 3);
  Threads threads(2);
  for (const RuleRanking ranking : {RuleRanking::margin, RuleRanking::hinge}) {
    const std::vector<double> by = static_worth(problem, ranking, threads);
    AnnealPlan plan;
    plan.levels = {9, 4, 1};
    plan.ranking = ranking;
    const Annealed annealed = select_levels(problem, plan, threads);
    ASSERT_EQ(annealed.levels.size(), 3U);
    EXPECT_TRUE(annealed.steps.empty());
    for (const AnnealedLevel& level : annealed.levels) {
      std::size_t better = 0;  // rules that are better than the worst of the level
      double worst = by[level.groups[0]];
      for (const std::uint32_t rule : level.groups) worst = std::min(worst, by[rule]);
      for (std::size_t p = 0; p < by.size(); ++p) better += problem.row_weight[p] > 0 && by[p] > worst;
      EXPECT_EQ(better, level.groups.size() - 1);
      for (const float weight : level.weights) EXPECT_EQ(weight, 0);
    }
  }
}

}  // namespace
}  // namespace espalier
