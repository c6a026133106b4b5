#include "predict/neural/rule_group.h"

#include <gtest/gtest.h>

#include "neural/random_net.h"

namespace espalier {
namespace {

TEST(RuleGroup, ANetComesBackAsItWas) {
  for (const bool deep : {false, true}) {
    for (const std::size_t rules : {0U, 1U, 31U, 32U, 33U, 70U}) {
      for (const std::size_t outputs : {1U, 3U}) {
        NeuralNet net = test::random_net(rules, 4, outputs, deep, rules);
        net.inputs = {1, 2, 5, 9};
        const std::vector<RuleGroup> groups = to_groups(net, outputs, deep);
        EXPECT_EQ(groups.size(), (rules + 31) / 32);
        EXPECT_EQ(to_net(groups, net.inputs), net);
      }
    }
  }
}

TEST(RuleGroup, HasThePlanesOfItsRulesSideBySide) {
  NeuralNet net;
  net.inputs = {0, 1};
  net.planes = {2, 1};
  net.weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  net.mixing = {11, 12, 13, 14, 15, 16, 17, 18};
  net.values = {20, 21, 22, 23};
  const std::vector<RuleGroup> groups = to_groups(net, 2, true);
  ASSERT_EQ(groups.size(), 1U);
  const RuleGroup& group = groups[0];
  EXPECT_EQ(group.shape().rules, 2U);
  EXPECT_EQ(group.shape().planes, 2U);
  EXPECT_EQ(group.planes_of(0), 2U);
  EXPECT_EQ(group.planes_of(1), 1U);
  EXPECT_EQ(group.weights(0, 1)[0], 2);
  EXPECT_EQ(group.offsets(0)[0], 3);
  EXPECT_EQ(group.weights(1, 0)[0], 4);
  EXPECT_EQ(group.weights(0, 0)[1], 7);
  EXPECT_EQ(group.offsets(0)[1], 9);
  EXPECT_EQ(group.mixing(1, 0)[0], 13);
  EXPECT_EQ(group.shifts(1)[0], 16);
  EXPECT_EQ(group.mixing(0, 0)[1], 17);
  EXPECT_EQ(group.shifts(0)[1], 18);
  EXPECT_EQ(group.values(1)[0], 21);
  EXPECT_EQ(group.values(0)[1], 22);
  // The padding is far above all planes, and has no weight.
  EXPECT_GT(group.offsets(1)[1], 1e36F);
  EXPECT_GT(group.shifts(1)[1], 1e36F);
  EXPECT_EQ(group.weights(1, 0)[1], 0);
  EXPECT_EQ(group.mixing(0, 1)[1], 0);
}

TEST(RuleGroup, SaysWhereOffsetsAndShiftsAreAmongItsNumbers) {
  for (const bool deep : {false, true}) {
    RuleGroup group({3, 2, 4, 1, deep});
    const float* first = group.numbers().data();
    EXPECT_EQ(group.offsets(0) - first, static_cast<std::ptrdiff_t>(group.first_offset_number()));
    EXPECT_EQ(group.offsets(1) + kGroupRules - first, static_cast<std::ptrdiff_t>(group.end_offset_number()));
    EXPECT_EQ(group.values(0) - first, static_cast<std::ptrdiff_t>(group.first_value_number()));
    if (deep) {
      EXPECT_EQ(group.shifts(0) - first, static_cast<std::ptrdiff_t>(group.first_shift_number()));
      EXPECT_EQ(group.shifts(1) + kGroupRules, group.values(0));
    } else {
      EXPECT_EQ(group.first_shift_number(), group.end_offset_number());
    }
    EXPECT_EQ(group.numbers().size(), group.first_value_number() + kGroupRules);
  }
}

}  // namespace
}  // namespace espalier
