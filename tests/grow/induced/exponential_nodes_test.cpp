#include "grow/induced/node_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "grow/induced/node_sample.h"

namespace espalier {
namespace {

using test::kRows;
using test::Sample;

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
      const auto loss = exponential_nodes(sample.classes, count, {sample.all, sample.weights}, 50);
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
  const auto loss = exponential_nodes(classes, 3, {std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, {}}, 3);
  std::vector<double> weight(3);
  // Only class 0: it is 3 above each of the others, which do not differ.
  loss->best_weight(std::vector<std::uint32_t>{0, 1}, {}, weight);
  EXPECT_NEAR(weight[0], 2, 1e-12);
  EXPECT_NEAR(weight[1], -1, 1e-12);
  EXPECT_NEAR(weight[2], -1, 1e-12);
}

}  // namespace
}  // namespace espalier
