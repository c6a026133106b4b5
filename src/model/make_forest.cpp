// make_forest(): a sparse linear model over the nodes of a pool becomes a forest. The value of a terminal is the sum of
// the weights on its path, so that prediction adds one number per tree; parts that no selected node needs are cut off.
// Linear in the nodes of the selected trees, times the outputs. No recursion: trees may be chains.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "model/format.h"

namespace espalier {
namespace {

float to_leaf_value(double sum) {
  const auto value = static_cast<float>(sum);
  if (!std::isfinite(value))
    throw Error(ErrorCode::data,
                fmt::format("a leaf value of {} does not fit into float32; the target is too large", sum));
  return value + 0.0F;  // -0 becomes 0
}

// One tree of the pool, reduced to its selected nodes.
class TreeCompactor {
 public:
  TreeCompactor(const Pool& pool, const Selection::Part& part, Forest& forest, NodeStatistics& statistics)
      : pool_(pool),
        tree_(pool.trees.at(part.tree)),
        width_(pool.width(tree_)),
        forest_(forest),
        statistics_(statistics),
        kept_(tree_.nodes.size()),
        sums_(tree_.nodes.size() * width_) {
    ESPALIER_ASSERT(part.weights.size() == part.nodes.size() * width_);
    for (std::size_t i = 0; i < part.nodes.size(); ++i) {
      ESPALIER_ASSERT(part.nodes[i] < kept_.size() && (i == 0 || part.nodes[i - 1] < part.nodes[i]));
      kept_[part.nodes[i]] = 1;
      std::copy_n(part.weights.begin() + static_cast<std::ptrdiff_t>(i * width_), width_, sum_of(part.nodes[i]));
    }
    keep_ancestors();
    add_up();
  }

  void run(EqualLeaves equal) {
    if (equal == EqualLeaves::merged) merge_equal_leaves();
    if (tree_.nodes.empty() || !kept_[0]) return;
    if (!splits(0))
      fold_into_intercept();
    else
      emit_tree();
  }

 private:
  struct Visit {
    std::int32_t node;  // where the row stops if the child is absent: the parent
    bool absent;
    std::int32_t parent;  // the split that it hangs from
    bool left;
  };

  double* sum_of(std::size_t node) { return sums_.data() + node * width_; }
  bool kept(std::int32_t node) const { return node != kNone && kept_[static_cast<std::size_t>(node)]; }
  const TreeNode& node_at(std::int32_t node) const { return tree_.nodes[static_cast<std::size_t>(node)]; }
  bool splits(std::int32_t node) const { return kept(node_at(node).left) || kept(node_at(node).right); }

  // Children come after their parents: going backwards, every node is done before its parent asks.
  void keep_ancestors() {
    for (std::size_t i = kept_.size(); i-- > 0;) {
      for (const std::int32_t child : {tree_.nodes[i].left, tree_.nodes[i].right}) {
        if (child == kNone) continue;
        ESPALIER_ASSERT(static_cast<std::size_t>(child) > i && static_cast<std::size_t>(child) < kept_.size());
        kept_[i] |= kept_[static_cast<std::size_t>(child)];
      }
    }
  }

  void add_up() {
    for (std::size_t i = 0; i < kept_.size(); ++i)
      for (const std::int32_t child : {tree_.nodes[i].left, tree_.nodes[i].right})
        if (kept(child))
          for (std::size_t k = 0; k < width_; ++k) sum_of(static_cast<std::size_t>(child))[k] += sum_of(i)[k];
  }

  // Such splits come from ties: their gain is 0, and no split below them had any. Children are done before parents.
  void merge_equal_leaves() {
    for (std::size_t i = kept_.size(); i-- > 0;) {
      const TreeNode& node = tree_.nodes[i];
      const auto is_leaf = [&](std::int32_t child) { return kept(child) && !splits(child); };
      if (!is_leaf(node.left) || !is_leaf(node.right)) continue;
      const double* left = sum_of(static_cast<std::size_t>(node.left));
      const double* right = sum_of(static_cast<std::size_t>(node.right));
      const auto same = [](double a, double b) { return static_cast<float>(a) == static_cast<float>(b); };
      if (!std::equal(left, left + width_, right, same)) continue;
      std::copy_n(left, width_, sum_of(i));
      kept_[static_cast<std::size_t>(node.left)] = kept_[static_cast<std::size_t>(node.right)] = 0;
    }
  }

  void fold_into_intercept() {
    double* intercept = forest_.intercept.data() + (tree_.output == kNone ? 0 : tree_.output);
    for (std::size_t k = 0; k < width_; ++k) intercept[k] += sum_of(0)[k];
  }

