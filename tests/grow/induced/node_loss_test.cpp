#include "grow/induced/node_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 60;

struct Sample {
  std::vector<double> values;  // rows × 2
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  std::vector<std::uint32_t> node;  // some of the rows

  explicit Sample(int class_count, bool weighted) {
    Random random(1, "sample");
    for (std::uint32_t row = 0; row < kRows; ++row) {
      for (int k = 0; k < 2; ++k) values.push_back(random.normal());
      classes.push_back(static_cast<std::int32_t>(random.below(static_cast<std::size_t>(class_count))));
      if (weighted) weights.push_back(0.5 + random.uniform());
      if (random.below(2) == 0) node.push_back(row);
    }
  }
  double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
};

std::vector<std::uint32_t> all_rows() {
  std::vector<std::uint32_t> rows(kRows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

TEST(SquaredNodes, StartAtTheMeanAndAddTheMeanResidual) {
  for (const bool weighted : {false, true}) {
    const Sample sample(2, weighted);
    const auto loss = squared_nodes(sample.values, 2, sample.weights);
    ASSERT_EQ(loss->width(), 2U);
    std::vector<double> weight(2), expected(2);
    double total = 0, gap = 0;
    for (const std::uint32_t row : sample.node) {
      total += sample.weight(row);
      for (std::size_t k = 0; k < 2; ++k)
        expected[k] += sample.weight(row) * (sample.values[row * 2 + k] - loss->start()[k]);
    }
    for (double& each : expected) each /= total;
    for (const std::uint32_t row : sample.node) {
      for (std::size_t k = 0; k < 2; ++k) {
        const double before = sample.values[row * 2 + k] - loss->start()[k], after = before - expected[k];
        gap += sample.weight(row) * (before * before - after * after);
      }
    }
    EXPECT_NEAR(loss->best_weight(sample.node, {}, weight), gap, 1e-5);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(weight[k], expected[k], 1e-6);
    loss->add(sample.node, weight);
    EXPECT_NEAR(loss->best_weight(sample.node, {}, weight), 0, 1e-9);
    // Of all rows together nothing can be gained at the start.
    EXPECT_NEAR(squared_nodes(sample.values, 2, sample.weights)->best_weight(all_rows(), {}, weight), 0, 1e-9);
  }
}

TEST(SquaredNodes, ARidgeHoldsTheWeightTowardsNothing) {
  const Sample sample(2, false);
  const auto loss = squared_nodes(sample.values, 2, {});
  std::vector<double> weight(2), held(2);
  loss->best_weight(sample.node, {}, weight);
  const double rows = static_cast<double>(sample.node.size());
  loss->best_weight(sample.node, {rows, std::vector<double>{0, 0}}, held);
  EXPECT_NEAR(held[0], weight[0] / 2, 1e-9);
  // At the minimum of Σ (r - w)² + n w² nothing is left to change.
  loss->add(sample.node, held);
  std::vector<double> change(2);
  loss->best_weight(sample.node, {rows, held}, change);
  EXPECT_NEAR(change[0], 0, 1e-6);
}

// exp(-f_y) of all rows, given their scores, which are f / (K - 1).
double exponential_loss(const Sample& sample, const std::vector<std::vector<double>>& scores) {
  double sum = 0;
  for (std::size_t row = 0; row < kRows; ++row)
    sum += sample.weight(row) * std::exp(-scores[row][static_cast<std::size_t>(sample.classes[row])]);
  return sum;
}

TEST(ExponentialNodes, TheWeightIsTheBestOneThatAddsUpToNothing) {
  for (const int classes : {2, 3, 5}) {
    for (const bool weighted : {false, true}) {
      const Sample sample(classes, weighted);
      const auto count = static_cast<std::size_t>(classes);
      const auto loss = exponential_nodes(sample.classes, count, sample.weights, 50);
      std::vector<std::vector<double>> scores(kRows, loss->start());
      const double before = exponential_loss(sample, scores);
      std::vector<double> weight(count);
      const double gap = loss->best_weight(sample.node, {}, weight);
      EXPECT_NEAR(std::accumulate(weight.begin(), weight.end(), 0.0), 0, 1e-12);
      const auto with = [&](const std::vector<double>& added) {
        std::vector<std::vector<double>> moved = scores;
        for (const std::uint32_t row : sample.node)
          for (std::size_t k = 0; k < count; ++k) moved[row][k] += added[k];
        return exponential_loss(sample, moved);
      };
      EXPECT_NEAR(before - with(weight), gap, 1e-9);
      for (std::size_t k = 1; k < count; ++k) {
        for (const double by : {-0.01, 0.01}) {
          std::vector<double> other = weight;
          other[0] -= by;
          other[k] += by;
          EXPECT_GT(with(other), with(weight));
        }
      }
      loss->add(sample.node, weight);
      EXPECT_NEAR(loss->best_weight(sample.node, {}, weight), 0, 1e-9);
    }
  }
}

TEST(ExponentialNodes, AClassThatIsNotThereCountsAsIfItWereAtTheSaturation) {
  const std::vector<std::int32_t> classes = {0, 0, 1, 1, 2, 2};
  const auto loss = exponential_nodes(classes, 3, {}, 3);
  std::vector<double> weight(3);
  // Only class 0: it is 3 above each of the others, which do not differ.
  loss->best_weight(std::vector<std::uint32_t>{0, 1}, {}, weight);
  EXPECT_NEAR(weight[0], 2, 1e-12);
  EXPECT_NEAR(weight[1], -1, 1e-12);
  EXPECT_NEAR(weight[2], -1, 1e-12);
}

TEST(SoftmaxNodes, AWeightMultipliesTheOdds) {
  for (const int classes : {2, 4}) {
    const Sample sample(classes, true);
    const auto count = static_cast<std::size_t>(classes);
    const auto loss = softmax_nodes(sample.classes, count, sample.weights);
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
  const auto loss = softmax_nodes(sample.classes, 3, sample.weights);
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
