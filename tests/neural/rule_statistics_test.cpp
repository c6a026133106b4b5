#include "neural/rule_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier {
namespace {

// One input. The rule began as x - 1 on x > 1, and is 2x - 6 on x > 3 now.
TEST(RuleStatistics, AreTheRowsOfTheRuleOfItsLeafAndOfBoth) {
  NeuralNet start, now;
  start.inputs = now.inputs = {0};
  start.planes = now.planes = {1, 1};
  start.weights = {1, -1, -1, 2};  // and 2 - x on x < 2
  now.weights = {2, -6, -1, 4};    // which is 4 - x on x < 4
  start.values = now.values = {1, 1};
  NetRows rows;
  rows.inputs = {0, 2, 4, 5};
  rows.width = 1;
  rows.values = {0, 0, 0, 0};
  Threads threads(1);
  const auto statistics = [&] {
    return rule_statistics(to_groups(start, 1, false), to_groups(now, 1, false), start.inputs, rows, threads);
  };
  RuleStatistics of = statistics();
  EXPECT_EQ(of.rows, (std::vector<float>{2, 2}));  // 4 and 5; 0 and 2
  EXPECT_EQ(of.leaf, (std::vector<float>{3, 1}));  // 2, 4 and 5; 0
  EXPECT_EQ(of.both, (std::vector<float>{2, 1}));
  // The rule is 0, 0, 2, 4: mean 1.5, mean square 5.
  EXPECT_FLOAT_EQ(of.spread[0], std::sqrt(5.0F - 2.25F));
  // The other one 4, 2, 0, 0.
  EXPECT_FLOAT_EQ(of.spread[1], std::sqrt(5.0F - 2.25F));

  rows.weights = {1, 1, 4, 2};
  of = statistics();
  EXPECT_EQ(of.rows, (std::vector<float>{6, 2}));
  EXPECT_EQ(of.leaf, (std::vector<float>{7, 1}));
  EXPECT_EQ(of.both, (std::vector<float>{6, 1}));
  // For the first rule, Σ w r = 16 and Σ w r² = 48 over a weight of 8.
  EXPECT_FLOAT_EQ(of.spread[0], std::sqrt(6.0F - 4));
}

TEST(RuleStatistics, AreTheSameHoweverManyRowsAreTakenAtOnce) {
  NeuralNet net;
  net.inputs = {0};
  net.planes = {1};
  net.weights = {1, 0};
  net.values = {1};
  NetRows rows;
  rows.width = 1;
  for (int i = 0; i < 1500; ++i) rows.inputs.push_back(i % 3 == 0 ? -1.0F : 1.0F);
  rows.values.resize(1500);
  Threads threads(2);
  const auto groups = to_groups(net, 1, false);
  const RuleStatistics of = rule_statistics(groups, groups, net.inputs, rows, threads);
  EXPECT_EQ(of.rows, std::vector<float>{1000});
  EXPECT_EQ(of.leaf, of.rows);
  EXPECT_EQ(of.both, of.rows);
  EXPECT_FLOAT_EQ(of.spread[0], std::sqrt(2.0F / 9));
}

}  // namespace
}  // namespace espalier
