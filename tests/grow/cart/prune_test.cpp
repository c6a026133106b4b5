#include "grow/cart/prune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espalier/forest.h"
#include "espalier/pool.h"
#include "grow/cart/naive_split.h"

namespace espalier {
namespace {

using test::Problem;

struct Setting {
  Problem train;
  Problem validation;
  CartTree tree;
  std::vector<double> errors;
};

Setting setting(std::uint64_t seed, int classes) {
  Setting s;
  s.train = test::random_problem(seed, classes, seed % 2, seed % 3 == 0);
  s.validation = test::random_problem(seed + 1000, classes, seed % 2, seed % 3 == 0);
  s.tree = grow_cart(s.train.table, s.train.target, {}, {});
  s.errors = node_errors(s.tree, s.validation.table, s.validation.target);
  return s;
}

// The error of a pruned tree: the sum over its leaves.
double error_of(const CartTree& tree, const Keep& keep, const std::vector<double>& errors, std::size_t node = 0) {
  if (!keep[node]) return errors[node];
  const TreeNode& split = tree.nodes[node];
  return error_of(tree, keep, errors, static_cast<std::size_t>(split.left)) +
         error_of(tree, keep, errors, static_cast<std::size_t>(split.right));
}

// Least error and, for it, fewest leaves, over all prunings: the recursion that pruning must agree with.
std::pair<double, int> best_pruning(const CartTree& tree, const std::vector<double>& errors, std::size_t node = 0) {
  const std::pair<double, int> leaf = {errors[node], 1};
  const TreeNode& split = tree.nodes[node];
  if (split.feature == kNone) return leaf;
  const auto left = best_pruning(tree, errors, static_cast<std::size_t>(split.left));
  const auto right = best_pruning(tree, errors, static_cast<std::size_t>(split.right));
  return std::min(leaf, {left.first + right.first, left.second + right.second});
}

int splits_in(const Keep& keep) { return static_cast<int>(std::count(keep.begin(), keep.end(), 1)); }

bool children_only_under_splits(const CartTree& tree, const Keep& keep) {
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    if (node.feature == kNone || keep[i]) continue;
    if (keep[static_cast<std::size_t>(node.left)] || keep[static_cast<std::size_t>(node.right)]) return false;
  }
  return true;
}

TEST(Prune, TheRootsErrorIsThatOfTheConstant) {
  const Setting s = setting(2, 0);
  double expected = 0;
  for (const auto row : s.validation.rows) {
    const double residual = s.validation.target.values[row] - s.tree.intercept[0] - s.tree.values[0];
    expected += s.validation.target.weight(row) * residual * residual;
  }
  EXPECT_NEAR(s.errors[0], expected, 1e-9 * expected);
}

TEST(Prune, ByValidationErrorFindsTheBestOfAllPruningsAndNeverRaisesTheError) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Setting s = setting(seed, seed % 2 ? 3 : 0);
    const Keep keep = keep_least_error(s.tree, s.errors);
    const auto [error, leaves] = best_pruning(s.tree, s.errors);
    EXPECT_NEAR(error_of(s.tree, keep, s.errors), error, 1e-9);
    EXPECT_EQ(splits_in(keep) + 1, leaves);
    EXPECT_LE(error_of(s.tree, keep, s.errors), error_of(s.tree, keep_all(s.tree), s.errors) + 1e-9);
    EXPECT_TRUE(children_only_under_splits(s.tree, keep));
  }
}

// 14.7.1: "validation error will always monotonically decrease as the maximum depth of a tree is increased".
TEST(Prune, HaltedTreesHaveMonotoneValidationErrorInTheirDepth) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Setting s = setting(seed, seed % 2 ? 2 : 0);
    double last = std::numeric_limits<double>::infinity();
    for (int depth = 1; depth < 8; ++depth) {
      CartOptions options;
      options.depth = depth;
      const CartTree tree = grow_cart(s.train.table, s.train.target, options, {});
      const auto errors = node_errors(tree, s.validation.table, s.validation.target);
      const Keep keep = keep_while_improving(tree, errors);
      EXPECT_TRUE(children_only_under_splits(tree, keep));
      const double error = error_of(tree, keep, errors);
      EXPECT_LE(error, last + 1e-9);
      last = error;
    }
  }
}

