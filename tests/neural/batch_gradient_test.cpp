// Gradients as a trainer has them against differences of the loss by its definition, in double.
#include "neural/batch_gradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "neural/net_trainer.h"
#include "neural/random_net.h"
#include "neural/start_rules.h"

namespace espalier {
namespace {

// A gradient with its numbers in the places of the net's, and what the mean loss is.
struct NetGradient {
  NeuralNet net;
  std::vector<float> intercept;
  double loss = 0;
};

NetGradient gradient_of(const NeuralNet& net, bool deep, const NetRows& rows, std::span<const std::uint32_t> of) {
  Threads threads(1);
  NetTrainer trainer(net, deep, rows, {});
  NetTrainer::Gradient gradient = trainer.gradient(of, threads);
  std::vector<RuleGroup> groups = to_groups(net, rows.outputs, deep);
  EXPECT_EQ(groups.size(), gradient.groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    std::ranges::copy(gradient.groups[g].numbers(), groups[g].numbers().begin());
  return {to_net(groups, net.inputs), gradient.intercept, gradient.loss};
}

// By one number, which may be moved by different steps to its two sides.
double difference(const std::function<double()>& loss, double& number, double below, double above) {
  const double at = number;
  number = at + above;
  const double high = loss();
  number = at - below;
  const double low = loss();
  number = at;
  return (high - low) / (above + below);
}

class Gradients : public testing::TestWithParam<std::tuple<NetLoss, bool, bool>> {
 protected:
  NetLoss loss = std::get<0>(GetParam());
  bool deep = std::get<1>(GetParam()), weighted = std::get<2>(GetParam());

  static constexpr double kStep = 1e-6;

  void expect_differences(const NeuralNet& net, const NetRows& rows, std::span<const std::uint32_t> of,
                          double above = kStep) {
    const NetGradient gradient = gradient_of(net, deep, rows, of);
    test::Numbers numbers(net, std::vector<double>(rows.outputs));
    const auto mean_loss = [&] { return test::naive_mean_loss(net, numbers, rows, of); };
    EXPECT_NEAR(gradient.loss, mean_loss(), 1e-4 * (1 + mean_loss()));
    const auto compare = [&](std::vector<double>& of_numbers, const std::vector<float>& gradients) {
      ASSERT_EQ(of_numbers.size(), gradients.size());
      for (std::size_t i = 0; i < of_numbers.size(); ++i) {
        const double expected = difference(mean_loss, of_numbers[i], kStep, above);
        EXPECT_NEAR(gradients[i], expected, 4e-5 * (1 + std::fabs(expected))) << i;
      }
    };
    compare(numbers.weights, gradient.net.weights);
    compare(numbers.mixing, gradient.net.mixing);
    compare(numbers.values, gradient.net.values);
    compare(numbers.intercept, gradient.intercept);
  }
};

TEST_P(Gradients, AreThoseOfTheMeanLossOfAnyNet) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const NetRows rows = test::random_rows(30, 4, loss, weighted, seed);
    const bool many = seed == 2;  // more than a group
    expect_differences(test::random_net(many ? 33 : 6, 4, rows.outputs, deep, seed), rows,
                       test::first_numbers(many ? 7 : 23));
  }
}

// Where a deep rule of a tree is 0 it is at a kink, for V and β move it up but not down: its differences are taken from
// below.
TEST_P(Gradients, AreThoseOfTheMeanLossOfTheRulesOfATree) {
  const NetRows rows = test::random_rows(40, 3, loss, weighted, 7);
  Tree tree = test::random_tree(3, 4, rows.outputs, 7);
  for (double& weight : tree.weights) weight = weight / 20 - 0.5;
  expect_differences(start_rules(tree, used_features(tree), rows.outputs, deep), rows, test::first_numbers(40),
                     deep ? 0 : kStep);
}

TEST_P(Gradients, TwiceTheWeightIsTwiceTheGradient) {
  NetRows rows = test::random_rows(30, 4, loss, weighted, 1);
  const NeuralNet net = test::random_net(6, 4, rows.outputs, deep, 1);
  const NetGradient once = gradient_of(net, deep, rows, test::first_numbers(30));
  if (rows.weights.empty()) rows.weights.assign(30, 1.0F);
  for (float& weight : rows.weights) weight *= 2;
  const NetGradient twice = gradient_of(net, deep, rows, test::first_numbers(30));
  EXPECT_DOUBLE_EQ(twice.loss, 2 * once.loss);
  const auto compare = [](const std::vector<float>& a, const std::vector<float>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], 2 * b[i]);  // a factor of two is exact
  };
  compare(twice.net.weights, once.net.weights);
  compare(twice.net.mixing, once.net.mixing);
  compare(twice.net.values, once.net.values);
  compare(twice.intercept, once.intercept);
}

std::string name_of(const testing::TestParamInfo<std::tuple<NetLoss, bool, bool>>& parameter) {
  const char* losses[] = {"Squared", "Logistic", "Softmax"};
  const auto [loss, deep, weighted] = parameter.param;
  return std::string(losses[static_cast<int>(loss)]) + (deep ? "Deep" : "Plain") + (weighted ? "Weighted" : "");
}

