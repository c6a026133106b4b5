#include "grow/induced/node_splitter.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/threads.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

std::size_t split(const Table& table, const SplitTargets& sums, std::vector<std::uint32_t>& rows, std::size_t features,
                  Tree& tree, const NodeLoss* loss = nullptr, std::size_t width = 1) {
  Threads threads(1);
  const ValueTable values(table, threads);
  Draws draws(Random(1, "splits"));
  tree.nodes.resize(1);
  return make_splitter({values, sums, loss, features, width})->split(rows, draws, tree, 0);
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

}  // namespace
}  // namespace espalier
