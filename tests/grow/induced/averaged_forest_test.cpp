#include "grow/induced/averaged_forest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/forest.h"
#include "espalier/table.h"
#include "grow/induced/mixed_rows.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kNoLimit = std::size_t{1} << 30;

class AveragedForests : public testing::TestWithParam<SplitOrder> {
 protected:
  AveragedForests() {
    Random random(1, "sample");
    test::MixedRows mixed;
    for (std::uint32_t row = 0; row < 200; ++row) {
      mixed.draw(random);
      y_.push_back(mixed.signal(mixed.a.back() > 0 ? 1 : -1) + 0.3 * random.normal());
      rows_.push_back(row);
    }
    table_ = mixed.table();
    values_ = std::make_unique<ValueTable>(table_, threads_);
    targets_.values = y_;
    start_ = squared_nodes(y_, 1, {rows_, {}});
  }

  AveragedForest forest(std::size_t trees, const InducedSize& most) {
    return AveragedForest(rows_, {*values_, targets_, nullptr, 2}, *start_, {trees, GetParam(), most}, 5, threads_);
  }

  std::size_t leaf_of(const Tree& tree, std::uint32_t row) const {
    std::size_t at = 0;
    while (tree.nodes[at].feature != kNone) {
      const TreeNode& node = tree.nodes[at];
      const Column& column = table_.columns[static_cast<std::size_t>(node.feature)];
      at = static_cast<std::size_t>(test::goes_left(tree, node, column, row) ? node.left : node.right);
    }
    return at;
  }

  Threads threads_{2};
  Table table_;
  std::vector<double> y_;
  std::vector<std::uint32_t> rows_;
  std::unique_ptr<ValueTable> values_;
  SplitTargets targets_;
  std::unique_ptr<NodeLoss> start_;
};
INSTANTIATE_TEST_SUITE_P(Orders, AveragedForests,
                         testing::Values(SplitOrder::random, SplitOrder::breadth_first, SplitOrder::best_first));

TEST_P(AveragedForests, LeavesHoldTheMeansOfTheirRowsSharedAmongTheTrees) {
  AveragedForest forest = this->forest(4, {41, kNoLimit});
  while (forest.grow()) {
  }
  for (const std::size_t splits : {std::size_t{2}, std::size_t{4}, forest.splits()}) {
    const std::vector<Tree> trees = forest.trees(splits);
    ASSERT_EQ(trees.size(), std::min<std::size_t>(4, splits));
    for (const Tree& tree : trees) {
      std::vector<double> sum(tree.nodes.size()), count(tree.nodes.size());
      for (const std::uint32_t row : rows_) {
        const std::size_t leaf = leaf_of(tree, row);
        sum[leaf] += y_[row] - start_->start()[0];
        ++count[leaf];
      }
      for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
        if (tree.nodes[id].feature != kNone) {
          EXPECT_EQ(tree.weights[id], 0);
          continue;
        }
        EXPECT_EQ(tree.nodes[id].rows, count[id]);
        EXPECT_NEAR(tree.weights[id], sum[id] / count[id] / static_cast<double>(trees.size()), 1e-6);
      }
    }
  }
}

TEST_P(AveragedForests, SpendTheWholeBudgetAndNoMore) {
  for (const std::size_t nodes : {2U, 3U, 11U, 12U, 13U, 60U}) {
    AveragedForest forest = this->forest(4, {nodes, kNoLimit});
    while (forest.grow()) {
    }
    EXPECT_LE(forest.size().nodes, nodes);
    EXPECT_GE(forest.size().nodes, nodes == 2 ? 0 : nodes - 1);  // a stump has three, a split two
    std::size_t counted = 0;
    for (const Tree& tree : forest.trees(forest.splits())) counted += tree.nodes.size();
    EXPECT_EQ(counted, forest.size().nodes);
  }
}

