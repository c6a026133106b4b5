// A pool's own weights as a selection, and a forest taken apart into a pool again. Linear in nodes × outputs.
#include <algorithm>

#include "base/assert.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {
namespace {

// One tree of a forest as nodes with weights. The weight of a leaf is the difference between its value and the sum of
// the weights above it, and so is that of a split with an absent child, since rows stop there; other splits add
// nothing. The sums give the values back to the last bit unless a value is 2^28 times smaller than one above it; then
// they are off by the rounding of the larger one, less than 2^-52 of it.
class TreeUnfolder {
 public:
  TreeUnfolder(const Model& model, const TreeSpan& span)
      : model_(model), forest_(std::get<Forest>(model.body)), span_(span), width_(forest_.width(span)) {}

  Tree run() {
    tree_.output = span_.output;
    std::vector<Visit> pending = {{0, kNone, false}};
    while (!pending.empty()) {
      const Visit visit = pending.back();
      pending.pop_back();
      if (visit.child < 0 && forest_.absent[terminal(visit.child)]) continue;
      const auto id = static_cast<std::int32_t>(tree_.nodes.size());
      if (visit.parent != kNone) {
        TreeNode& parent = tree_.nodes[static_cast<std::size_t>(visit.parent)];
        (visit.left ? parent.left : parent.right) = id;
      }
      add_node(visit);
      if (visit.child < 0) continue;
      const Split& split = forest_.splits[span_.first_split + static_cast<std::uint32_t>(visit.child)];
      pending.push_back({split.right, id, false});
      pending.push_back({split.left, id, true});
    }
    return std::move(tree_);
  }

 private:
  struct Visit {
    std::int32_t child;   // as in Split
    std::int32_t parent;  // a node of the new tree
    bool left;
  };

  std::size_t terminal(std::int32_t child) const { return span_.first_terminal + static_cast<std::uint32_t>(~child); }

  void add_node(const Visit& visit) {
    TreeNode node;
    std::int32_t stop = visit.child;  // the terminal whose value the sum must give here, if < 0
    if (visit.child >= 0) {
      const std::size_t s = span_.first_split + static_cast<std::uint32_t>(visit.child);
      const Split& split = forest_.splits[s];
      node = to_node(split);
      if (forest_.statistics) {
        node.rows = forest_.statistics->split_rows[s];
        node.gain = forest_.statistics->split_gain[s];
      }
      for (const std::int32_t child : {split.left, split.right})
        if (child < 0 && forest_.absent[terminal(child)]) stop = child;
    } else if (forest_.statistics) {
      node.rows = forest_.statistics->terminal_rows[terminal(visit.child)];
    }
    tree_.nodes.push_back(node);
    for (std::size_t k = 0; k < width_; ++k) {
      const double above = visit.parent == kNone ? 0 : sums_[static_cast<std::size_t>(visit.parent) * width_ + k];
      const double weight = stop < 0 ? value(stop, k) - above : 0;
      tree_.weights.push_back(weight);
      sums_.push_back(above + weight);
    }
  }

  double value(std::int32_t child, std::size_t k) const {
    return forest_.values[span_.first_value + static_cast<std::size_t>(~child) * width_ + k];
  }

  TreeNode to_node(const Split& split) {
    TreeNode node;
    node.feature = static_cast<std::int32_t>(split.feature);
    node.threshold = split.threshold;
    node.missing_left = split.missing_left;
    const Feature& feature = model_.features[split.feature];
    if (feature.type == ColumnType::categorical) {
      node.categories = static_cast<std::uint32_t>(tree_.category_words.size());
      for (std::size_t w = 0; w < words_of(feature); ++w)
        tree_.category_words.push_back(forest_.category_words[split.categories + w]);
    }
    return node;
  }

  const Model& model_;
  const Forest& forest_;
  const TreeSpan& span_;
  const std::size_t width_;
  Tree tree_;
  std::vector<double> sums_;
};

}  // namespace

Selection Pool::grown_weights() const {
  Selection selection;
  selection.intercept = intercept;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const Tree& tree = trees[t];
    const std::size_t columns = width(tree);
    ESPALIER_ASSERT(tree.weights.size() == tree.nodes.size() * columns);
    Selection::Part part;
    part.tree = static_cast<std::uint32_t>(t);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const auto weights = std::span(tree.weights).subspan(i * columns, columns);
      const bool leaf = tree.nodes[i].left == kNone && tree.nodes[i].right == kNone;
      if (!leaf && std::ranges::all_of(weights, [](double w) { return w == 0; })) continue;
      part.nodes.push_back(static_cast<std::uint32_t>(i));
      part.weights.insert(part.weights.end(), weights.begin(), weights.end());
    }
    selection.parts.push_back(std::move(part));
  }
  return selection;
}

Pool to_pool(const Model& model) {
  const Forest& forest = forest_of(model, "trees");
  Pool pool;
  pool.features = model.features;
  pool.intercept = forest.intercept;
  pool.trees.reserve(forest.trees.size());
  for (const TreeSpan& span : forest.trees) pool.trees.push_back(TreeUnfolder(model, span).run());
  return pool;
}

}  // namespace espalier
