#include "grow/histogram/finish_splits.h"

#include <limits>

#include "espalier/forest.h"
#include "espalier/pool.h"

namespace espalier {
namespace {

const TreeNode& child(const HistogramTree& tree, std::int32_t node) {
  return tree.tree.nodes[static_cast<std::size_t>(node)];
}

void add_weights(HistogramTree& tree) {
  std::vector<TreeNode>& nodes = tree.tree.nodes;
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children come after their parents
    if (nodes[i].feature != kNone) nodes[i].rows = child(tree, nodes[i].left).rows + child(tree, nodes[i].right).rows;
  }
}

void finish_number(const BinSplit& split, const ColumnBins& bins, TreeNode& node, BinSet& left) {
  node.threshold = split.bin < bins.edges.size() ? bins.edges[split.bin] : std::numeric_limits<float>::max();
  for (std::size_t bin = 0; bin <= split.bin; ++bin) insert(left, bin);
  if (node.missing_left) insert(left, bins.bins);
}

// Categories that the node has not seen go where missing values go.
void finish_category(const BinSplit& split, const ColumnBins& bins, TreeNode& node, BinSet& left,
                     std::vector<std::uint64_t>& words) {
  for (std::size_t bin = 0; bin <= bins.bins; ++bin) {
    if (holds(split.seen, bin) ? holds(split.left, bin) : node.missing_left) insert(left, bin);
  }
  const std::size_t first = words.size();
  node.categories = static_cast<std::uint32_t>(first);
  words.resize(first + (bins.of_label.size() + 63) / 64);
  for (std::size_t label = 0; label < bins.of_label.size(); ++label) {
    const std::size_t bin = bins.of_label[label] == kNoBin ? bins.bins : bins.of_label[label];
    if (holds(left, bin)) words[first + label / 64] |= std::uint64_t{1} << (label % 64);
  }
}

}  // namespace

BinSet finish_split(const BinSplit& split, const ColumnBins& bins, TreeNode& node, std::vector<std::uint64_t>& words) {
  BinSet left{};
  if (bins.numeric)
    finish_number(split, bins, node, left);
  else
    finish_category(split, bins, node, left, words);
  return left;
}

double weight_of(std::span<const double> weights, std::span<const std::uint8_t> taken, std::size_t count) {
  if (weights.empty()) return static_cast<double>(count);
  double weight = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (taken.empty() || taken[row]) weight += weights[row];
  }
  return weight;
}

void weigh_leaves(std::span<const double> weights, HistogramTree& tree) {
  std::vector<TreeNode>& nodes = tree.tree.nodes;
  if (weights.empty()) {
    for (const HistogramTree::Leaf& leaf : tree.leaves) nodes[leaf.node].rows = static_cast<double>(leaf.rows.size());
    return;
  }
  // Row by row, so that the order of a leaf's rows does not show in rounding.
  constexpr auto kNowhere = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> node_of(weights.size(), kNowhere);
  for (const HistogramTree::Leaf& leaf : tree.leaves) {
    for (const std::uint32_t row : leaf.rows) node_of[row] = leaf.node;
  }
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (node_of[row] != kNowhere) nodes[node_of[row]].rows += weights[row];
  }
}

void finish_splits(std::span<const MadeSplit> made, const std::vector<ColumnBins>& columns, HistogramTree& tree) {
  add_weights(tree);
  for (const auto& [index, split] : made) {
    TreeNode& node = tree.tree.nodes[index];
    if (!split.missing_seen) node.missing_left = child(tree, node.left).rows >= child(tree, node.right).rows;
    tree.left[index] = finish_split(split, columns[split.column], node, tree.tree.category_words);
  }
}

}  // namespace espalier
