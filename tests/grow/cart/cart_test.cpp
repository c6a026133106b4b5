#include "grow/cart/cart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "espalier/forest.h"
#include "grow/cart/naive_split.h"
#include "grow/cart/prune.h"
#include "predict/columns/goes_left.h"

namespace espalier {
namespace {

using test::Problem;

// Calls visit(node, rows) for every node with the rows that reach it.
template <class Visit>
void walk(const CartTree& tree, const Problem& p, std::size_t node, const std::vector<std::uint32_t>& rows,
          Visit&& visit) {
  visit(tree.nodes[node], node, rows);
  const TreeNode& split = tree.nodes[node];
  if (split.feature == kNone) return;
  const TableView view(p.table);
  std::vector<std::uint32_t> sides[2];
  for (const auto row : rows) {
    const auto& column = view.columns[static_cast<std::size_t>(split.feature)];
    sides[goes_left(column, row, split, tree.category_words.data() + split.categories)].push_back(row);
  }
  walk(tree, p, static_cast<std::size_t>(split.left), sides[1], visit);
  walk(tree, p, static_cast<std::size_t>(split.right), sides[0], visit);
}

TEST(Cart, EverySplitIsTheBestOfAllAndEveryLeafHasNoneLeft) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int kinds = static_cast<int>(seed % 2) * 2;  // regression and two classes, where the search is exact
    const Problem p = test::random_problem(seed, kinds, seed % 3 == 0, seed % 4 == 1);
    CartOptions options;
    options.min_rows = 1 + static_cast<int>(seed % 3);
    const CartTree tree = grow_cart(p.table, p.target, options, {});
    const auto criterion = kinds ? SplitCriterion::gini : SplitCriterion::squared;
    const double all = test::weight_of_rows(p.target, p.rows);
    walk(tree, p, 0, p.rows, [&](const TreeNode& node, std::size_t, const std::vector<std::uint32_t>& rows) {
      EXPECT_NEAR(node.rows, test::weight_of_rows(p.target, rows), 1e-9);
      const Problem here = {p.table, p.target, rows};
      const auto min_rows = static_cast<std::size_t>(options.min_rows);
      const double by_label = test::naive_best_subset(here, 2, criterion, min_rows);
      const double by_number = std::max(test::naive_best_numeric(here, 0, criterion, min_rows),
                                        test::naive_best_numeric(here, 1, criterion, min_rows));
      const double best = std::max(by_label, by_number);
      std::set<std::int32_t> labels;
      for (const std::uint32_t row : rows) labels.insert(p.table.columns[2].codes[row]);
      labels.erase(kMissingCode);
      const bool many = labels.size() > 4;                     // then a number may win with less
      const bool ordered = min_rows > 1 && node.feature == 2;  // the order knows nothing of the rows that a side needs
      if (node.feature != kNone && ordered) {
        EXPECT_LE(node.gain * all, by_label + 1e-9);
        EXPECT_GE(node.gain * all, by_number - 1e-9);
      } else if (node.feature != kNone) {
        EXPECT_NEAR(node.gain * all, many && node.feature != 2 ? by_number : best, 1e-9);
      } else {
        EXPECT_TRUE(best == test::kNoSplit || best < 1e-9) << best;
      }
    });
  }
}

// The rows that a split counts are those that its threshold leads there, and a column has few thresholds.
TEST(Cart, CoarseCutsAreFewAndPartTheRowsAsCounted) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int classes = seed % 3 == 0 ? 0 : static_cast<int>(seed % 3 + 1);
    const Problem p = test::random_problem(seed, classes, seed % 3 == 0, seed % 4 == 1);
    CartOptions options;
    options.bins = 3;
    const CartTree tree = grow_cart(p.table, p.target, options, {});
    std::array<std::set<float>, 2> thresholds;
    walk(tree, p, 0, p.rows, [&](const TreeNode& node, std::size_t, const std::vector<std::uint32_t>& rows) {
      EXPECT_NEAR(node.rows, test::weight_of_rows(p.target, rows), 1e-9);
      if (node.feature == 0 || node.feature == 1)
        thresholds[static_cast<std::size_t>(node.feature)].insert(node.threshold);
    });
    for (std::set<float>& of_column : thresholds) {
      of_column.erase(std::numeric_limits<float>::max());  // all against the missing ones
      EXPECT_LE(of_column.size(), 2U);
    }
  }
}

