#include "neural/start_rules.h"

#include <algorithm>

#include "base/assert.h"
#include "espalier/forest.h"

namespace espalier {
namespace {

struct Plane {
  std::uint32_t input = 0;
  float sign = 1;
  float offset = 0;
};

struct Path {
  std::vector<Plane> planes;
  std::int32_t leaf = 0;
};

Plane plane_of(const TreeNode& node, bool left) {
  const float sign = left ? -1.0F : 1.0F;
  return {static_cast<std::uint32_t>(node.feature), sign, -sign * node.threshold};
}

std::vector<Path> paths_of(const Tree& tree) {
  std::vector<Path> paths, open = {{{}, 0}};
  while (!open.empty()) {
    const Path path = std::move(open.back());
    open.pop_back();
    const TreeNode& node = tree.nodes[static_cast<std::size_t>(path.leaf)];
    if (node.feature == kNone) {
      paths.push_back(path);
      continue;
    }
    for (const bool left : {false, true}) {  // so that the left one is the next
      Path child = path;
      child.leaf = left ? node.left : node.right;
      child.planes.push_back(plane_of(node, left));
      open.push_back(std::move(child));
    }
  }
  return paths;
}

void add_rule(const Path& path, std::size_t inputs, std::span<const std::uint32_t> place, bool deep, NeuralNet& net) {
  const std::size_t planes = path.planes.size();
  net.planes.push_back(static_cast<std::uint32_t>(planes));
  for (const Plane& plane : path.planes) {
    const std::size_t first = net.weights.size();
    net.weights.resize(first + inputs + 1);
    net.weights[first + place[plane.input]] = plane.sign;
    net.weights[first + inputs] = plane.offset;
  }
  if (!deep) return;
  for (std::size_t i = 0; i < planes; ++i)
    for (std::size_t j = 0; j < planes; ++j) net.mixing.push_back(i == j ? 1 : 0);
  net.mixing.resize(net.mixing.size() + planes);
}

}  // namespace

std::vector<std::uint32_t> used_features(const Tree& tree) {
  std::vector<std::uint32_t> features;
  for (const TreeNode& node : tree.nodes)
    if (node.feature != kNone) features.push_back(static_cast<std::uint32_t>(node.feature));
  std::ranges::sort(features);
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

NeuralNet start_rules(const Tree& tree, std::span<const std::uint32_t> inputs, std::size_t outputs, bool deep) {
  NeuralNet net;
  net.inputs.assign(inputs.begin(), inputs.end());
  if (tree.nodes.size() < 2) return net;
  std::vector<std::uint32_t> place(inputs.empty() ? 0 : inputs.back() + 1);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) place[inputs[i]] = i;
  std::vector<Path> paths = paths_of(tree);
  std::ranges::stable_sort(paths, std::ranges::greater(), [](const Path& path) { return path.planes.size(); });
  for (const Path& path : paths) {
    ESPALIER_ASSERT(path.planes.size() <= kMostPlanes);
    add_rule(path, inputs.size(), place, deep, net);
    const double* value = tree.weights.data() + static_cast<std::size_t>(path.leaf) * outputs;
    for (std::size_t k = 0; k < outputs; ++k) net.values.push_back(static_cast<float>(value[k]));
  }
  return net;
}

}  // namespace espalier
