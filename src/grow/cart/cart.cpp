// Rows are nested: in each column's sorted entries a child's rows are a slice of its parent's, kept sorted by stable
// partition. A level costs O(p · n), the whole tree O(p · n · depth) after one sort. Columns that are constant in a
// node are constant below it and neither searched nor partitioned there.
#include "grow/cart/cart.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/assert.h"
#include "base/progress.h"
#include "base/random.h"
#include "espalier/forest.h"
#include "grow/cart/split_search.h"
#include "grow/criterion/target_mean.h"

namespace espalier {
namespace {

using ColumnList = std::shared_ptr<const std::vector<std::uint32_t>>;

struct Pending {
  std::int32_t node = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  int depth = 0;
  ColumnList columns;  // the columns whose entries are sorted within [begin, end)
  NodeSums sums;
};

class Grower {
 public:
  Grower(const TableView& table, const Target& target, const CartOptions& options, const Run& run)
      : table_(table),
        target_(target),
        options_(options),
        rows_(rows_with_weight(target)),
        reporter_(run, "growing the tree", rows_.size()),
        threads_(run.threads, &reporter_),
        classes_(target.labels.size()),
        seed_(run.seed),
        sorted_(table, rows_, threads_) {
    if (options.bins) sorted_.coarsen(table, target.weights, static_cast<std::size_t>(*options.bins), threads_);
    prepare_sums();
    goes_left_.resize(target.rows());
  }

  CartTree grow() {
    Pending root;
    root.end = rows_.size();
    auto columns = std::make_shared<std::vector<std::uint32_t>>(table_.columns.size());
    std::iota(columns->begin(), columns->end(), 0U);
    root.columns = std::move(columns);
    root.sums = sum_rows(rows_);
    total_weight_ = root.sums.weight;
    prepare_search();
    const LeafValues values(target_, options_.leaf, options_.l2, root.sums, centre_);
    tree_.intercept = values.intercept();
    tree_.link = values.link();
    add_node(root.sums, root.sums, values);

    std::vector<Pending> stack;
    stack.push_back(std::move(root));
    while (!stack.empty()) {
      const Pending node = std::move(stack.back());
      stack.pop_back();
      if (!try_split(node, values, stack)) reporter_.advance(node.end - node.begin);
    }
    return preorder();
  }

 private:
  // Values are centred, so that S²/W keeps its digits whatever the target's offset.
  void prepare_sums() {
    split_targets_.class_count = classes_;
    split_targets_.weights = target_.weights;
    if (classes_ == 0) {
      centre_ = options_.leaf == LeafValue::mean ? rounded_mean(target_) : weighted_mean(target_);
      values_ = target_.values;
      for (double& y : values_) y -= centre_;
      split_targets_.values = values_;
    } else {
      split_targets_.classes = target_.classes;
      if (classes_ == 2) {
        values_.assign(target_.classes.begin(), target_.classes.end());
        split_targets_.values = values_;
      }
    }
  }

  void prepare_search() {
    least_ = {static_cast<std::size_t>(options_.min_rows), least_weight(options_.min_weight_fraction, total_weight_)};
    const SplitCriterion usual = classes_ > 0 ? SplitCriterion::gini : SplitCriterion::squared;
    search_ =
        make_split_search(table_, sorted_, split_targets_, {options_.criterion.value_or(usual), least_}, threads_);
  }

  NodeSums sum_rows(std::span<const std::uint32_t> rows) const {
    NodeSums sums;
    sums.classes.resize(classes_);
    for (const std::uint32_t row : rows) add_row(row, sums);
    return sums;
  }

  void add_row(std::uint32_t row, NodeSums& sums) const {
    const double w = target_.weight(row);
    sums.weight += w;
    if (classes_ == 0) {
      sums.sum += w * values_[row];
    } else {
      sums.classes[static_cast<std::size_t>(target_.classes[row])] += w;
    }
  }

  std::int32_t add_node(const NodeSums& sums, const NodeSums& parent, const LeafValues& values) {
    TreeNode node;
    node.rows = sums.weight;
    tree_.nodes.push_back(node);
    const std::size_t offset = tree_.values.size();
    tree_.values.resize(offset + values.width());
    values.value(sums, parent, std::span(tree_.values).subspan(offset));
    return static_cast<std::int32_t>(tree_.nodes.size() - 1);
  }

  bool pure(const Pending& node) {
    if (classes_ > 0) {
      return std::count_if(node.sums.classes.begin(), node.sums.classes.end(), [](double c) { return c > 0; }) <= 1;
    }
    const auto entries = sorted_.entries(node.columns->front(), node.begin, node.end);
    const double first = values_[entries[0].row];
    return std::all_of(entries.begin(), entries.end(), [&](const SortedEntry& e) { return values_[e.row] == first; });
  }

