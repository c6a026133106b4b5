#include "select/leaves/leaf_forest.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"

namespace espalier {

LeafTree::LeafTree(std::size_t rows, std::size_t watched, std::size_t width, std::int32_t output)
    : width_(width),
      output_(output),
      nodes_(1),
      word_counts_(1),
      parents_(1, kNothing),
      node_leaves_(1, 0),
      leaf_nodes_(1, 0),
      weights_(width),
      ids_(rows),
      watched_(watched) {}

std::size_t LeafTree::depth(std::size_t leaf) const {
  std::size_t depth = 0;
  for (std::uint32_t node = leaf_nodes_[leaf]; parents_[node] != kNothing; node = parents_[node]) ++depth;
  return depth;
}

// ---- splitting and merging -----------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kMoveBlock = 8192;  // rows

void move_right(std::span<const std::uint8_t> codes, const std::array<std::uint8_t, 256>& right, std::uint16_t leaf,
                std::uint16_t next, std::span<std::uint16_t> ids, Threads& threads) {
  threads.blocks(ids.size(), kMoveBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (ids[i] == leaf && right[codes[i]] != 0) ids[i] = next;
  });
}

// `gone` becomes `kept`, and `last` becomes `gone`.
void rename(std::uint16_t gone, std::uint16_t kept, std::uint16_t last, std::span<std::uint16_t> ids) {
  for (std::uint16_t& id : ids) {
    id = id == gone ? kept : id;
    id = id == last ? gone : id;
  }
}

}  // namespace

void LeafTree::split(const LeafSplit& by, const ColumnCodes& codes, Threads& threads) {
  ESPALIER_ASSERT(leaves() < kMostLeaves);
  const auto next = static_cast<std::uint16_t>(leaves());
  std::array<std::uint8_t, 256> right{};
  for (std::size_t bin = 0; bin < right.size(); ++bin)
    right[bin] = ((by.left[bin / 64] >> (bin % 64)) & 1U) != 0 ? 0 : 1;
  move_right(codes.rows, right, static_cast<std::uint16_t>(by.leaf), next, ids_, threads);
  move_right(codes.watched, right, static_cast<std::uint16_t>(by.leaf), next, watched_, threads);

  const std::uint32_t node = leaf_nodes_[by.leaf], left_node = static_cast<std::uint32_t>(nodes_.size());
  TreeNode& split = nodes_[node];
  split = by.node;
  split.left = static_cast<std::int32_t>(left_node);
  split.right = split.left + 1;
  split.categories = static_cast<std::uint32_t>(words_.size());
  words_.insert(words_.end(), by.words.begin(), by.words.end());
  word_counts_[node] = static_cast<std::uint32_t>(by.words.size());
  node_leaves_[node] = kNothing;
  for (const std::uint32_t leaf : {by.leaf, std::uint32_t{next}}) {
    nodes_.emplace_back();
    word_counts_.push_back(0);
    parents_.push_back(node);
    node_leaves_.push_back(leaf);
  }
  leaf_nodes_[by.leaf] = left_node;
  leaf_nodes_.push_back(left_node + 1);
  const std::vector<float> weight(weights(by.leaf).begin(), weights(by.leaf).end());
  weights_.insert(weights_.end(), weight.begin(), weight.end());
}

std::vector<LeafTree::SiblingLeaves> LeafTree::pairs() const {
  std::vector<SiblingLeaves> pairs;
  for (std::uint32_t leaf = 0; leaf < leaves(); ++leaf) {
    const std::uint32_t node = leaf_nodes_[leaf], above = parents_[node];
    if (above == kNothing || static_cast<std::uint32_t>(nodes_[above].left) != node) continue;
    const std::uint32_t other = node_leaves_[static_cast<std::size_t>(nodes_[above].right)];
    if (other != kNothing) pairs.push_back({above, leaf, other});
  }
  return pairs;
}

LeafTree::SiblingLeaves LeafTree::pair_of(std::uint32_t node) const noexcept {
  return {node, node_leaves_[static_cast<std::size_t>(nodes_[node].left)],
          node_leaves_[static_cast<std::size_t>(nodes_[node].right)]};
}