  void emit_tree() {
    span_.first_split = static_cast<std::uint32_t>(forest_.splits.size());
    span_.first_terminal = static_cast<std::uint32_t>(forest_.absent.size());
    span_.first_value = forest_.values.size();
    span_.output = forest_.outputs() == 1 ? kNone : tree_.output;  // a single output is all outputs
    std::vector<Visit> pending = {{0, false, kNone, false}};
    while (!pending.empty()) {
      const Visit visit = pending.back();
      pending.pop_back();
      const bool terminal = visit.absent || !splits(visit.node);
      const std::int32_t id = terminal ? emit_terminal(visit) : emit_split(visit.node);
      if (visit.parent != kNone) {
        Split& parent = forest_.splits[span_.first_split + static_cast<std::uint32_t>(visit.parent)];
        (visit.left ? parent.left : parent.right) = id;
      }
      if (terminal) continue;
      const auto child = [&](std::int32_t node, bool left) {
        pending.push_back({kept(node) ? node : visit.node, !kept(node), id, left});
      };
      child(node_at(visit.node).right, false);
      child(node_at(visit.node).left, true);
    }
    span_.splits = static_cast<std::uint32_t>(forest_.splits.size()) - span_.first_split;
    forest_.trees.push_back(span_);
  }

  std::int32_t emit_split(std::int32_t node) {
    const TreeNode& from = node_at(node);
    const Feature& feature = pool_.features.at(static_cast<std::size_t>(from.feature));
    Split split;
    split.feature = static_cast<std::uint32_t>(from.feature);
    split.missing_left = from.missing_left;
    if (feature.type == ColumnType::numeric) {
      ESPALIER_ASSERT(std::isfinite(from.threshold));
      split.threshold = from.threshold + 0.0F;  // -0 becomes 0
    } else {
      split.categories = copy_categories(from.categories, feature);
    }
    const std::size_t id = forest_.splits.size() - span_.first_split;
    forest_.splits.push_back(split);
    statistics_.split_rows.push_back(saturated(from.rows));
    statistics_.split_gain.push_back(saturated(from.gain));
    return static_cast<std::int32_t>(id);
  }

  std::uint32_t copy_categories(std::uint32_t from, const Feature& feature) {
    const std::size_t words = words_of(feature);
    ESPALIER_ASSERT(from + words <= tree_.category_words.size());
    const auto first = static_cast<std::uint32_t>(forest_.category_words.size());
    for (std::size_t w = 0; w < words; ++w) forest_.category_words.push_back(tree_.category_words[from + w]);
    if (const std::size_t tail = feature.labels.size() % 64)
      forest_.category_words.back() &= (std::uint64_t{1} << tail) - 1;
    return first;
  }

  std::int32_t emit_terminal(const Visit& visit) {
    const std::size_t id = forest_.absent.size() - span_.first_terminal;
    forest_.absent.push_back(visit.absent ? 1 : 0);
    const double* sum = sum_of(static_cast<std::size_t>(visit.node));
    for (std::size_t k = 0; k < width_; ++k) forest_.values.push_back(to_leaf_value(sum[k]));
    const TreeNode& node = node_at(visit.node);
    statistics_.terminal_rows.push_back(saturated(visit.absent ? rows_stopping(node, visit.left) : node.rows));
    return ~static_cast<std::int32_t>(id);
  }

  // The rows of a child that was cut off, or that never existed: the rest after the other child.
  double rows_stopping(const TreeNode& node, bool left) const {
    const std::int32_t here = left ? node.left : node.right;
    const std::int32_t other = left ? node.right : node.left;
    return here != kNone ? node_at(here).rows : std::max(0.0, node.rows - node_at(other).rows);
  }

  const Pool& pool_;
  const Tree& tree_;
  const std::size_t width_;
  Forest& forest_;
  NodeStatistics& statistics_;
  std::vector<std::uint8_t> kept_;
  std::vector<double> sums_;  // nodes × width: first the weights, then their sums from the root
  TreeSpan span_;
};

}  // namespace

Forest make_forest(const Pool& pool, const Selection& selection, EqualLeaves equal) {
  ESPALIER_ASSERT(selection.intercept.size() == pool.intercept.size());
  Forest forest;
  forest.intercept = selection.intercept;
  NodeStatistics statistics;
  for (std::size_t i = 0; i < selection.parts.size(); ++i) {
    ESPALIER_ASSERT(i == 0 || selection.parts[i - 1].tree < selection.parts[i].tree);
    TreeCompactor(pool, selection.parts[i], forest, statistics).run(equal);
  }
  for (double& intercept : forest.intercept)
    if (!std::isfinite(intercept))
      throw Error(ErrorCode::data, fmt::format("the intercept is {}; the target is too large", intercept));
  // A pool made from a model without statistics has no rows.
  const bool known = std::ranges::any_of(statistics.split_rows, [](float rows) { return rows > 0; });
  if (known) forest.statistics = std::move(statistics);
  return forest;
}

}  // namespace espalier