  bool may_split(const Pending& node) {
    return node.end - node.begin >= 2 * least_.rows && node.sums.weight >= 2 * least_.weight &&
           !node.columns->empty() && !(options_.depth && node.depth >= *options_.depth) && !pure(node);
  }

  bool try_split(const Pending& node, const LeafValues& values, std::vector<Pending>& stack) {
    if (!may_split(node)) return false;
    auto columns = std::make_shared<std::vector<std::uint32_t>>();
    for (const std::uint32_t column : *node.columns) {
      const auto entries = sorted_.entries(column, node.begin, node.end);
      if (entries.front().key != entries.back().key) columns->push_back(column);
    }
    if (columns->empty()) return false;
    if (options_.features) sample(*columns, static_cast<std::size_t>(node.node));
    SplitChoice choice = search_->best({node.begin, node.end, options_.features ? sampled_ : *columns});
    if (!choice.found()) return false;
    choice.threshold = sorted_.cut_at(choice.column, choice.threshold);
    // A split without gain may be what the next one needs, and its gain may come out slightly negative.
    if (options_.min_gain > 0 && choice.gain / total_weight_ < options_.min_gain) return false;
    split(node, choice, std::move(columns), values, stack);
    return true;
  }

  // In their order, so that ties go to the first column.
  void sample(std::span<const std::uint32_t> columns, std::size_t node) {
    sampled_.assign(columns.begin(), columns.end());
    const auto wanted = static_cast<std::size_t>(*options_.features);
    if (wanted >= columns.size()) return;
    Random(seed_, "columns", node).shuffle(std::span(sampled_));
    sampled_.resize(wanted);
    std::ranges::sort(sampled_);
  }

  void split(const Pending& node, const SplitChoice& choice, ColumnList columns, const LeafValues& values,
             std::vector<Pending>& stack) {
    Pending left, right;
    left.sums.classes.resize(classes_);
    right.sums.classes.resize(classes_);
    const std::size_t left_rows = mark_sides(node, choice, left.sums, right.sums);
    partition(node, left_rows, *columns);

    left.begin = node.begin;
    left.end = right.begin = node.begin + left_rows;
    right.end = node.end;
    left.depth = right.depth = node.depth + 1;
    left.columns = right.columns = std::move(columns);
    left.node = add_node(left.sums, node.sums, values);
    right.node = add_node(right.sums, node.sums, values);

    TreeNode& parent = tree_.nodes[static_cast<std::size_t>(node.node)];
    parent.feature = static_cast<std::int32_t>(choice.column);
    parent.gain = std::max(0.0, choice.gain / total_weight_);
    parent.left = left.node;
    parent.right = right.node;
    // If nothing was missing in training, missing values go with the majority.
    parent.missing_left = choice.missing_seen ? choice.missing_left : left.sums.weight >= right.sums.weight;
    if (table_.columns[choice.column].numeric()) {
      parent.threshold = choice.threshold;
    } else {
      parent.categories = add_categories(node, choice, parent.missing_left);
    }
    stack.push_back(std::move(right));
    stack.push_back(std::move(left));
  }

  std::size_t mark_sides(const Pending& node, const SplitChoice& choice, NodeSums& left, NodeSums& right) {
    const bool numeric = table_.columns[choice.column].numeric();
    const std::uint32_t highest_left = numeric ? key_of(choice.threshold) : 0;
    std::size_t left_rows = 0;
    for (const SortedEntry& entry : sorted_.entries(choice.column, node.begin, node.end)) {
      bool to_left = false;
      if (entry.key == kMissingKey) {
        to_left = choice.missing_left;
      } else if (numeric) {
        to_left = entry.key <= highest_left;
      } else {
        to_left = std::binary_search(choice.left_codes.begin(), choice.left_codes.end(), entry.key);
      }
      goes_left_[entry.row] = to_left;
      left_rows += to_left;
      add_row(entry.row, to_left ? left : right);
    }
    ESPALIER_ASSERT(left_rows > 0 && left_rows < node.end - node.begin);
    return left_rows;
  }

  void partition(const Pending& node, std::size_t left_rows, const std::vector<std::uint32_t>& columns) {
    const auto partition_column = [&](std::uint32_t column, std::vector<SortedEntry>& rights) {
      const auto entries = sorted_.entries(column, node.begin, node.end);
      if (rights.size() < entries.size()) rights.resize(entries.size());
      std::size_t l = 0, r = 0;
      for (const SortedEntry entry : entries) {
        const std::size_t to_left = goes_left_[entry.row];
        entries[l] = entry;  // without a branch: written to both, kept in one
        rights[r] = entry;
        l += to_left;
        r += 1 - to_left;
      }
      std::copy_n(rights.begin(), r, entries.begin() + static_cast<std::ptrdiff_t>(left_rows));
    };
    if (columns.size() * (node.end - node.begin) > kParallelCells) {
      threads_.each(columns.size(), [&](std::size_t i) {
        std::vector<SortedEntry> rights;
        partition_column(columns[i], rights);
      });
    } else {
      for (const std::uint32_t column : columns) partition_column(column, scratch_);
    }
  }

