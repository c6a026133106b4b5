#include "method/compact/shallow_tree.h"

#include <algorithm>

#include "espalier/forest.h"

namespace espalier {
namespace {

// The tree with its absent children as leaves, in preorder; inner weights are pushed down to the leaves.
struct FlatNode {
  std::int32_t from = kNone;  // of the tree; kNone: an absent child
  std::int32_t left = kNone, right = kNone;
  std::size_t rows = 0;
  std::vector<double> weight;  // leaves: their own; splits: the mean over the rows below, weighted by rows
};

class Flat {
 public:
  Flat(const Tree& tree, const std::vector<std::uint32_t>& ids)
      : tree_(tree), width_(tree.weights.size() / tree.nodes.size()) {
    add(0, kNone, false);
    while (!pending_.empty()) {
      const auto [from, parent, left] = pending_.back();
      pending_.pop_back();
      add(from, parent, left);
    }
    for (const std::uint32_t id : ids) ++nodes_[leaves_[id]].rows;
    for (std::size_t i = nodes_.size(); i-- > 0;) add_up(nodes_[i]);
  }

  std::size_t leaves() const noexcept { return leaves_.size(); }

  // The number of terminals that are left if nodes with fewer rows become leaves.
  std::size_t leaves_at(std::size_t rows) const {
    std::size_t count = 0;
    walk(rows, [&](std::size_t, bool leaf, std::size_t, bool) { count += leaf ? 1 : 0; });
    return count;
  }

  Tree cut(std::size_t rows, std::vector<std::uint32_t>& ids) const {
    Tree result;
    result.output = tree_.output;
    result.category_words = tree_.category_words;
    std::vector<std::uint32_t> new_id(nodes_.size());  // of leaves, and of splits that became leaves
    std::uint32_t next = 0;
    walk(rows, [&](std::size_t node, bool leaf, std::size_t parent, bool left) {
      const auto id = static_cast<std::int32_t>(result.nodes.size());
      if (id > 0) (left ? result.nodes[parent].left : result.nodes[parent].right) = id;
      TreeNode made;
      if (!leaf) {
        made = tree_.nodes[static_cast<std::size_t>(nodes_[node].from)];
        made.left = made.right = kNone;
      }
      result.nodes.push_back(made);
      for (std::size_t k = 0; k < width_; ++k) result.weights.push_back(leaf ? nodes_[node].weight[k] : 0);
      if (leaf) number(node, next++, new_id);
    });
    for (std::uint32_t& id : ids) id = new_id[leaves_[id]];
    return result;
  }

 private:
  struct Step {
    std::int32_t from, parent;
    bool left;
  };

  void add(std::int32_t from, std::int32_t parent, bool left) {
    const auto id = static_cast<std::int32_t>(nodes_.size());
    FlatNode node;
    node.from = from;
    node.weight = parent == kNone ? std::vector<double>(width_) : nodes_[static_cast<std::size_t>(parent)].weight;
    if (parent != kNone)
      (left ? nodes_[static_cast<std::size_t>(parent)].left : nodes_[static_cast<std::size_t>(parent)].right) = id;
    if (from != kNone)
      for (std::size_t k = 0; k < width_; ++k)
        node.weight[k] += tree_.weights[static_cast<std::size_t>(from) * width_ + k];
    nodes_.push_back(std::move(node));
    const TreeNode* of = from == kNone ? nullptr : &tree_.nodes[static_cast<std::size_t>(from)];
    if (of == nullptr || (of->left == kNone && of->right == kNone)) {
      leaves_.push_back(static_cast<std::size_t>(id));
      return;
    }
    pending_.push_back({of->right, id, false});
    pending_.push_back({of->left, id, true});
  }

  void add_up(FlatNode& node) const {
    if (node.left == kNone) return;
    const FlatNode &a = nodes_[static_cast<std::size_t>(node.left)], &b = nodes_[static_cast<std::size_t>(node.right)];
    node.rows = a.rows + b.rows;
    const double share = node.rows == 0 ? 0.5 : static_cast<double>(a.rows) / static_cast<double>(node.rows);
    for (std::size_t k = 0; k < width_; ++k) node.weight[k] = share * a.weight[k] + (1 - share) * b.weight[k];
  }

  // body(node, whether it is a leaf now, its new parent, whether it is the left child), in preorder.
  template <class Body>
  void walk(std::size_t rows, Body&& body) const {
    struct Visit {
      std::size_t node, parent;
      bool left;
    };
    std::vector<Visit> pending = {{0, 0, false}};
    for (std::size_t made = 0; !pending.empty(); ++made) {
      const Visit visit = pending.back();
      pending.pop_back();
      const FlatNode& node = nodes_[visit.node];
      const bool leaf = node.left == kNone || node.rows < rows;
      body(visit.node, leaf, visit.parent, visit.left);
      if (leaf) continue;
      pending.push_back({static_cast<std::size_t>(node.right), made, false});
      pending.push_back({static_cast<std::size_t>(node.left), made, true});
    }
  }

  void number(std::size_t top, std::uint32_t id, std::vector<std::uint32_t>& ids) const {
    std::vector<std::size_t> pending = {top};
    while (!pending.empty()) {
      const std::size_t node = pending.back();
      pending.pop_back();
      ids[node] = id;
      if (nodes_[node].left == kNone) continue;
      pending.push_back(static_cast<std::size_t>(nodes_[node].left));
      pending.push_back(static_cast<std::size_t>(nodes_[node].right));
    }
  }

  const Tree& tree_;
  const std::size_t width_;
  std::vector<Step> pending_;
  std::vector<FlatNode> nodes_;
  std::vector<std::size_t> leaves_;  // nodes, from left to right
};

}  // namespace

Tree shallow_tree(const Tree& tree, std::size_t most, std::vector<std::uint32_t>& ids) {
  const Flat flat(tree, ids);
  if (flat.leaves() <= most) return tree;
  std::size_t rows = 2;
  while (flat.leaves_at(rows) > most) rows *= 2;
  return flat.cut(rows, ids);
}

}  // namespace espalier
