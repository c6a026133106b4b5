#include "method/graft/options.h"

#include <gtest/gtest.h>

#include <vector>

#include "data/expect_error.h"
#include "support/tables.h"

namespace espalier {
namespace {

using Numbers = std::vector<double>;

constexpr Budget kLeaves64{64, Unit::leaves};

GraftLists lists_for(const GraftOptions& options, std::size_t rows = 3000, const Budget& budget = kLeaves64,
                     const Loss& loss = SquaredLoss{}, std::size_t outputs = 1) {
  return graft_lists(options, budget, loss, outputs, rows).front();
}

std::vector<TreeClasses> tree_classes(const GraftOptions& options, const Budget& budget, std::size_t outputs) {
  std::vector<TreeClasses> kinds;
  for (const GraftLists& lists : graft_lists(options, budget, SoftmaxLoss{}, outputs, 3000))
    kinds.push_back(lists.tree_classes);
  return kinds;
}

TEST(GraftLists, AreSortedAndBeginNearestToTheUsualValue) {
  GraftOptions options;
  options.gamma = {30, 0.1, 2};  // the usual γ of the squared loss is 3
  options.ridge = {1000, 20};    // the usual λ of so few leaves is 30
  const GraftLists lists = lists_for(options);
  EXPECT_EQ(lists.gamma.values, (Numbers{0.1, 2, 30}));
  EXPECT_EQ(lists.gamma.first, 1U);
  EXPECT_EQ(lists.ridge.values, (Numbers{20, 1000}));
  EXPECT_EQ(lists.ridge.first, 0U);
}

TEST(GraftLists, BeginWithLessRidgeWhereRowsAreFewOrTheForestIsSmall) {
  const auto first_ridge = [](std::size_t rows, std::size_t leaves) {
    const GraftLists lists = lists_for({}, rows, {leaves, Unit::leaves});
    return lists.ridge.values[lists.ridge.first];
  };
  EXPECT_EQ(first_ridge(3000, 128), 30);
  EXPECT_EQ(first_ridge(100'000, 128), 30);
  EXPECT_EQ(first_ridge(300, 128), 3);  // a tenth of the rows
  EXPECT_EQ(first_ridge(3000, 512), 100);
  EXPECT_EQ(first_ridge(3000, 513), 300);
}

// Two nodes, six bytes and a number, or a 32nd of a tree.
TEST(GraftLists, TakeEveryUnitOfABudgetForAboutSoManyLeaves) {
  for (const Budget& budget :
       {Budget{600, Unit::leaves}, Budget{1200, Unit::nodes}, Budget{6000, Unit::bytes}, Budget{19, Unit::trees}}) {
    const GraftLists lists = lists_for({}, 3000, budget);
    EXPECT_EQ(lists.ridge.values[lists.ridge.first], 300) << to_string(budget);
  }
}

TEST(GraftLists, HaveNothingButGammaAndRidgeWhereBothAreGiven) {
  GraftOptions options;
  options.gamma = {1};
  EXPECT_EQ(lists_for(options).new_root.values, (Numbers{0.5, 1}));
  EXPECT_EQ(lists_for(options).tree_leaves.values, (std::vector<std::size_t>{LeafTree::kMostLeaves, 16, 8, 4}));
  options.ridge = {5};
  EXPECT_EQ(lists_for(options).new_root.values, (Numbers{1}));
  EXPECT_EQ(lists_for(options).tree_leaves.values, (std::vector<std::size_t>{LeafTree::kMostLeaves}));
  options.ridge = {5, 6};
  EXPECT_EQ(lists_for(options).new_root.values, (Numbers{0.5, 1}));
}

TEST(GraftLists, GoThroughLargeTreesAndStrongRidgesFirst) {
  GraftOptions options;
  options.leaves = {4, 30, 8};
  options.refit = {0, 1, 100, 10};
  const GraftLists lists = lists_for(options);
  EXPECT_EQ(lists.tree_leaves.values, (std::vector<std::size_t>{30, 8, 4}));
  EXPECT_EQ(lists.tree_leaves.first, 0U);
  EXPECT_EQ(lists.refit, (Numbers{100, 10, 1}));  // no refit is always among the choices
  options.refit = {0};
  EXPECT_TRUE(lists_for(options).refit.empty());
}

TEST(GraftLists, OfSeveralClassesHaveSmallerValues) {
  const GraftLists several = lists_for({}, 3000, kLeaves64, SoftmaxLoss{}, 3), one = lists_for({});
  EXPECT_LT(several.gamma.values[several.gamma.first], one.gamma.values[one.gamma.first]);
  EXPECT_LT(several.ridge.values[several.ridge.first], one.ridge.values[one.ridge.first]);
  EXPECT_LT(several.refit.front(), one.refit.front());
}

// A leaf that has a value for each of 26 classes takes 6 + 4 · 26 = 110 bytes.
TEST(GraftLists, OfSeveralClassesWithinFewBytesAreForTreesOfOneClassToo) {
  using Kinds = std::vector<TreeClasses>;
  const Kinds all = {TreeClasses::all}, one = {TreeClasses::one}, both = {TreeClasses::all, TreeClasses::one};
  GraftOptions options;
  EXPECT_EQ(tree_classes(options, {64, Unit::leaves}, 26), all);
  EXPECT_EQ(tree_classes(options, {64, Unit::nodes}, 26), all);
  EXPECT_EQ(tree_classes(options, {4096, Unit::bytes}, 1), all);
  EXPECT_EQ(tree_classes(options, {2 * 26 * 110, Unit::bytes}, 26), both);
  EXPECT_EQ(tree_classes(options, {2 * 26 * 110 - 1, Unit::bytes}, 26), one);
  options.tree_classes = TreeClasses::all;
  EXPECT_EQ(tree_classes(options, {1000, Unit::bytes}, 26), all);
  options.tree_classes = TreeClasses::one;
  EXPECT_EQ(tree_classes(options, {64, Unit::leaves}, 26), one);
  EXPECT_EQ(tree_classes(options, {64, Unit::leaves}, 1), all);
}

TEST(GraftSettings, ExchangeIsForSmallForestsUnlessItIsGiven) {
  GraftOptions options;
  EXPECT_EQ(lists_for(options, 3000, {64, Unit::leaves}).searches, 60);
  EXPECT_EQ(lists_for(options, 3000, {65, Unit::leaves}).searches, 0);
  EXPECT_EQ(graft_swaps(options, {64, Unit::leaves}, 1), 3);
  EXPECT_EQ(graft_swaps(options, {65, Unit::leaves}, 1), 0);
  options.search = 7;
  options.swap = 2;
  EXPECT_EQ(lists_for(options, 3000, {1000, Unit::leaves}).searches, 7);
  EXPECT_EQ(graft_swaps(options, {1000, Unit::leaves}, 1), 2);
}

TEST(GraftSettings, LimitsAreThoseOfTheBudgetAndOfTheTrees) {
  GraftOptions options;
  EXPECT_EQ(graft_limits(options, {10, Unit::leaves}).leaves, 10U);
  EXPECT_EQ(graft_limits(options, {10, Unit::nodes}).nodes, 10U);
  EXPECT_EQ(graft_limits(options, {10, Unit::bytes}).leaves, GraftLimits::kNone);
  EXPECT_EQ(graft_limits(options, {10, Unit::trees}).trees, 10U);
  EXPECT_EQ(graft_limits(options, {10, Unit::trees}).leaves, 640U);
  options.leaves = {4, 8};
  options.depth = 3;
  options.trees = 5;
  const GraftLimits limits = graft_limits(options, {10, Unit::trees});
  EXPECT_EQ(limits.tree_leaves, 8U);
  EXPECT_EQ(limits.leaves, 80U);
  EXPECT_EQ(limits.depth, 3U);
  EXPECT_EQ(limits.trees, 5U);
}

// Two trees of four leaves have 8 leaves and 14 nodes.
TEST(GraftLimits, AllowWhatIsWithinAllOfThem) {
  GraftLimits limits;
  EXPECT_TRUE(limits.allow(8, 2));
  limits.leaves = 8;
  limits.nodes = 14;
  limits.trees = 2;
  EXPECT_TRUE(limits.allow(8, 2));
  EXPECT_FALSE(limits.allow(9, 2));
  EXPECT_FALSE(limits.allow(8, 3));
  EXPECT_FALSE(limits.allow(8, 1));  // 15 nodes
}

TEST(GraftSettings, SplitsAreOfAFewRowsAndInTheDirectionsGiven) {
  const Table table = test::table_of({test::numeric("a", {1, 2}), test::numeric("b", {1, 2})});
  GraftOptions options;
  EXPECT_EQ(graft_split(options, table, SquaredLoss{}, 1).min_rows, 5U);
  EXPECT_EQ(graft_split(options, table, SoftmaxLoss{}, 3).min_rows, 3U);
  EXPECT_TRUE(graft_split(options, table, SquaredLoss{}, 1).directions.empty());
  options.min_rows = 9;
  options.decreasing = "b";
  const SplitOptions split = graft_split(options, table, SquaredLoss{}, 1);
  EXPECT_EQ(split.min_rows, 9U);
  EXPECT_EQ(split.directions, (std::vector<Direction>{Direction::free, Direction::decreasing}));
  options.decreasing = "c";
  EXPECT_THROW(graft_split(options, table, SquaredLoss{}, 1), Error);
}

}  // namespace
}  // namespace espalier