// Of one column, the split is the best of that column; which one it is differs between nodes.
TEST(Cart, SampledColumnsAreSearchedAlone) {
  std::set<std::int32_t> roots;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Problem p = test::random_problem(1, 0, false, false);
    CartOptions options;
    options.features = 1;
    options.depth = 1;
    const CartTree tree = grow_cart(p.table, p.target, options, {seed, 1, {}});
    const TreeNode& root = tree.nodes[0];
    ASSERT_NE(root.feature, kNone);
    roots.insert(root.feature);
    const double best = root.feature == 2 ? test::naive_best_subset(p, 2, SplitCriterion::squared, 1)
                                          : test::naive_best_numeric(p, static_cast<std::size_t>(root.feature),
                                                                     SplitCriterion::squared, 1);
    EXPECT_NEAR(root.gain * test::weight_of_rows(p.target, p.rows), best, 1e-9);
    CartOptions all;
    all.depth = 1;
    const CartTree best_of_all = grow_cart(p.table, p.target, all, {seed, 1, {}});
    options.features = 3;
    EXPECT_EQ(grow_cart(p.table, p.target, options, {seed, 1, {}}).values, best_of_all.values);
  }
  EXPECT_EQ(roots.size(), 3U);
}

TEST(Cart, ALeafHasItsShareOfTheWeightAndNoSplitThatWouldLeaveIt) {
  for (const int classes : {0, 2, 3}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Problem p = test::random_problem(seed, classes, seed % 3 > 0, seed % 4 == 1);
      p.table.columns.pop_back();  // categories are ordered without regard to weight limits
      CartOptions options;
      options.min_weight_fraction = 0.03 + 0.05 * static_cast<double>(seed % 5);
      const double all = test::weight_of_rows(p.target, p.rows), least = options.min_weight_fraction * all;
      const CartTree tree = grow_cart(p.table, p.target, options, {});
      const auto criterion = classes ? SplitCriterion::gini : SplitCriterion::squared;
      walk(tree, p, 0, p.rows, [&](const TreeNode& node, std::size_t, const std::vector<std::uint32_t>& rows) {
        EXPECT_GE(test::weight_of_rows(p.target, rows), least - 1e-9);
        const Problem here = {p.table, p.target, rows};
        double best = test::kNoSplit;
        for (const std::size_t c : {0U, 1U})
          best = std::max(best, test::naive_best_numeric(here, c, criterion, 1, least - 1e-9));
        if (node.feature != kNone) {
          EXPECT_NEAR(node.gain * all, best, 1e-9);
        } else {
          EXPECT_TRUE(best == test::kNoSplit || best < 1e-9) << best;
        }
      });
    }
  }
}

TEST(Cart, AShareOfTheWeightMayBeHeldExactly) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {1, 2, 3, 4})});
  p.target = test::regression({0, 9, 9, 9}, {1, 5, 3, 3});
  EXPECT_EQ(grow_cart(p.table, p.target, {}, {}).nodes[0].threshold, 1.5F);
  CartOptions options;
  options.min_weight_fraction = 0.25;  // 3 of 12: the first row is too light to stand alone
  // S²/W: 45²/6 + 54²/6 = 823.5 after two rows, 72²/9 + 27²/3 = 819 after three
  const CartTree tree = grow_cart(p.table, p.target, options, {});
  EXPECT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.nodes[0].threshold, 2.5F);
  options.min_weight_fraction = 0.5;  // 6 of 12 on each side
  EXPECT_EQ(grow_cart(p.table, p.target, options, {}).nodes.size(), 3U);
  p.target.weights = {1, 4, 3, 4};  // 5, 7
  EXPECT_EQ(grow_cart(p.table, p.target, options, {}).nodes.size(), 1U);
}