// Rows on a line, so that every node of two rows or more can be split.
struct Line {
  Line() {
    std::vector<float> a;
    for (std::uint32_t row = 0; row < 64; ++row) {
      a.push_back(static_cast<float>(row));
      y.push_back(row % 16 == 0 ? 2.0 * row : row);
      rows.push_back(row);
    }
    table = test::table_of({test::numeric("a", a)});
    values = std::make_unique<ValueTable>(table, threads);
    targets.values = y;
    start = squared_nodes(y, 1, {rows, {}});
  }
  AveragedForest forest(SplitOrder order, std::uint64_t seed) {
    return AveragedForest(rows, {*values, targets, nullptr, 1}, *start, {3, order, {kNoLimit, kNoLimit}}, seed,
                          threads);
  }

  Threads threads{1};
  Table table;
  std::vector<double> y;
  std::vector<std::uint32_t> rows;
  std::unique_ptr<ValueTable> values;
  SplitTargets targets;
  std::unique_ptr<NodeLoss> start;
};

// By tree, the depths of its leaves.
std::vector<std::multiset<int>> depths_of(const std::vector<Tree>& trees) {
  std::vector<std::multiset<int>> found(trees.size());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    std::vector<int> depth(trees[t].nodes.size());
    for (std::size_t id = 0; id < depth.size(); ++id) {
      const TreeNode& node = trees[t].nodes[id];
      if (node.feature == kNone) found[t].insert(depth[id]);
      for (const std::int32_t child : {node.left, node.right})
        if (child != kNone) depth[static_cast<std::size_t>(child)] = depth[id] + 1;
    }
  }
  return found;
}

TEST(AveragedForest, BreadthFirstFinishesALevelBeforeTheNext) {
  Line line;
  AveragedForest forest = line.forest(SplitOrder::breadth_first, 2);
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(forest.grow());
  using Depths = std::vector<std::multiset<int>>;
  EXPECT_EQ(depths_of(forest.trees(3)), (Depths{{1, 1}, {1, 1}, {1, 1}}));
  EXPECT_EQ(depths_of(forest.trees(6)), (Depths{{2, 2, 2, 2}, {1, 2, 2}, {1, 1}}));  // in the order of trees
  EXPECT_EQ(depths_of(forest.trees(9)), Depths(3, {2, 2, 2, 2}));
}

// The split of a node is the same in any order, so a forest to the end knows what every open leaf would gain.
TEST(AveragedForest, BestFirstTakesTheLeafWhoseSplitLowersTheErrorMost) {
  Line line;
  AveragedForest forest = line.forest(SplitOrder::best_first, 2), whole = line.forest(SplitOrder::breadth_first, 2);
  while (whole.grow()) {
  }
  const std::vector<Tree> full = whole.trees(whole.splits());
  constexpr std::size_t kSplits = 20;
  for (std::size_t i = 0; i < kSplits; ++i) EXPECT_TRUE(forest.grow());
  for (std::size_t splits = 4; splits <= kSplits; ++splits) {
    const std::vector<Tree> before = forest.trees(splits - 1), after = forest.trees(splits);
    double open = 0, taken = 0;
    for (std::size_t t = 0; t < 3; ++t) {
      const auto walk = [&](auto&& self, std::size_t at, std::size_t there) -> void {
        const TreeNode &node = before[t].nodes[at], &complete = full[t].nodes[there];
        if (node.feature == kNone) {
          open = std::max(open, complete.gain);
          if (after[t].nodes[at].feature != kNone) taken = complete.gain;
          return;
        }
        self(self, static_cast<std::size_t>(node.left), static_cast<std::size_t>(complete.left));
        self(self, static_cast<std::size_t>(node.right), static_cast<std::size_t>(complete.right));
      };
      walk(walk, 0, 0);
    }
    EXPECT_GT(taken, 0);
    EXPECT_DOUBLE_EQ(taken, open);
  }
}

TEST(AveragedForest, AtRandomAnyLeafMayBeTheNext) {
  Line line;
  std::set<std::pair<std::size_t, bool>> taken;  // which child of which root
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    AveragedForest forest = line.forest(SplitOrder::random, seed);
    for (int i = 0; i < 4; ++i) forest.grow();
    const std::vector<Tree> trees = forest.trees(4);
    for (std::size_t t = 0; t < 3; ++t)
      for (const std::size_t child : {1U, 2U})
        if (trees[t].nodes[child].feature != kNone) taken.insert({t, child == 1});
  }
  EXPECT_EQ(taken.size(), 6U);
}

}  // namespace
}  // namespace espalier
