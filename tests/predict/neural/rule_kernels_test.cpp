#include "predict/neural/rule_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/neural_rules.h"
#include "neural/random_net.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

// One rule at one row, in the order that the header promises.
struct NaiveRule {
  float value = 0;
  std::size_t least = 0;
  std::vector<float> planes;
};

void take_least(const std::vector<float>& sums, NaiveRule& rule) {
  rule.least = static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin());  // the first of equal ones
  rule.value = std::max(0.0F, sums[rule.least]);
}

NaiveRule naive_rule(const RuleGroup& group, std::size_t r, const float* inputs) {
  NaiveRule rule;
  for (std::size_t p = 0; p < group.planes_of(r); ++p) {
    float sum = group.offsets(p)[r];
    for (std::size_t i = 0; i < group.shape().inputs; ++i) {
      const volatile float product = group.weights(p, i)[r] * inputs[i];  // rounded before it is added
      sum += product;
    }
    rule.planes.push_back(sum);
  }
  if (!group.shape().deep) {
    take_least(rule.planes, rule);
    return rule;
  }
  for (float& plane : rule.planes) plane = std::max(0.0F, plane);
  std::vector<float> mixed;
  for (std::size_t k = 0; k < rule.planes.size(); ++k) {
    float sum = group.shifts(k)[r];
    for (std::size_t p = 0; p < rule.planes.size(); ++p) {
      const volatile float product = group.mixing(k, p)[r] * rule.planes[p];
      sum += product;
    }
    mixed.push_back(sum);
  }
  take_least(mixed, rule);
  return rule;
}

void expect_naive(const NeuralNet& net, bool deep, const std::vector<float>& inputs, std::size_t rows) {
  RuleActivity activity;
  for (const RuleGroup& group : to_groups(net, 1, deep)) {
    activate(group, inputs.data(), rows, activity);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t r = 0; r < kGroupRules; ++r) {
        const bool active = ((activity.active[row] >> r) & 1) != 0;
        if (r >= group.shape().rules) {
          EXPECT_FALSE(active);
          EXPECT_EQ(activity.values_of(row)[r], 0);
          continue;
        }
        const NaiveRule naive = naive_rule(group, r, inputs.data() + row * group.shape().inputs);
        ASSERT_EQ(activity.values_of(row)[r], naive.value);
        ASSERT_EQ(active, naive.value > 0);
        ASSERT_EQ(activity.least_of(row)[r], static_cast<std::int32_t>(naive.least));
        for (std::size_t p = 0; deep && p < naive.planes.size(); ++p)
          ASSERT_EQ(activity.planes_of(row, group.shape().planes)[p * kGroupRules + r], naive.planes[p]);
      }
    }
  }
}

TEST(RuleKernels, HaveTheBitsOfTheDefinitionOnEveryInstructionSet) {
  test::on_every_instruction_set([] {
    for (const bool deep : {false, true}) {
      for (const std::size_t rules : {1U, 17U, 32U, 45U}) {
        for (const std::size_t rows : {1U, 3U, 4U, 22U}) {
          const std::size_t width = 1 + rules % 7;
          Random random(rows, "inputs");
          expect_naive(test::random_net(rules, width, 1, deep, rules), deep, test::random_numbers(rows * width, random),
                       rows);
        }
      }
    }
  });
}

TEST(RuleKernels, OfEqualPlanesTheFirstIsTheLeast) {
  // 1 - x, x + 1 and 1 are equal at 0; a deep rule has them as they are.
  NeuralNet net;
  net.inputs = {0};
  net.planes = {3};
  net.weights = {-1, 1, 1, 1, 0, 1};
  net.values = {1};
  const std::vector<float> inputs = {0, 0.5F, -0.5F, -2, 2};
  const std::vector<std::int32_t> least = {0, 0, 1, 1, 0};
  const std::vector<float> values = {1, 0.5F, 0.5F, 0, 0};
  test::on_every_instruction_set([&] {
    for (const bool deep : {false, true}) {
      net.mixing = {};
      if (deep) net.mixing = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
      RuleActivity activity;
      activate(to_groups(net, 1, deep)[0], inputs.data(), inputs.size(), activity);
      for (std::size_t row = 0; row < inputs.size(); ++row) {
        EXPECT_EQ(activity.least_of(row)[0], least[row]);
        EXPECT_EQ(activity.values_of(row)[0], values[row]);
        EXPECT_EQ(activity.active[row], values[row] > 0 ? 1U : 0U);
      }
    }
  });
}

TEST(RuleKernels, AnActivityMayBeUsedAgainForOtherRowsAndGroups) {
  Random random(1, "inputs");
  const std::vector<float> inputs = test::random_numbers(50 * 3, random);
  const auto large = to_groups(test::random_net(32, 3, 1, true, 1), 1, true);
  const auto small = to_groups(test::random_net(2, 3, 1, false, 2), 1, false);
  RuleActivity used, fresh;
  activate(large[0], inputs.data(), 50, used);
  activate(small[0], inputs.data(), 6, used);
  activate(small[0], inputs.data(), 6, fresh);
  EXPECT_EQ(used.value, fresh.value);
  EXPECT_EQ(used.least, fresh.least);
  EXPECT_EQ(used.active, fresh.active);
}

TEST(RuleKernels, RulesOverNoInputsAreTheirOffsets) {
  NeuralNet net;
  net.planes = {2, 1};
  net.weights = {3, 2, -1};
  net.values = {1, 1};
  RuleActivity activity;
  activate(to_groups(net, 1, false)[0], nullptr, 5, activity);
  for (std::size_t row = 0; row < 5; ++row) {
    EXPECT_EQ(activity.values_of(row)[0], 2);
    EXPECT_EQ(activity.active[row], 1U);
  }
}

}  // namespace
}  // namespace espalier
