#include "grow/cart/prune.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "espalier/folds.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "predict/columns/goes_left.h"

namespace espalier {
namespace {

std::size_t index(std::int32_t node) noexcept { return static_cast<std::size_t>(node); }

bool is_split(const TreeNode& node) noexcept { return node.feature != kNone; }

std::vector<std::int32_t> parents_of(const CartTree& tree) {
  std::vector<std::int32_t> parents(tree.nodes.size(), kNone);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!is_split(tree.nodes[i])) continue;
    parents[index(tree.nodes[i].left)] = parents[index(tree.nodes[i].right)] = static_cast<std::int32_t>(i);
  }
  return parents;
}

std::vector<int> depths_of(const CartTree& tree) {
  std::vector<int> depths(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!is_split(tree.nodes[i])) continue;
    depths[index(tree.nodes[i].left)] = depths[index(tree.nodes[i].right)] = depths[i] + 1;
  }
  return depths;
}

// A split whose parent is no longer a split is not one either.
void drop_orphans(const CartTree& tree, Keep& keep) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!is_split(tree.nodes[i]) || keep[i]) continue;
    keep[index(tree.nodes[i].left)] = keep[index(tree.nodes[i].right)] = 0;
  }
}

// The class that a leaf of this tree predicts, the first on ties.
std::int32_t predicted_class(const CartTree& tree, std::size_t node) {
  const auto value = tree.value(node);
  if (value.size() == 1) {
    const double boundary = tree.link == Link::logistic ? 0 : 0.5;
    return tree.intercept[0] + value[0] > boundary;
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < value.size(); ++k) {
    if (tree.intercept[k] + value[k] > tree.intercept[best] + value[best]) best = k;
  }
  return static_cast<std::int32_t>(best);
}

// The cost of one row at a node.
class RowError {
 public:
  RowError(const CartTree& tree, const Target& target) : tree_(tree), target_(target) {
    if (target.task == Task::regression) return;
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) classes_.push_back(predicted_class(tree, node));
  }
  double at(std::size_t node, std::size_t row) const {
    if (target_.task == Task::classification) return target_.classes[row] == classes_[node] ? 0 : target_.weight(row);
    const double residual = target_.values[row] - tree_.intercept[0] - tree_.values[node];
    return target_.weight(row) * residual * residual;
  }

 private:
  const CartTree& tree_;
  const Target& target_;
  std::vector<std::int32_t> classes_;
};

}  // namespace

Keep keep_all(const CartTree& tree) {
  Keep keep(tree.nodes.size());
  for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = is_split(tree.nodes[i]);
  return keep;
}

std::vector<double> node_errors(const CartTree& tree, const TableView& table, const Target& target) {
  const RowError error(tree, target);
  std::vector<double> errors(tree.nodes.size());
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (!(target.weight(row) > 0)) continue;
    std::size_t node = 0;
    while (true) {
      errors[node] += error.at(node, row);
      const TreeNode& split = tree.nodes[node];
      if (!is_split(split)) break;
      const ColumnView& column = table.columns[index(split.feature)];
      const std::uint64_t* categories = tree.category_words.data() + split.categories;
      node = index(goes_left(column, row, split, categories) ? split.left : split.right);
    }
  }
  return errors;
}

Keep keep_to_best_depth(const CartTree& tree, std::span<const double> errors) {
  const std::vector<int> depths = depths_of(tree);
  const int deepest = *std::max_element(depths.begin(), depths.end());
  std::vector<double> at_depth(static_cast<std::size_t>(deepest) + 1);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const int last = is_split(tree.nodes[i]) ? depths[i] : deepest;  // a leaf counts at every greater depth
    for (int d = depths[i]; d <= last; ++d) at_depth[static_cast<std::size_t>(d)] += errors[i];
  }
  const auto best = std::min_element(at_depth.begin(), at_depth.end()) - at_depth.begin();
  Keep keep = keep_all(tree);
  for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = keep[i] && depths[i] < best;
  return keep;
}

Keep keep_while_improving(const CartTree& tree, std::span<const double> errors) {
  Keep keep = keep_all(tree);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    if (keep[i]) keep[i] = errors[index(node.left)] + errors[index(node.right)] < errors[i];
  }
  drop_orphans(tree, keep);
  return keep;
}

Keep keep_least_error(const CartTree& tree, std::span<const double> errors) {
  Keep keep = keep_all(tree);
  std::vector<double> least(errors.begin(), errors.end());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // preorder, so children come first
    const TreeNode& node = tree.nodes[i];
    if (!is_split(node)) continue;
    const double below = least[index(node.left)] + least[index(node.right)];
    keep[i] = below < errors[i];
    least[i] = std::min(below, errors[i]);
  }
  drop_orphans(tree, keep);
  return keep;
}