void LeafTree::merge(const SiblingLeaves& pair) {
  const auto last = static_cast<std::uint32_t>(leaves() - 1);
  for (const std::span<std::uint16_t> ids : {std::span(ids_), std::span(watched_)})
    rename(static_cast<std::uint16_t>(pair.right), static_cast<std::uint16_t>(pair.left),
           static_cast<std::uint16_t>(last), ids);
  for (const std::int32_t child : {nodes_[pair.node].left, nodes_[pair.node].right})
    node_leaves_[static_cast<std::size_t>(child)] = kNothing;
  nodes_[pair.node] = TreeNode{};
  leaf_nodes_[pair.left] = pair.node;
  node_leaves_[pair.node] = pair.left;
  if (pair.right != last) {
    leaf_nodes_[pair.right] = leaf_nodes_[last];
    node_leaves_[leaf_nodes_[last]] = pair.right;
    std::ranges::copy(weights(last), weights(pair.right).begin());
  }
  leaf_nodes_.pop_back();
  weights_.resize(weights_.size() - width_);
}

// ---- from trees and to them ----------------------------------------------------------------------------------------

namespace {

struct Step {
  std::int32_t from;  // kNone: rows stop here, in an absent child
  std::uint32_t parent;
  bool left;
};

}  // namespace

LeafTree::LeafTree(const Tree& tree, std::span<const Feature> features, std::size_t width,
                   std::vector<std::uint16_t> ids, std::vector<std::uint16_t> watched)
    : width_(width), output_(width > 1 ? tree.output : kNone), ids_(std::move(ids)), watched_(std::move(watched)) {
  // The weights of inner nodes are pushed down to the terminals below them.
  const std::size_t outputs = tree.weights.size() / tree.nodes.size();
  const std::size_t first = output_ == kNone ? 0 : static_cast<std::size_t>(output_);
  std::vector<std::vector<double>> sums;  // by node of this tree
  std::vector<Step> pending = {{0, kNothing, false}};
  while (!pending.empty()) {
    const Step step = pending.back();
    pending.pop_back();
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    word_counts_.push_back(0);
    parents_.push_back(step.parent);
    node_leaves_.push_back(kNothing);
    sums.push_back(step.parent == kNothing ? std::vector<double>(outputs) : sums[step.parent]);
    if (step.parent != kNothing)
      (step.left ? nodes_[step.parent].left : nodes_[step.parent].right) = static_cast<std::int32_t>(id);
    const TreeNode* node = step.from == kNone ? nullptr : &tree.nodes[static_cast<std::size_t>(step.from)];
    if (node != nullptr)
      for (std::size_t k = 0; k < outputs; ++k)
        sums[id][k] += tree.weights[static_cast<std::size_t>(step.from) * outputs + k];
    if (node == nullptr || node->feature == kNone || (node->left == kNone && node->right == kNone)) {
      node_leaves_[id] = static_cast<std::uint32_t>(leaf_nodes_.size());
      leaf_nodes_.push_back(id);
      weights_.resize(weights_.size() + width_);
      for (std::size_t k = 0; k < outputs; ++k)
        weights_[weights_.size() - width_ + first + k] = static_cast<float>(sums[id][k]);
      continue;
    }
    nodes_[id] = *node;
    word_counts_[id] =
        static_cast<std::uint32_t>((features[static_cast<std::size_t>(node->feature)].labels.size() + 63) / 64);
    pending.push_back({node->right, id, false});
    pending.push_back({node->left, id, true});
  }
  words_ = tree.category_words;
}