  // Categories that the node has not seen go where missing values go.
  std::uint32_t add_categories(const Pending& node, const SplitChoice& choice, bool unseen_left) {
    const std::size_t labels = table_.columns[choice.column].feature->labels.size();
    const std::size_t first = tree_.category_words.size();
    tree_.category_words.resize(first + (labels + 63) / 64);
    const auto set = [&](std::uint32_t code, bool value) {
      const std::uint64_t bit = std::uint64_t{1} << (code % 64);
      std::uint64_t& word = tree_.category_words[first + code / 64];
      word = value ? word | bit : word & ~bit;
    };
    if (unseen_left) {
      for (std::uint32_t code = 0; code < labels; ++code) set(code, true);
      // The entries are partitioned by now, but still the node's: the codes that went right.
      for (const SortedEntry& entry : sorted_.entries(choice.column, node.begin, node.end)) {
        if (entry.key != kMissingKey) set(entry.key, goes_left_[entry.row] != 0);
      }
    } else {
      for (const std::uint32_t code : choice.left_codes) set(code, true);
    }
    return static_cast<std::uint32_t>(first);
  }

  // Nodes were numbered as they were made; number them from the root, left subtree first.
  CartTree preorder() {
    CartTree sorted = tree_;
    std::vector<std::int32_t> order, stack = {0};
    while (!stack.empty()) {
      const std::int32_t node = stack.back();
      stack.pop_back();
      order.push_back(node);
      const TreeNode& from = tree_.nodes[static_cast<std::size_t>(node)];
      if (from.feature == kNone) continue;
      stack.push_back(from.right);
      stack.push_back(from.left);
    }
    std::vector<std::int32_t> number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      number[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto old = static_cast<std::size_t>(order[i]);
      sorted.nodes[i] = tree_.nodes[old];
      if (sorted.nodes[i].feature != kNone) {
        sorted.nodes[i].left = number[static_cast<std::size_t>(sorted.nodes[i].left)];
        sorted.nodes[i].right = number[static_cast<std::size_t>(sorted.nodes[i].right)];
      }
      std::ranges::copy(tree_.value(old),
                        sorted.values.begin() + static_cast<std::ptrdiff_t>(i * tree_.intercept.size()));
    }
    return sorted;
  }

  static constexpr std::size_t kParallelCells = 100000;

  const TableView& table_;
  const Target& target_;
  const CartOptions& options_;
  const std::vector<std::uint32_t> rows_;
  Reporter reporter_;
  Threads threads_;
  const std::size_t classes_;
  const std::uint64_t seed_;
  SortedColumns sorted_;
  double centre_ = 0;
  double total_weight_ = 0;
  LeastLeaf least_;
  std::vector<double> values_;
  SplitTargets split_targets_;
  std::unique_ptr<SplitSearch> search_;
  std::vector<std::uint8_t> goes_left_;
  std::vector<SortedEntry> scratch_;
  std::vector<std::uint32_t> sampled_;  // columns of the node that is being split
  CartTree tree_;
};

}  // namespace

CartTree grow_cart(const TableView& table, const Target& target, const CartOptions& options, const Run& run) {
  return Grower(table, target, options, run).grow();
}

Pool to_pool(const CartTree& tree, std::span<const std::uint8_t> keep, const std::vector<Feature>& features) {
  Pool pool;
  pool.features = features;
  pool.intercept = tree.intercept;
  const std::size_t width = tree.intercept.size();
  Tree& out = pool.trees.emplace_back();
  out.category_words = tree.category_words;
  std::vector<std::int32_t> number(tree.nodes.size(), kNone);
  number[0] = 0;
  out.nodes.push_back(tree.nodes[0]);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // preorder: parents come first
    if (number[i] == kNone) continue;
    const TreeNode& node = tree.nodes[i];
    const auto at = static_cast<std::size_t>(number[i]);
    if (node.feature == kNone || !keep[i]) {
      out.nodes[at].feature = out.nodes[at].left = out.nodes[at].right = kNone;
      out.nodes[at].gain = 0;
      continue;
    }
    for (const auto child : {&TreeNode::left, &TreeNode::right}) {
      const auto old = static_cast<std::size_t>(node.*child);
      number[old] = static_cast<std::int32_t>(out.nodes.size());
      out.nodes[at].*child = number[old];
      out.nodes.push_back(tree.nodes[old]);
    }
  }
  out.weights.assign(out.nodes.size() * width, 0.0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (number[i] == kNone || out.nodes[static_cast<std::size_t>(number[i])].feature != kNone) continue;
    std::ranges::copy(tree.value(i), out.weights.begin() +
                                         static_cast<std::ptrdiff_t>(number[i]) * static_cast<std::ptrdiff_t>(width));
  }
  return pool;
}

}  // namespace espalier