TEST(Prune, ToTheBestDepthIsTheBestOfTheTreesGrownToEachDepth) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Setting s = setting(seed, 0);
    double best = s.errors[0];
    for (int depth = 1; depth < 30; ++depth) {
      CartOptions options;
      options.depth = depth;
      const CartTree tree = grow_cart(s.train.table, s.train.target, options, {});
      const auto errors = node_errors(tree, s.validation.table, s.validation.target);
      best = std::min(best, error_of(tree, keep_all(tree), errors));
    }
    EXPECT_NEAR(error_of(s.tree, keep_to_best_depth(s.tree, s.errors), s.errors), best, 1e-9);
  }
}

// Brute force over all prunings: the one that minimises criterion + alpha · leaves, the smallest on ties.
std::pair<double, int> cheapest(const CartTree& tree, double alpha, std::size_t node = 0) {
  const std::pair<double, int> leaf = {alpha, 1};
  const TreeNode& split = tree.nodes[node];
  if (split.feature == kNone) return leaf;
  const auto left = cheapest(tree, alpha, static_cast<std::size_t>(split.left));
  const auto right = cheapest(tree, alpha, static_cast<std::size_t>(split.right));
  return std::min(leaf, {left.first + right.first - split.gain, left.second + right.second});
}

TEST(Prune, WeakestLinksGiveTheMinimalCostComplexityTreeForEveryAlpha) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Setting s = setting(seed, seed % 2 ? 4 : 0);
    const auto links = weakest_links(s.tree);
    ASSERT_FALSE(links.empty());
    EXPECT_EQ(links.back().node, 0);
    for (std::size_t i = 1; i < links.size(); ++i) EXPECT_LE(links[i - 1].alpha, links[i].alpha);
    for (double alpha = 1e-5; alpha < 10; alpha *= 1.7) {
      const Keep keep = keep_after(s.tree, links, links_up_to(links, alpha));
      EXPECT_TRUE(children_only_under_splits(s.tree, keep));
      EXPECT_EQ(splits_in(keep) + 1, cheapest(s.tree, alpha).second);
    }
  }
}

TEST(Prune, CrossValidationFindsThatOnePureNoiseColumnIsWorthNoSplit) {
  Random random(1, "noise");
  std::vector<float> x(400);
  std::vector<double> y(400);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(random.normal());
    y[i] = random.normal();
  }
  const Table table = test::table_of({test::numeric("x", x)});
  const Target target = test::regression(y);
  const auto links = weakest_links(grow_cart(table, target, {}, {}));
  const double alpha = choose_alpha(table, target, {}, {links, 5}, {});
  EXPECT_LE(links.size() - links_up_to(links, alpha), 3U);
}

TEST(Prune, CrossValidationKeepsAStepThatIsThere) {
  Random random(1, "step");
  std::vector<float> x(400);
  std::vector<double> y(400);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(random.uniform());
    y[i] = (x[i] > 0.3F ? 5 : 0) + random.normal();
  }
  const Table table = test::table_of({test::numeric("x", x)});
  const Target target = test::regression(y);
  const CartTree tree = grow_cart(table, target, {}, {});
  const auto links = weakest_links(tree);
  const Keep keep = keep_after(tree, links, links_up_to(links, choose_alpha(table, target, {}, {links, 5}, {})));
  EXPECT_TRUE(keep[0]);
  EXPECT_NEAR(tree.nodes[0].threshold, 0.3, 0.05);
  EXPECT_LE(splits_in(keep), 6);
}

}  // namespace
}  // namespace espalier