TEST(Cart, ADepthLimitGivesAtMostTwoToTheDepthLeaves) {
  const Problem p = test::random_problem(3, 0, false, false);
  for (int depth = 1; depth <= 5; ++depth) {
    CartOptions options;
    options.depth = depth;
    const CartTree tree = grow_cart(p.table, p.target, options, {});
    const auto leaves =
        std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& n) { return n.feature == kNone; });
    EXPECT_LE(leaves, 1 << depth);
    EXPECT_GT(leaves, 1);
  }
}

TEST(Cart, RowsOfWeightZeroAreAsGoodAsAbsent) {
  Problem p = test::random_problem(5, 0, false, true);
  const CartTree without = grow_cart(p.table, p.target, {}, {});
  Problem more = p;
  for (Column& column : more.table.columns) {
    if (column.values.empty())
      column.codes.insert(column.codes.end(), {0, 1, 2});
    else
      column.values.insert(column.values.end(), {100, -100, 3});
  }
  more.table.rows += 3;
  more.target.weights.assign(p.rows.size(), 1.0);
  more.target.weights.insert(more.target.weights.end(), {0, 0, 0});
  more.target.values.insert(more.target.values.end(), {1e6, -1e6, 0});
  const CartTree with = grow_cart(more.table, more.target, {}, {});
  ASSERT_EQ(with.nodes.size(), without.nodes.size());
  for (std::size_t i = 0; i < with.nodes.size(); ++i) {
    EXPECT_EQ(with.nodes[i].feature, without.nodes[i].feature);
    EXPECT_EQ(with.nodes[i].threshold, without.nodes[i].threshold);
    EXPECT_EQ(with.values[i], without.values[i]);
  }
}

TEST(Cart, GrowsThroughASplitWithoutGainAsXorNeeds) {
  Problem p;
  p.table = test::table_of({test::numeric("a", {0, 0, 1, 1}), test::numeric("b", {0, 1, 0, 1})});
  p.target = test::classes({0, 1, 1, 0});
  const CartTree tree = grow_cart(p.table, p.target, {}, {});
  EXPECT_EQ(tree.nodes.size(), 7U);
  EXPECT_EQ(tree.nodes[0].gain, 0);
  CartOptions strict;
  strict.min_gain = 1e-6;
  EXPECT_EQ(grow_cart(p.table, p.target, strict, {}).nodes.size(), 1U);
}

TEST(Cart, GrowsThroughASplitWithoutGainWhateverTheScale) {
  for (const double scale : {1e-9, 1.0, 349.336, 1e9}) {
    Problem p;
    std::vector<float> a, b;
    std::vector<double> y;
    for (int i = 0; i < 120; ++i) {
      a.push_back(static_cast<float>(i % 2));
      b.push_back(static_cast<float>(i / 2 % 2));
      y.push_back(scale * (i % 2 == i / 2 % 2 ? 0.349336 : -0.953565));
    }
    p.table = test::table_of({test::numeric("a", a), test::numeric("b", b)});
    p.target = test::regression(y);
    EXPECT_EQ(grow_cart(p.table, p.target, {}, {}).nodes.size(), 7U) << scale;
  }
}

TEST(Cart, AccuracyDoesNotPeelOffRowAfterRowWhereNothingIsGained) {
  Random random(4, "noise");
  std::vector<float> x(2000);
  std::vector<std::int32_t> y(2000);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(random.normal());
    y[i] = random.below(7) == 0;
  }
  CartOptions options;
  options.criterion = SplitCriterion::accuracy;
  const CartTree tree = grow_cart(test::table_of({test::numeric("x", x)}), test::classes(y), options, {});
  std::vector<int> depth(tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].feature == kNone) continue;
    depth[static_cast<std::size_t>(tree.nodes[i].left)] = depth[static_cast<std::size_t>(tree.nodes[i].right)] =
        depth[i] + 1;
  }
  EXPECT_LT(*std::max_element(depth.begin(), depth.end()), 200);
}