// The fall of the criterion below a node is the sum of the gains of the splits below it, so the price at which a
// subtree is no longer worth its leaves is the mean gain of its splits. Every node knows the least price in its
// subtree: the weakest link is found by walking down, and only that path changes.
std::vector<WeakestLink> weakest_links(const CartTree& tree) {
  struct Subtree {
    double gain = 0;
    std::size_t splits = 0;
    double least = std::numeric_limits<double>::infinity();
    double price() const noexcept { return gain / static_cast<double>(splits); }
  };
  std::vector<Subtree> subtrees(tree.nodes.size());
  const auto sum_up = [&](std::size_t i) {
    const TreeNode& node = tree.nodes[i];
    const Subtree &left = subtrees[index(node.left)], &right = subtrees[index(node.right)];
    Subtree& here = subtrees[i];
    here.gain = node.gain + left.gain + right.gain;
    here.splits = 1 + left.splits + right.splits;
    here.least = std::min({here.price(), left.least, right.least});
  };
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    if (is_split(tree.nodes[i])) sum_up(i);
  }
  std::vector<WeakestLink> links;
  std::vector<std::size_t> path;
  double alpha = 0;
  while (subtrees[0].splits > 0) {
    path.clear();
    std::size_t at = 0;
    while (subtrees[at].price() != subtrees[at].least) {  // ties go to the node nearest to the root, then left
      path.push_back(at);
      const TreeNode& node = tree.nodes[at];
      at = index(subtrees[index(node.left)].least == subtrees[at].least ? node.left : node.right);
    }
    alpha = std::max(alpha, subtrees[at].least);
    subtrees[at] = {};
    for (; !path.empty(); path.pop_back()) sum_up(path.back());
    links.push_back({alpha, static_cast<std::int32_t>(at), subtrees[0].splits});
  }
  return links;
}

CartTree cut(CartTree tree, std::span<const std::uint8_t> keep) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (keep[i]) continue;
    tree.nodes[i].feature = tree.nodes[i].left = tree.nodes[i].right = kNone;
  }
  return tree;
}

Keep keep_after(const CartTree& tree, std::span<const WeakestLink> links, std::size_t count) {
  Keep keep = keep_all(tree);
  for (const WeakestLink& link : links.first(count)) keep[index(link.node)] = 0;
  drop_orphans(tree, keep);
  return keep;
}

std::size_t links_up_to(std::span<const WeakestLink> links, double alpha) {
  const auto end =
      std::partition_point(links.begin(), links.end(), [&](const WeakestLink& link) { return link.alpha <= alpha; });
  return static_cast<std::size_t>(end - links.begin());
}

namespace {

// The target with the rows of one fold, or all others, at weight 0.
Target with_fold(const Target& target, std::span<const std::uint32_t> folds, std::uint32_t fold, bool inside) {
  Target part = target;
  part.weights.resize(target.rows());
  for (std::size_t row = 0; row < target.rows(); ++row) {
    part.weights[row] = (folds[row] == fold) == inside ? target.weight(row) : 0;
  }
  return part;
}

// Adds to `totals[i]` the error on the held-out rows of the tree pruned at alphas[i], ascending.
void add_fold_errors(const CartTree& tree, std::span<const double> errors, std::span<const double> alphas,
                     std::span<double> totals) {
  const std::vector<WeakestLink> links = weakest_links(tree);
  std::vector<double> below(errors.begin(), errors.end());  // of the subtree as it stands
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const TreeNode& node = tree.nodes[i];
    if (is_split(node)) below[i] = below[index(node.left)] + below[index(node.right)];
  }
  const std::vector<std::int32_t> parents = parents_of(tree);
  std::size_t next = 0;
  for (std::size_t a = 0; a < alphas.size(); ++a) {
    for (; next < links.size() && links[next].alpha <= alphas[a]; ++next) {
      const double change = errors[index(links[next].node)] - below[index(links[next].node)];
      for (std::int32_t p = links[next].node; p != kNone; p = parents[index(p)]) below[index(p)] += change;
    }
    totals[a] += below[0];
  }
}

}  // namespace

double choose_alpha(const TableView& table, const Target& target, const CartOptions& options, const AlphaSearch& search,
                    const Run& run) {
  std::vector<double> steps = {0};
  for (const WeakestLink& link : search.links) {
    if (link.alpha > steps.back()) steps.push_back(link.alpha);
  }
  // A tree is the best for all alphas up to the next step; the geometric mean stands for them.
  std::vector<double> alphas;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) alphas.push_back(std::sqrt(steps[i] * steps[i + 1]));
  alphas.push_back(steps.back());

  std::vector<double> totals(alphas.size());
  const auto folds = make_folds(target.rows(), search.folds, target.classes, run.seed);
  for (int fold = 0; fold < search.folds; ++fold) {
    const auto number = static_cast<std::uint32_t>(fold);
    const CartTree tree = grow_cart(table, with_fold(target, folds, number, false), options, run);
    add_fold_errors(tree, node_errors(tree, table, with_fold(target, folds, number, true)), alphas, totals);
  }
  std::size_t best = 0;
  for (std::size_t a = 0; a < alphas.size(); ++a) {
    if (totals[a] <= totals[best]) best = a;
  }
  return alphas[best];
}

}  // namespace espalier