INSTANTIATE_TEST_SUITE_P(Losses, Gradients,
                         testing::Combine(testing::Values(NetLoss::squared, NetLoss::logistic, NetLoss::softmax),
                                          testing::Bool(), testing::Bool()),
                         name_of);

// A rule with the planes x0 and x1, and one row, whose target is 0: so the gradient by the score is the score.
struct Kink {
  Kink(std::vector<float> row, std::vector<float> mixing) {
    net.inputs = {0, 1};
    net.planes = {2};
    net.weights = {1, 0, 0, 0, 1, 0};
    net.mixing = std::move(mixing);
    net.values = {1};
    rows.inputs = std::move(row);
    rows.width = 2;
    rows.values = {0};
  }

  NetGradient gradient() const { return gradient_of(net, !net.mixing.empty(), rows, test::first_numbers(1)); }

  // By a number of the net, from one side.
  double from_below(std::vector<double> test::Numbers::*of, std::size_t i) const { return one_sided(of, i, 1e-6, 0); }
  double from_above(std::vector<double> test::Numbers::*of, std::size_t i) const { return one_sided(of, i, 0, 1e-6); }

  double one_sided(std::vector<double> test::Numbers::*of, std::size_t i, double below, double above) const {
    test::Numbers numbers(net, {0});
    const auto loss = [&] { return test::naive_mean_loss(net, numbers, rows, test::first_numbers(1)); };
    return difference(loss, (numbers.*of)[i], below, above);
  }

  NeuralNet net;
  NetRows rows;
};

using test::Numbers;
constexpr std::size_t kFirstOffset = 2, kSecondOffset = 5;  // among the weights

// The first is the least where its own numbers are moved down, or those of the second up.
TEST(GradientKinks, WhereTwoPlanesAreEqualTheGradientGoesToTheFirst) {
  for (const std::vector<float>& mixing : {std::vector<float>{}, std::vector<float>{1, 0, 0, 1, 0, 0}}) {
    const Kink kink({3, 3}, mixing);
    const NeuralNet gradient = kink.gradient().net;
    EXPECT_EQ(gradient.weights, (std::vector<float>{9, 9, 3, 0, 0, 0}));
    for (std::size_t i = 0; i <= kFirstOffset; ++i)
      EXPECT_NEAR(gradient.weights[i], kink.from_below(&Numbers::weights, i), 1e-4);
    for (std::size_t i = kFirstOffset + 1; i <= kSecondOffset; ++i)
      EXPECT_NEAR(gradient.weights[i], kink.from_above(&Numbers::weights, i), 1e-4);
    // From the other side it is the second's.
    EXPECT_NEAR(kink.from_above(&Numbers::weights, kFirstOffset), 0, 1e-4);
    EXPECT_NEAR(kink.from_below(&Numbers::weights, kSecondOffset), 3, 1e-4);
    if (mixing.empty()) continue;
    // V row by row, then β.
    EXPECT_EQ(gradient.mixing, (std::vector<float>{9, 9, 0, 0, 3, 0}));
    for (const std::size_t i : {0U, 1U, 4U})
      EXPECT_NEAR(gradient.mixing[i], kink.from_below(&Numbers::mixing, i), 1e-4);
    for (const std::size_t i : {2U, 3U, 5U})
      EXPECT_NEAR(gradient.mixing[i], kink.from_above(&Numbers::mixing, i), 1e-4);
  }
}

TEST(GradientKinks, WhereARuleIsExactlyZeroSoIsTheGradient) {
  for (const std::vector<float>& mixing : {std::vector<float>{}, std::vector<float>{1, 0, 0, 1, 0, 0}}) {
    Kink kink({0, 3}, mixing);
    kink.rows.values = {-2};  // so that the score has a gradient
    const NetGradient gradient = kink.gradient();
    EXPECT_EQ(gradient.net.weights, std::vector<float>(6));
    EXPECT_EQ(gradient.net.mixing, std::vector<float>(mixing.size()));
    EXPECT_EQ(gradient.net.values, std::vector<float>(1));
    EXPECT_EQ(gradient.intercept, std::vector<float>{2});
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(kink.from_below(&Numbers::weights, i), 0);
  }
}

// The second layer is min(h0 + h1, h0 + h1 + 1), of which the hidden plane h0 is exactly 0.
TEST(GradientKinks, WhereAHiddenPlaneIsExactlyZeroNothingGoesToIt) {
  const Kink kink({0, 3}, {1, 1, 1, 1, 0, 1});
  const NeuralNet gradient = kink.gradient().net;
  EXPECT_EQ(gradient.weights, (std::vector<float>{0, 0, 0, 0, 9, 3}));
  EXPECT_EQ(gradient.mixing, (std::vector<float>{0, 9, 0, 0, 3, 0}));
  EXPECT_NEAR(kink.from_below(&Numbers::weights, kFirstOffset), 0, 1e-4);
  EXPECT_NEAR(kink.from_above(&Numbers::weights, kFirstOffset), 3, 1e-4);
}

}  // namespace
}  // namespace espalier
