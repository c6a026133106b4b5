// Neural rules as make_model() takes them.
#include "model/neural_rules.h"

#include <gtest/gtest.h>

#include <limits>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

Model made(const NeuralRules& rules) {
  return make_model(samples::regression_target("y"), Link::identity,
                    {samples::numeric("a"), samples::numeric("b"), samples::categorical("c", {"p", "q"})}, rules);
}

// Three inputs, a, b and [c = q], and two nets with two rules each.
NeuralRules sample() {
  NeuralRules rules;
  rules.intercept = {1};
  rules.inputs.resize(3);
  rules.inputs[1].feature = 1;
  rules.inputs[2].feature = 2;
  rules.inputs[2].kind = NeuralInput::Kind::label;
  rules.inputs[2].label = 1;
  NeuralNet first;
  first.inputs = {0, 2};
  first.planes = {2, 1};
  first.weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  first.values = {0, 10};
  NeuralNet second;
  second.inputs = {1};
  second.planes = {1, 1};
  second.weights = {1, 2, 3, 4};
  second.values = {0, 0};
  rules.nets = {first, second};
  rules.statistics = RuleStatistics{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
  return rules;
}

TEST(NeuralRules, WithoutValueGoWithAllThatIsTheirs) {
  const Model model = made(sample());
  ASSERT_EQ(model.features.size(), 2U);
  EXPECT_EQ(model.features[1].name, "c");
  EXPECT_EQ(model.features[1].labels, (std::vector<std::string>{"p", "q"}));  // so that codes stay
  const auto& rules = std::get<NeuralRules>(model.body);
  ASSERT_EQ(rules.nets.size(), 1U);
  EXPECT_EQ(rules.nets[0].inputs, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(rules.nets[0].planes, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(rules.nets[0].weights, (std::vector<float>{7, 8, 9}));
  EXPECT_EQ(rules.nets[0].values, (std::vector<float>{10}));
  ASSERT_EQ(rules.inputs.size(), 2U);
  EXPECT_EQ(rules.inputs[1].feature, 1U);
  EXPECT_EQ(rules.inputs[1].label, 1U);
  EXPECT_EQ(*rules.statistics, (RuleStatistics{{2}, {6}, {10}, {14}}));
}

TEST(NeuralRules, OfWhichNoneIsLeftAreAConstant) {
  NeuralRules rules = sample();
  rules.nets[0].values = {0, 0};
  const Model model = made(rules);
  EXPECT_TRUE(model.features.empty());
  EXPECT_EQ(decode(encode(model), "m"), model);
  EXPECT_EQ(size_of(model).rules, 0U);
}

TEST(NeuralRules, KeepTheMixingOfTheRulesThatStay) {
  NeuralRules rules = sample();
  rules.deep = true;
  rules.nets[0].mixing = {1, 2, 3, 4, 5, 6, 7, 8};
  rules.nets[1].mixing = {1, 2, 3, 4};
  const Model model = made(rules);
  EXPECT_EQ(std::get<NeuralRules>(model.body).nets[0].mixing, (std::vector<float>{7, 8}));
}

TEST(NeuralRules, ThatCannotBeAreOurOwnBugs) {
  const auto expect_bug = [](auto&& change) {
    NeuralRules rules = sample();
    change(rules);
    EXPECT_THROW(made(rules), std::logic_error);
  };
  expect_bug([](NeuralRules& rules) { rules.intercept = {1, 2}; });
  expect_bug([](NeuralRules& rules) { rules.inputs[2].label = 2; });
  expect_bug([](NeuralRules& rules) { rules.inputs[2].kind = NeuralInput::Kind::value; });
  expect_bug([](NeuralRules& rules) { rules.inputs[1] = rules.inputs[0]; });
  expect_bug([](NeuralRules& rules) { rules.inputs[0].spread = 0; });
  expect_bug([](NeuralRules& rules) { rules.inputs[0].knots = rules.inputs[0].levels = {1}; });
  expect_bug([](NeuralRules& rules) {
    rules.inputs[0].knots = {1, 1};
    rules.inputs[0].levels = {1, 2};
  });
  expect_bug([](NeuralRules& rules) { rules.nets[0].inputs = {2, 0}; });
  expect_bug([](NeuralRules& rules) { rules.nets[0].inputs = {0, 3}; });
  expect_bug([](NeuralRules& rules) { rules.nets[0].weights.pop_back(); });
  expect_bug([](NeuralRules& rules) { rules.nets[0].weights[0] = 2 * kMostWeight; });
  expect_bug([](NeuralRules& rules) { rules.nets[0].mixing = {1, 2}; });
  expect_bug([](NeuralRules& rules) { rules.nets[0].values[1] = std::numeric_limits<float>::infinity(); });
  expect_bug([](NeuralRules& rules) { rules.statistics->leaf.pop_back(); });
  expect_bug([](NeuralRules& rules) { rules.statistics->both[0] = -1; });
}

TEST(NeuralRules, StrippedHaveNoStatistics) {
  const Model model = stripped(samples::planes());
  EXPECT_FALSE(std::get<NeuralRules>(model.body).statistics);
  EXPECT_FALSE(model.provenance);
  EXPECT_EQ(std::get<NeuralRules>(model.body).nets, std::get<NeuralRules>(samples::planes().body).nets);
}

TEST(NeuralRules, HaveNeitherTreesNorStages) {
  const Model model = samples::plane();
  samples::expect_error(ErrorCode::usage, "a model of neural rules has no trees", [&] { to_pool(model); });
  samples::expect_error(ErrorCode::usage, "a model of neural rules has no stages", [&] { at_stage(model, 3); });
}

}  // namespace
}  // namespace espalier
