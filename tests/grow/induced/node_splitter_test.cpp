#include "grow/induced/node_splitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/table.h"
#include "grow/induced/mixed_rows.h"
#include "support/tables.h"

namespace espalier {
namespace {

std::size_t split(const Table& table, const SplitTargets& sums, std::vector<std::uint32_t>& rows, std::size_t features,
                  Tree& tree, const NodeLoss* loss = nullptr, std::size_t width = 1, int thread_count = 1) {
  Threads threads(thread_count);
  const ValueTable values(table, threads);
  Draws draws(Random(1, "splits"));
  tree.nodes.resize(1);
  return make_splitter({values, sums, loss, features, width})->split(rows, draws, tree, 0, threads);
}

const std::vector<double> kTargets = {0, 0, 0, 1, 1, 1};
const std::vector<std::uint32_t> kAll = {0, 1, 2, 3, 4, 5};

TEST(NodeSplitter, MovesTheRowsThatGoLeftToTheFront) {
  const Table table = test::table_of({test::numeric("x", {5, 1, 4, 2, 3, 6})});
  SplitTargets sums;
  sums.values = kTargets;
  std::vector<std::uint32_t> rows = kAll;
  Tree tree;
  const std::size_t left = split(table, sums, rows, 1, tree);
  ASSERT_TRUE(left > 0 && left < 6);
  EXPECT_EQ(tree.nodes[0].feature, 0);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(table.columns[0].values[rows[i]] <= tree.nodes[0].threshold, i < left) << i;
}

TEST(NodeSplitter, LooksOnUntilAColumnIsNotConstant) {
  std::vector<Column> columns;
  for (int i = 0; i < 20; ++i) columns.push_back(test::numeric("c" + std::to_string(i), std::vector<float>(6, 1.0F)));
  columns.push_back(test::numeric("x", {1, 2, 3, 4, 5, 6}));
  SplitTargets sums;
  sums.values = kTargets;
  std::vector<std::uint32_t> rows = kAll;
  Tree tree;
  EXPECT_GT(split(test::table_of(columns), sums, rows, 1, tree), 0U);
  EXPECT_EQ(tree.nodes[0].feature, 20);
}

TEST(NodeSplitter, SplitsRowsThatDifferInOneOfSeveralTargets) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  const std::vector<double> targets = {7, 0, 7, 0, 7, 0, 7, 1, 7, 1, 7, 1};  // the first is 7 in every row
  SplitTargets sums;
  sums.values = targets;
  const auto loss = squared_nodes(targets, 2, {kAll, {}});
  std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5}, alike = {0, 1, 2};
  Tree tree;
  EXPECT_GT(split(table, sums, all, 1, tree, loss.get(), 2), 0U);
  EXPECT_EQ(split(table, sums, alike, 1, tree, loss.get(), 2), 0U);
}

TEST(NodeSplitter, LeavesWholeWhatCannotBeParted) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6}), test::numeric("c", {1, 1, 1, 1, 1, 1})});
  SplitTargets sums;
  sums.values = kTargets;
  Tree tree;
  std::vector<std::uint32_t> one = {2}, alike = {0, 1, 2}, all = kAll;
  EXPECT_EQ(split(table, sums, one, 2, tree), 0U);
  EXPECT_EQ(split(table, sums, alike, 2, tree), 0U);
  const Table constant = test::table_of({test::numeric("c", {1, 1, 1, 1, 1, 1})});
  EXPECT_EQ(split(constant, sums, all, 1, tree), 0U);
  const auto loss = squared_nodes(kTargets, 1, {kAll, {}});
  EXPECT_EQ(split(table, sums, alike, 2, tree, loss.get()), 0U);
}

TEST(NodeSplitter, IsJudgedByTheLossIfThereIsOne) {
  // By their targets a parts the rows best, by what is left to explain of them b does.
  const Table table = test::table_of({test::numeric("a", {0, 0, 0, 1, 1, 1}), test::numeric("b", {0, 1, 0, 1, 0, 1})});
  SplitTargets sums;
  sums.values = kTargets;
  const std::vector<double> left = {-1, 1, -1, 1, -1, 1};
  const auto loss = squared_nodes(left, 1, {kAll, {}});
  std::vector<std::uint32_t> rows = kAll;
  Tree by_target, by_loss;
  split(table, sums, rows, 2, by_target);
  EXPECT_EQ(by_target.nodes[0].feature, 0);
  split(table, sums, rows, 2, by_loss, loss.get());
  EXPECT_EQ(by_loss.nodes[0].feature, 1);
}

// In more rows than a block has.
struct Large {
  static constexpr std::size_t kRows = 3 * kNodeBlock + 100;

  Large() {
    Random random(2, "large");
    test::MixedRows mixed;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      mixed.draw(random);
      targets.push_back(mixed.signal(static_cast<double>(mixed.a.back())));
      weights.push_back(0.5 + random.uniform());
      if (row % 9 != 0) rows.push_back(row);
    }
    table = mixed.table();
  }

  Table table;
  std::vector<double> targets, weights;
  std::vector<std::uint32_t> rows;
};

// The gain of the split is summed up row by row, and the rows keep their order on both sides.
TEST(NodeSplitter, SplitsLargeNodesAlikeOnAnyNumberOfThreads) {
  const Large large;
  for (const bool weighted : {false, true}) {
    SplitTargets sums;
    sums.values = large.targets;
    if (weighted) sums.weights = large.weights;
    const auto loss = squared_nodes(large.targets, 1, {large.rows, sums.weights});
    for (const NodeLoss* judge : {static_cast<const NodeLoss*>(nullptr), static_cast<const NodeLoss*>(loss.get())}) {
      for (std::size_t column = 0; column < 3; ++column) {
        const Table table = test::table_of({large.table.columns[column]});
        std::vector<std::uint32_t> rows = large.rows, same = large.rows;
        Tree tree, same_tree;
        const std::size_t left = split(table, sums, rows, 1, tree, judge);
        ASSERT_GT(left, 0U);
        EXPECT_EQ(split(table, sums, same, 1, same_tree, judge, 1, 7), left);
        EXPECT_EQ(same, rows);
        EXPECT_EQ(same_tree.nodes[0].gain, tree.nodes[0].gain);
        std::vector<std::uint32_t> expected = large.rows;
        std::stable_partition(expected.begin(), expected.end(), [&](std::uint32_t row) {
          return test::goes_left(tree, tree.nodes[0], large.table.columns[column], row);
        });
        EXPECT_EQ(rows, expected);
        const auto score = [&](std::span<const std::uint32_t> side) {
          double sum = 0, weight = 0;
          for (const std::uint32_t row : side) {
            const double w = weighted ? large.weights[row] : 1;
            sum += w * (large.targets[row] - (judge != nullptr ? loss->start()[0] : 0));
            weight += w;
          }
          return sum * sum / weight;
        };
        const std::span<const std::uint32_t> all(rows);
        const double gain = score(all.first(left)) + score(all.subspan(left)) - score(all);
        EXPECT_NEAR(tree.nodes[0].gain, gain, 1e-3 + 1e-4 * gain);
      }
    }
  }
}

}  // namespace
}  // namespace espalier
