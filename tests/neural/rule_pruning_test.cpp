#include "neural/rule_pruning.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/neural_rules.h"
#include "neural/random_net.h"

namespace espalier {
namespace {

// k + (M - k) · max(0, (T - 2t) / (2tμ + T)) with M = 110, k = 10, T = 40: after t = 5 of them with μ = 1 that is
// 10 + 100 · 30 / 50.
TEST(RulePruning, TheScheduleIsThatOfFeatureSelectionWithAnnealing) {
  EXPECT_EQ(rules_after({10, 1}, 110, 0, 40), 110U);
  EXPECT_EQ(rules_after({10, 1}, 110, 5, 40), 70U);
  EXPECT_EQ(rules_after({10, 1}, 110, 10, 40), 43U);  // 10 + 100 · 20 / 60
  EXPECT_EQ(rules_after({10, 1}, 110, 19, 40), 12U);  // 10 + 100 · 2 / 78
  EXPECT_EQ(rules_after({10, 1}, 110, 20, 40), 10U);
  EXPECT_EQ(rules_after({10, 1}, 110, 40, 40), 10U);
  EXPECT_EQ(rules_after({10, 0}, 110, 10, 40), 60U);   // evenly over half of the epochs
  EXPECT_EQ(rules_after({10, 10}, 110, 10, 40), 18U);  // 10 + 100 · 20 / 240
}

TEST(RulePruning, NoneGoWhereThereIsRoomForAll) {
  for (const std::size_t keep : {20U, 21U, 1000U}) EXPECT_EQ(rules_after({keep, 10}, 20, 40, 40), 20U);
}

TEST(RulePruning, TheScheduleNeverRises) {
  for (const double speed : {0.0, 1.0, 10.0, 1e12}) {
    std::size_t last = 75;
    for (std::size_t t = 0; t <= 30; ++t) {
      const std::size_t left = rules_after({3, speed}, 75, t, 30);
      EXPECT_LE(left, last);
      EXPECT_GE(left, 3U);
      last = left;
    }
    EXPECT_EQ(last, 3U);
  }
}

// Rules of one plane over no inputs, so that each is its offset.
NeuralNet constants(const std::vector<float>& offsets, const std::vector<float>& values) {
  NeuralNet net;
  net.planes.assign(offsets.size(), 1);
  net.weights = offsets;
  net.values = values;
  return net;
}

TEST(RulePruning, TheNormIsTheSumOfSquaresOverTheRows) {
  const auto groups = to_groups(constants({2, -1, 0.5F}, {1, 1, 1}), 1, false);
  const std::vector<std::vector<double>> norms = squared_norms(groups, nullptr, 6);
  ASSERT_EQ(norms.size(), 1U);
  EXPECT_EQ(norms[0][0], 6 * 4.0);
  EXPECT_EQ(norms[0][1], 0);
  EXPECT_EQ(norms[0][2], 6 * 0.25);
}

std::vector<std::uint32_t> bits_after(const std::vector<RuleGroup>& groups, std::size_t count,
                                      std::vector<std::uint32_t> alive, std::size_t left) {
  EXPECT_EQ(prune(groups, squared_norms(groups, nullptr, 1), count, alive), left);
  return alive;
}

TEST(RulePruning, ThoseOfTheLargestValueTimesNormStayTheFirstOfEqualOnes) {
  // |value| · norm: 2, 3, 2, 0, 1
  const auto groups = to_groups(constants({2, 1, 0.5F, -1, 1}, {1, -3, 4, 9, 1}), 1, false);
  EXPECT_EQ(bits_after(groups, 3, {0b11111}, 3), std::vector<std::uint32_t>{0b00111});
  EXPECT_EQ(bits_after(groups, 2, {0b11111}, 2), std::vector<std::uint32_t>{0b00011});
  EXPECT_EQ(bits_after(groups, 1, {0b11111}, 1), std::vector<std::uint32_t>{0b00010});
  EXPECT_EQ(bits_after(groups, 2, {0b11101}, 2), std::vector<std::uint32_t>{0b00101});  // what is gone stays so
  EXPECT_EQ(bits_after(groups, 9, {0b10100}, 2), std::vector<std::uint32_t>{0b10100});
}

TEST(RulePruning, TheValueOfSeveralOutputsIsItsNorm) {
  NeuralNet net = constants({1, 1}, {3, 4, 0, 4.5F});
  const auto groups = to_groups(net, 2, false);
  EXPECT_EQ(bits_after(groups, 1, {0b11}, 1), std::vector<std::uint32_t>{0b01});
}

TEST(RulePruning, RulesOfAllGroupsAreRankedTogether) {
  std::vector<float> values(40);
  for (std::size_t r = 0; r < 40; ++r) values[r] = static_cast<float>(r);
  const auto groups = to_groups(constants(std::vector<float>(40, 1), values), 1, false);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(bits_after(groups, 10, {~0U, 0xFFU}, 10), (std::vector<std::uint32_t>{0xC0000000U, 0xFFU}));
}

TEST(RulePruning, NormsGoByTheWeightsOfTheRows) {
  NeuralNet net;  // max(0, x)
  net.inputs = {0};
  net.planes = {1};
  net.weights = {1, 0};
  net.values = {1};
  const std::vector<RuleGroup> groups = to_groups(net, 1, false);
  const std::vector<float> inputs = {1, 2, -3}, weights = {4, 0.5F, 1};
  EXPECT_EQ(squared_norms(groups, inputs.data(), 3)[0][0], 5);
  EXPECT_EQ(squared_norms(groups, inputs.data(), 3, weights)[0][0], 6);
}

}  // namespace
}  // namespace espalier