TEST(Cart, MinGainIsPerTrainingRow) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {0, 0, 1, 1})});
  p.target = test::regression({0, 0, 1, 1});  // mean squared error 1/4, all of it explained
  CartOptions options;
  options.min_gain = 0.249;
  EXPECT_EQ(grow_cart(p.table, p.target, options, {}).nodes.size(), 3U);
  options.min_gain = 0.251;
  EXPECT_EQ(grow_cart(p.table, p.target, options, {}).nodes.size(), 1U);
}

TEST(Cart, MissingValuesGoToTheSideThatIsBetterAndToTheMajorityWhereNoneWasMissing) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {1, 2, 3, 4, test::kNaN})});
  p.target = test::regression({0, 0, 9, 9, 9});
  EXPECT_FALSE(grow_cart(p.table, p.target, {}, {}).nodes[0].missing_left);
  p.target = test::regression({0, 0, 9, 9, 0});
  EXPECT_TRUE(grow_cart(p.table, p.target, {}, {}).nodes[0].missing_left);
  p.table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5})});
  p.target = test::regression({0, 0, 9, 9, 9});
  EXPECT_FALSE(grow_cart(p.table, p.target, {}, {}).nodes[0].missing_left);
  p.target = test::regression({0, 0, 0, 9, 9});
  EXPECT_TRUE(grow_cart(p.table, p.target, {}, {}).nodes[0].missing_left);
}

TEST(Cart, CategoriesThatANodeHasNotSeenGoWhereMissingValuesGo) {
  Problem p;  // label "d" never occurs
  p.table = test::table_of({test::categorical("c", {"a", "b", "d"}, {0, 0, 0, 1, 1})});
  p.target = test::regression({0, 0, 0, 9, 9});
  const CartTree tree = grow_cart(p.table, p.target, {}, {});
  EXPECT_TRUE(tree.nodes[0].missing_left);
  EXPECT_EQ(tree.category_words[0], 0b101U);
  p.target = test::regression({9, 9, 9, 0, 0});  // now b goes left, and a with the majority right
  const CartTree turned = grow_cart(p.table, p.target, {}, {});
  EXPECT_FALSE(turned.nodes[0].missing_left);
  EXPECT_EQ(turned.category_words[0], 0b010U);
}

TEST(Cart, IsTheSameOnAnyNumberOfThreads) {
  Random random(1, "threads");
  const std::size_t n = 20000;
  std::vector<Column> columns;
  std::vector<double> y(n);
  for (int c = 0; c < 6; ++c) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = static_cast<float>(random.normal());
      y[i] += values[i] * c;
    }
    columns.push_back(test::numeric("x" + std::to_string(c), values));
  }
  const Table table = test::table_of(columns);
  const CartTree one = grow_cart(table, test::regression(y), {}, {1, 1, {}});
  for (const int threads : {2, 7}) {
    const CartTree many = grow_cart(table, test::regression(y), {}, {1, threads, {}});
    ASSERT_EQ(one.nodes.size(), many.nodes.size());
    EXPECT_EQ(one.values, many.values);
    for (std::size_t i = 0; i < one.nodes.size(); ++i) EXPECT_EQ(one.nodes[i].threshold, many.nodes[i].threshold);
  }
}

TEST(Cart, SixteenDigitsOfOffsetDoNotHideTheSpread) {
  Problem p;
  p.table = test::table_of({test::numeric("x", {1, 2, 3, 4})});
  p.target = test::regression({1e15, 1e15, 1e15 + 2, 1e15 + 2});
  const CartTree tree = grow_cart(p.table, p.target, {}, {});
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.intercept[0] + tree.values[1], 1e15);
  EXPECT_EQ(tree.intercept[0] + tree.values[2], 1e15 + 2);
}

}  // namespace
}  // namespace espalier
