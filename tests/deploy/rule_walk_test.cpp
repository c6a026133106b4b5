#include "deploy/rule_walk.h"

#include <gtest/gtest.h>

#include "deploy/trees.h"
#include "espalier/loss.h"
#include "espalier/pool.h"

namespace espalier {
namespace {

using samples::leaf;
using samples::numeric;
using samples::split_at;

struct Visited {
  std::uint32_t terminal;
  std::vector<RuleCondition> conditions;
};

std::vector<Visited> walk(
    const Model& model, const RuleWalk::Wanted& wanted = [](std::uint32_t) { return true; }) {
  std::vector<Visited> visited;
  RuleWalk walk(model);
  for (const TreeSpan& tree : std::get<Forest>(model.body).trees) {
    walk.visit(tree, wanted, [&](std::uint32_t terminal, const std::vector<RuleCondition>& conditions) {
      visited.push_back({terminal, conditions});
    });
  }
  return visited;
}

TEST(RuleWalk, MergesWhatAPathSaysAboutAFeature) {
  const std::vector<Visited> visited = walk(samples::ages(1));  // age <= 5 ? (age <= 2 ? … : …) : …
  ASSERT_EQ(visited.size(), 3U);
  for (std::uint32_t terminal = 0; terminal < 3; ++terminal) {
    EXPECT_EQ(visited[terminal].terminal, terminal);
    ASSERT_EQ(visited[terminal].conditions.size(), 1U);
  }
  EXPECT_EQ(visited[0].conditions[0].at_most, 2.0F);
  EXPECT_EQ(visited[0].conditions[0].above, std::nullopt);
  EXPECT_EQ(visited[1].conditions[0].above, 2.0F);
  EXPECT_EQ(visited[1].conditions[0].at_most, 5.0F);
  EXPECT_FALSE(visited[1].conditions[0].missing);
  EXPECT_EQ(visited[2].conditions[0].above, 5.0F);
  EXPECT_TRUE(visited[2].conditions[0].missing);
}

TEST(RuleWalk, EveryTreeStartsWithNothingSaid) {
  const std::vector<Visited> visited = walk(samples::ages(3));
  ASSERT_EQ(visited.size(), 9U);
  for (std::size_t i = 3; i < 9; ++i) EXPECT_EQ(visited[i].conditions, visited[i - 3].conditions);
}

TEST(RuleWalk, LeavesOutWhatIsNotWanted) {
  const std::vector<Visited> visited = walk(samples::ages(1), [](std::uint32_t terminal) { return terminal == 1; });
  ASSERT_EQ(visited.size(), 1U);
  EXPECT_EQ(visited[0].terminal, 1U);
}

TEST(RuleWalk, LabelsAreThoseThatEverySplitLeaves) {
  const std::vector<Visited> visited = walk(samples::one_tree());
  ASSERT_EQ(visited.size(), 4U);
  ASSERT_EQ(visited[1].conditions.size(), 2U);
  EXPECT_EQ(visited[1].conditions[1].labels, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(visited[2].conditions[1].labels, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(visited[2].conditions[1].missing);
}

// age <= 2 ? (age <= 5 ? … : nobody) : …
TEST(RuleWalk, PassesByATerminalThatNoRowCanReach) {
  Pool pool;
  pool.features = {numeric("age")};
  pool.intercept = {0};
  Tree tree;
  tree.nodes = {split_at(0, 2, 1, 2), split_at(0, 5, 3, 4), leaf(), leaf(), leaf()};
  tree.nodes[1].missing_left = true;
  tree.weights = {0, 0, 1, 2, 3};
  pool.trees = {tree};
  const Model model = make_model(samples::regression_target("price"), Link::identity, pool.features,
                                 make_forest(pool, pool.grown_weights()));
  const std::vector<Visited> visited = walk(model);
  ASSERT_EQ(visited.size(), 2U);
  EXPECT_EQ(visited[0].terminal, 0U);
  EXPECT_EQ(visited[1].terminal, 2U);
}

}  // namespace
}  // namespace espalier
