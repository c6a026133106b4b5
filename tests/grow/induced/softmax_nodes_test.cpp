#include "grow/induced/node_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "grow/induced/node_sample.h"

namespace espalier {
namespace {

using test::Sample;

TEST(SoftmaxNodes, AWeightMultipliesTheOdds) {
  for (const int classes : {2, 4}) {
    const Sample sample(classes, true);
    const auto count = static_cast<std::size_t>(classes);
    const auto loss = softmax_nodes(sample.classes, count, {sample.all, sample.weights});
    const auto probabilities = [&](std::uint32_t row) {
      std::vector<float> slopes(count);
      loss->slopes(std::vector<std::uint32_t>{row}, slopes);
      slopes[static_cast<std::size_t>(sample.classes[row])] -= 1;
      for (float& slope : slopes) slope = -slope;
      return slopes;
    };
    const std::uint32_t row = sample.node[0];
    const std::vector<float> before = probabilities(row);
    std::vector<double> weight(count), odds(count);
    EXPECT_GT(loss->best_weight(sample.node, {}, weight), 0);
    EXPECT_NEAR(std::accumulate(weight.begin(), weight.end(), 0.0), 0, 1e-12);
    double total = 0;
    for (std::size_t k = 0; k < count; ++k) total += odds[k] = static_cast<double>(before[k]) * std::exp(weight[k]);
    loss->add(sample.node, weight);
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_NEAR(static_cast<double>(probabilities(row)[k]), odds[k] / total, 1e-6);
  }
}

TEST(SoftmaxNodes, StepsLeadToTheSharesOfTheClasses) {
  const Sample sample(3, true);
  const auto loss = softmax_nodes(sample.classes, 3, {sample.all, sample.weights});
  std::vector<double> weight(3);
  for (int step = 0; step < 200; ++step) {
    loss->best_weight(sample.node, {}, weight);
    loss->add(sample.node, weight);
  }
  std::vector<double> shares(3);
  double total = 0;
  for (const std::uint32_t row : sample.node) {
    shares[static_cast<std::size_t>(sample.classes[row])] += sample.weight(row);
    total += sample.weight(row);
  }
  const std::uint32_t row = sample.node[0];
  std::vector<float> slopes(3);
  loss->slopes(std::vector<std::uint32_t>{row}, slopes);
  for (std::size_t k = 0; k < 3; ++k) {
    const double own = sample.classes[row] == static_cast<std::int32_t>(k) ? 1 : 0;
    EXPECT_NEAR(own - static_cast<double>(slopes[k]), shares[k] / total, 1e-4);
  }
}

}  // namespace
}  // namespace espalier
