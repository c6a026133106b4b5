// Random trees, networks and rows, and what a network is by its definition, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/random.h"
#include "espalier/forest.h"
#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "neural/net_rows.h"

namespace espalier::test {

inline std::vector<float> random_numbers(std::size_t count, Random& random) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.normal());
  return numbers;
}

inline std::vector<std::uint32_t> first_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// The target depends on the first two inputs. Softmax has three classes.
inline NetRows random_rows(std::size_t count, std::size_t width, NetLoss loss, bool weighted, std::uint64_t seed) {
  Random random(seed, "rows");
  NetRows rows;
  rows.inputs = random_numbers(count * width, random);
  rows.width = width;
  rows.loss = loss;
  rows.outputs = loss == NetLoss::softmax ? 3 : 1;
  for (std::size_t row = 0; row < count; ++row) {
    const float* x = rows.inputs.data() + row * width;
    const double signal = x[0] - (width > 1 ? 0.8 * std::fabs(x[1]) : 0) + 0.3 * random.normal();
    if (loss == NetLoss::softmax)
      rows.classes.push_back((signal > -0.8) + (signal > 0.3));
    else
      rows.values.push_back(static_cast<float>(loss == NetLoss::logistic ? signal > -0.3 : signal));
    if (weighted) rows.weights.push_back(static_cast<float>(0.25 + 2 * random.uniform()));
  }
  return rows;
}

// Splits of random features down to the depth, a few leaves sooner; the weight of a leaf is the number of its node, of
// output k that plus k / 8.
inline Tree random_tree(std::size_t features, int depth, std::size_t outputs, std::uint64_t seed) {
  Random random(seed, "tree");
  Tree tree;
  tree.nodes.emplace_back();
  std::vector<int> depths = {0};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (depths[i] == depth || (i > 2 && random.below(12) == 0)) continue;
    TreeNode& node = tree.nodes[i];
    node.feature = static_cast<std::int32_t>(random.below(features));
    node.threshold = static_cast<float>(0.8 * random.normal());
    node.left = static_cast<std::int32_t>(tree.nodes.size());
    node.right = node.left + 1;
    depths.insert(depths.end(), 2, depths[i] + 1);
    tree.nodes.resize(tree.nodes.size() + 2);
  }
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    for (std::size_t k = 0; k < outputs; ++k)
      tree.weights.push_back(static_cast<double>(i) + 0.125 * static_cast<double>(k));
  return tree;
}

inline std::size_t leaf_of(const Tree& tree, const float* row) {
  std::size_t node = 0;
  while (tree.nodes[node].feature != kNone) {
    const TreeNode& split = tree.nodes[node];
    node = static_cast<std::size_t>(row[split.feature] <= split.threshold ? split.left : split.right);
  }
  return node;
}

// Rules with any numbers, of one to five planes over all inputs.
inline NeuralNet random_net(std::size_t rules, std::size_t inputs, std::size_t outputs, bool deep, std::uint64_t seed) {
  Random random(seed, "net");
  NeuralNet net;
  net.inputs = first_numbers(inputs);
  for (std::size_t r = 0; r < rules; ++r) {
    const std::size_t planes = 1 + random.below(5);
    net.planes.push_back(static_cast<std::uint32_t>(planes));
    for (std::size_t p = 0; p < planes; ++p) {
      for (std::size_t i = 0; i < inputs; ++i) net.weights.push_back(static_cast<float>(0.7 * random.normal()));
      net.weights.push_back(static_cast<float>(0.8 + random.normal()));
    }
    if (!deep) continue;
    for (std::size_t i = 0; i < planes * planes; ++i)
      net.mixing.push_back(static_cast<float>((i % (planes + 1) == 0 ? 1 : 0) + 0.3 * random.normal()));
    for (std::size_t p = 0; p < planes; ++p) net.mixing.push_back(static_cast<float>(0.3 * random.normal()));
  }
  net.values = random_numbers(rules * outputs, random);
  return net;
}

// The numbers of a network, so that one can be moved by less than a float tells apart.
struct Numbers {
  explicit Numbers(const NeuralNet& net, std::vector<double> of_intercept = {})
      : weights(net.weights.begin(), net.weights.end()),
        mixing(net.mixing.begin(), net.mixing.end()),
        values(net.values.begin(), net.values.end()),
        intercept(std::move(of_intercept)) {}

  std::vector<double> weights, mixing, values, intercept;
};

// Every rule at a row.
inline std::vector<double> naive_rules(const NeuralNet& net, const Numbers& numbers, const float* row) {
  std::vector<double> rules;
  const double* weight = numbers.weights.data();
  const double* mixing = numbers.mixing.data();
  for (const std::size_t planes : net.planes) {
    std::vector<double> sums(planes);
    for (double& sum : sums) {
      for (const std::uint32_t input : net.inputs) sum += *weight++ * static_cast<double>(row[input]);
      sum = std::max(0.0, sum + *weight++);
    }
    if (!numbers.mixing.empty()) {
      const std::vector<double> hidden = sums;
      for (double& sum : sums) {
        sum = 0;
        for (const double h : hidden) sum += *mixing++ * h;
      }
      for (double& sum : sums) sum = std::max(0.0, sum + *mixing++);
    }
    rules.push_back(std::ranges::min(sums));
  }
  return rules;
}

inline double naive_loss(const NetRows& rows, std::size_t row, std::span<const double> scores) {
  if (rows.loss == NetLoss::squared) return (scores[0] - rows.values[row]) * (scores[0] - rows.values[row]) / 2;
  if (rows.loss == NetLoss::logistic) return std::log1p(std::exp(rows.values[row] > 0 ? -scores[0] : scores[0]));
  double sum = 0;
  for (const double score : scores) sum += std::exp(score);
  return std::log(sum) - scores[static_cast<std::size_t>(rows.classes[row])];
}

// Σ w · loss over the rows, divided by how many they are.
inline double naive_mean_loss(const NeuralNet& net, const Numbers& numbers, const NetRows& rows,
                              std::span<const std::uint32_t> of) {
  double sum = 0;
  for (const std::uint32_t row : of) {
    const std::vector<double> rules = naive_rules(net, numbers, rows.inputs.data() + row * rows.width);
    std::vector<double> scores = numbers.intercept;
    for (std::size_t r = 0; r < rules.size(); ++r)
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += rules[r] * numbers.values[r * scores.size() + k];
    sum += rows.weight(row) * naive_loss(rows, row, scores);
  }
  return sum / static_cast<double>(of.size());
}

}  // namespace espalier::test
