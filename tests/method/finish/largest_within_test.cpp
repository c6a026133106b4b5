#include "method/finish/largest_within.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

// A model of stumps, one for each entry of `leaves` up to the count; entry t says how many leaves tree t has (a chain).
Model chains(const std::vector<int>& leaves, std::size_t count) {
  Pool pool;
  pool.features = {{"x", ColumnType::numeric, {}}};
  pool.intercept = {0};
  for (std::size_t t = 0; t < count; ++t) {
    Tree& tree = pool.trees.emplace_back();
    for (int split = 0; split + 1 < leaves[t]; ++split) {
      TreeNode node;
      node.feature = 0;
      node.threshold = static_cast<float>(split);
      node.left = static_cast<std::int32_t>(tree.nodes.size()) + 1;
      node.right = static_cast<std::int32_t>(tree.nodes.size()) + 2;
      tree.nodes.push_back(node);
      tree.nodes.emplace_back();
    }
    tree.nodes.emplace_back();
    tree.weights.assign(tree.nodes.size(), 1.0);
  }
  return make_model(test::regression({1, 2}), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

std::size_t search(const std::vector<int>& leaves, const Budget& budget) {
  return largest_within(
      leaves.size(), [&](std::size_t count) { return chains(leaves, count); }, budget);
}

TEST(Prefix, IsTheLargestThatFits) {
  const std::vector<int> leaves = {4, 2, 3, 2, 5, 2, 2, 4, 3, 2, 2};
  for (std::size_t amount = 1; amount < 40; ++amount) {
    std::size_t sum = 0, expected = 0;
    while (expected < leaves.size() && sum + static_cast<std::size_t>(leaves[expected]) <= amount) {
      sum += static_cast<std::size_t>(leaves[expected++]);
    }
    EXPECT_EQ(search(leaves, {amount, Unit::leaves}), expected) << amount;
  }
}

TEST(Prefix, TheBudgetOfAllIsAll) {
  const std::vector<int> leaves = {4, 2, 3, 2, 5};
  const Size size = size_of(stripped(chains(leaves, 5)));
  EXPECT_EQ(search(leaves, {size.bytes, Unit::bytes}), 5U);
  EXPECT_LT(search(leaves, {size.bytes - 1, Unit::bytes}), 5U);
  EXPECT_EQ(search(leaves, {5, Unit::trees}), 5U);
  EXPECT_EQ(search(leaves, {3, Unit::trees}), 3U);
}

TEST(Prefix, WhatIsReturnedFitsEvenIfMoreTreesTakeLess) {
  // Seven trees take more than eight or more.
  const auto sizes = [](std::size_t count) { return count == 7 ? 30 : static_cast<int>(count) + 2; };
  const auto model_of = [&](std::size_t count) { return chains({sizes(count)}, 1); };
  for (std::size_t amount = 3; amount < 20; ++amount) {
    const std::size_t kept = largest_within(12, model_of, {amount, Unit::leaves});
    EXPECT_TRUE(kept == 0 || static_cast<std::size_t>(sizes(kept)) <= amount);
  }
  EXPECT_EQ(largest_within(12, model_of, {14, Unit::leaves}), 12U);
}

TEST(Prefix, ASmallBudgetDoesNotPayForLargeModels) {
  std::size_t largest_but_all = 0;
  const auto model_of = [&](std::size_t count) {
    if (count < 1000) largest_but_all = std::max(largest_but_all, count);
    return chains(std::vector<int>(count, 2), count);
  };
  EXPECT_EQ(largest_within(1000, model_of, {6, Unit::leaves}), 3U);
  EXPECT_EQ(largest_but_all, 4U);
}

}  // namespace
}  // namespace espalier
