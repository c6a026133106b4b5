#include "method/graft/monotone.h"

#include <algorithm>

#include "espalier/forest.h"
#include "espalier/pool.h"

namespace espalier {
namespace {

struct Extent {
  float low = std::numeric_limits<float>::infinity(), high = -low;
};

Extent operator+(const Extent& a, const Extent& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

std::size_t child(std::int32_t node) { return static_cast<std::size_t>(node); }

// The nodes below a node, itself first; only leaves have weights.
template <class Visit>
void each_leaf(const LeafTree& tree, std::size_t node, Visit&& visit) {
  std::vector<std::size_t> pending = {node};
  while (!pending.empty()) {
    const std::size_t at = pending.back();
    pending.pop_back();
    if (tree.leaf_of(at) != LeafTree::kNothing) {
      visit(tree.leaf_of(at));
      continue;
    }
    pending.push_back(child(tree.nodes()[at].left));
    pending.push_back(child(tree.nodes()[at].right));
  }
}

Extent extent(const LeafTree& tree, std::size_t node, std::span<const float> weights) {
  Extent all;
  each_leaf(tree, node, [&](std::uint32_t leaf) { all = all + Extent{weights[leaf], weights[leaf]}; });
  return all;
}

Direction direction_of(const TreeNode& node, std::span<const Direction> directions) {
  return node.feature == kNone ? Direction::free : directions[static_cast<std::size_t>(node.feature)];
}

}  // namespace

std::vector<ValueBounds> leaf_bounds(const LeafTree& tree, std::span<const Direction> directions) {
  std::vector<ValueBounds> bounds(tree.leaves());
  for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
    for (std::uint32_t node = tree.node_of(leaf); tree.parent(node) != LeafTree::kNothing; node = tree.parent(node)) {
      const TreeNode& split = tree.nodes()[tree.parent(node)];
      const Direction direction = direction_of(split, directions);
      if (direction == Direction::free) continue;
      const bool on_left = child(split.left) == node;
      const Extent other = extent(tree, child(on_left ? split.right : split.left), tree.weights());
      if (on_left == (direction == Direction::increasing))
        bounds[leaf].high = std::min(bounds[leaf].high, static_cast<double>(other.low));
      else
        bounds[leaf].low = std::max(bounds[leaf].low, static_cast<double>(other.high));
    }
  }
  return bounds;
}

void make_monotone(const LeafForest& forest, std::span<const Direction> directions, std::span<float> weights) {
  for (std::size_t t = 0; t < forest.size(); ++t) {
    const LeafTree& tree = forest.tree(t);
    const std::span<float> own = weights.first(tree.leaves());
    for (std::size_t node = tree.nodes().size(); node-- > 0;) {  // children come after their parents
      const TreeNode& split = tree.nodes()[node];
      const Direction direction = direction_of(split, directions);
      if (direction == Direction::free) continue;
      const bool up = direction == Direction::increasing;
      const std::size_t lower = child(up ? split.left : split.right), upper = child(up ? split.right : split.left);
      const float below = extent(tree, lower, own).high, above = extent(tree, upper, own).low;
      if (!(below > above)) continue;
      const float middle = below + (above - below) / 2;
      each_leaf(tree, lower, [&](std::uint32_t leaf) { own[leaf] = std::min(own[leaf], middle); });
      each_leaf(tree, upper, [&](std::uint32_t leaf) { own[leaf] = std::max(own[leaf], middle); });
    }
    weights = weights.subspan(tree.leaves());
  }
}

}  // namespace espalier