Tree LeafTree::tree(std::size_t outputs, double scale, std::span<const double> rows) const {
  Tree result;
  result.output = output_;
  const std::size_t first = output_ == kNone ? 0 : static_cast<std::size_t>(output_);
  if (output_ != kNone) outputs = 1;
  std::vector<Step> pending = {{0, kNothing, false}};
  while (!pending.empty()) {
    const Step step = pending.back();
    pending.pop_back();
    const auto id = static_cast<std::uint32_t>(result.nodes.size());
    const auto from = static_cast<std::size_t>(step.from);
    if (step.parent != kNothing)
      (step.left ? result.nodes[step.parent].left : result.nodes[step.parent].right) = static_cast<std::int32_t>(id);
    result.nodes.push_back(nodes_[from]);
    TreeNode& node = result.nodes.back();
    result.weights.resize(result.nodes.size() * outputs);
    if (node_leaves_[from] != kNothing) {
      node = TreeNode{};
      node.rows = rows[node_leaves_[from]];
      for (std::size_t k = 0; k < outputs; ++k)
        result.weights[id * outputs + k] = scale * static_cast<double>(weights(node_leaves_[from])[first + k]);
      continue;
    }
    const auto words = std::span(words_).subspan(node.categories, word_counts_[from]);
    node.categories = static_cast<std::uint32_t>(result.category_words.size());
    result.category_words.insert(result.category_words.end(), words.begin(), words.end());
    pending.push_back({nodes_[from].right, id, false});
    pending.push_back({nodes_[from].left, id, true});
    node.rows = 0;
  }
  for (std::size_t i = result.nodes.size(); i-- > 0;) {  // children come after their parents
    TreeNode& node = result.nodes[i];
    if (node.feature == kNone) continue;
    for (const std::int32_t child : {node.left, node.right})
      node.rows += result.nodes[static_cast<std::size_t>(child)].rows;
  }
  return result;
}

// ---- forests -------------------------------------------------------------------------------------------------------

LeafForest::LeafForest(std::size_t rows, std::size_t watched, std::vector<float> start)
    : intercept(std::move(start)), rows_(rows), watched_(watched) {}

std::size_t LeafForest::leaves() const noexcept {
  std::size_t leaves = 0;
  for (const auto& tree : trees_) leaves += tree->leaves();
  return leaves;
}

LeafTree& LeafForest::change(std::size_t t) {
  if (trees_[t].use_count() > 1) trees_[t] = std::make_shared<LeafTree>(*trees_[t]);
  return *trees_[t];
}

LeafTree& LeafForest::add(std::int32_t output) {
  add(LeafTree(rows_, watched_, width(), output));
  return *trees_.back();
}

namespace {

TreeDesign design_of(std::size_t rows, const std::vector<std::shared_ptr<LeafTree>>& trees,
                     std::span<const std::uint16_t> (LeafTree::*ids)() const noexcept) {
  std::vector<std::uint32_t> counts;
  for (const auto& tree : trees) counts.push_back(static_cast<std::uint32_t>(tree->leaves()));
  Basis basis(rows, counts);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    basis.write(t, [&](auto out) {
      const std::span<const std::uint16_t> from = (*trees[t].*ids)();
      for (std::size_t i = 0; i < from.size(); ++i) out[i] = static_cast<std::decay_t<decltype(out[i])>>(from[i]);
    });
  }
  std::vector<std::int32_t> outputs;
  for (const auto& tree : trees) outputs.push_back(tree->output());
  return TreeDesign(std::move(basis), std::move(outputs));
}

}  // namespace

TreeDesign LeafForest::design() const { return design_of(rows_, trees_, &LeafTree::ids); }
TreeDesign LeafForest::watched_design() const { return design_of(watched_, trees_, &LeafTree::watched); }

DesignWeights LeafForest::weights() const {
  DesignWeights all{{}, intercept};
  for (const auto& tree : trees_) {
    const std::span<const float> weights = std::as_const(*tree).weights();
    all.weights.insert(all.weights.end(), weights.begin(), weights.end());
  }
  return all;
}

void LeafForest::set_weights(const DesignWeights& all) {
  intercept = all.intercept;
  std::size_t at = 0;
  for (std::size_t t = 0; t < size(); ++t) {
    const std::span<float> weights = change(t).weights();
    std::copy_n(all.weights.begin() + static_cast<std::ptrdiff_t>(at), weights.size(), weights.begin());
    at += weights.size();
  }
}

}  // namespace espalier
