// Rows are nested: a child's rows are a slice of its parent's, in their order, so one permutation of the rows serves
// the whole tree, and no node allocates anything. A level of the tree costs O(features · rows), times the logarithm of
// the rows for best cuts.
#include "grow/random/random_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "espalier/forest.h"
#include "grow/random/apply_cut.h"
#include "grow/random/best_cut.h"
#include "grow/random/random_cut.h"

namespace espalier {
namespace {

struct Pending {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int32_t parent = kNone;
  bool left = false;
  int depth = 0;
  std::size_t constants = 0;  // the number of columns known to be constant here
};

template <class Targets, class Cuts>
class Grower {
 public:
  Grower(const RandomTreeInputs& inputs, Targets& targets, Cuts& cuts, const RandomTreeOptions& options, Draws draws)
      : table_(inputs.table),
        reporter_(inputs.reporter),
        targets_(targets),
        cuts_(cuts),
        options_(options),
        draws_(draws),
        applier_(inputs.table) {}

  RandomTree grow(std::span<const std::uint32_t> rows) {
    rows_.assign(rows.begin(), rows.end());
    row_scratch_.resize(rows.size() + kPadding);
    sides_.resize(rows.size() + kPadding);
    values_.resize(std::min({options_.features, table_.columns(), ValueTable::kMostAtOnce}));
    for (std::vector<float>& values : values_) values.resize(rows.size() + kPadding);
    best_values_.resize(rows.size() + kPadding);
    columns_.resize(table_.columns());
    std::iota(columns_.begin(), columns_.end(), 0U);
    targets_.start(rows_);
    std::vector<Pending> stack = {{0, rows_.size(), kNone, false, 0, 0}};
    while (!stack.empty()) {
      Pending node = stack.back();
      stack.pop_back();
      visit(node, stack);
    }
    report(0);
    return {std::move(tree_), std::move(leaves_)};
  }

 private:
  void visit(Pending& node, std::vector<Pending>& stack) {
    pulse(node);
    targets_.enter(node.begin, node.end);
    if (node.parent == kNone) total_weight_ = targets_.weight();
    const std::int32_t id = add_node(node);
    NodeCut cut;
    if (may_split(node)) cut = choose_cut(node);
    if (!cut.found()) {
      targets_.write_leaf(options_.leaf, leaves_);
      at_rest_ += node.end - node.begin;
      return report(kRowsPerReport);
    }
    const std::size_t middle = node.begin + split_rows(node, cut);
    write_split(node, cut, middle, id);
    stack.push_back({middle, node.end, id, false, node.depth + 1, node.constants});
    stack.push_back({node.begin, middle, id, true, node.depth + 1, node.constants});
  }

  void report(std::size_t least) {
    if (!reporter_ || at_rest_ <= least) return;
    reporter_->advance(at_rest_);
    at_rest_ = 0;
  }

  // A node of many classes takes long for its rows.
  void pulse(const Pending& node) {
    if (!reporter_) return;
    unreported_ += node.end - node.begin + targets_.split_targets().class_count;
    if (unreported_ <= kWorkPerPulse) return;
    reporter_->pulse();
    unreported_ = 0;
  }

  std::int32_t add_node(const Pending& node) {
    const auto id = static_cast<std::int32_t>(tree_.nodes.size());
    if (node.parent != kNone) {
      TreeNode& parent = tree_.nodes[static_cast<std::size_t>(node.parent)];
      (node.left ? parent.left : parent.right) = id;
    }
    tree_.nodes.emplace_back().rows = targets_.weight();
    return id;
  }

  bool may_split(const Pending& node) const noexcept {
    const LeastLeaf& least = targets_.least();
    return node.end - node.begin >= std::max<std::size_t>(2, 2 * least.rows) && targets_.weight() >= 2 * least.weight &&
           !targets_.pure() && !(options_.depth && node.depth >= *options_.depth);
  }

  // columns_ holds first the columns that are known to be constant here, last the columns that were drawn. A child
  // starts with its parent's constants, and permutes only what lies behind them, so they are still there when its
  // sibling's turn comes. Constant columns do not count as tried: others are drawn in their place.
  NodeCut choose_cut(Pending& node) {
    const std::span<const std::uint32_t> rows = std::span(rows_).subspan(node.begin, node.end - node.begin);
    cuts_.enter(rows);
    NodeCut best;
    std::size_t undrawn = columns_.size();  // they lie between the constants and here
    std::size_t tried = 0;
    while (tried < options_.features && node.constants < undrawn && !cuts_.perfect(best)) {
      const std::size_t last = undrawn;
      const std::size_t wanted = std::min({options_.features - tried, undrawn - node.constants, values_.size()});
      for (std::size_t i = 0; i < wanted; ++i) {
        const std::size_t drawn = node.constants + draws_.below(undrawn - node.constants);
        std::swap(columns_[drawn], columns_[--undrawn]);
      }
      tried += try_columns(undrawn, last, rows, best);
      if (reporter_ && rows.size() > kRowsPerReport) reporter_->pulse();
      undrawn = set_constants_aside(undrawn, last, node.constants);
    }
    return best;
  }

  // The number of columns_[first … last) that were not constant. Columns after a perfect cut are not examined.
  std::size_t try_columns(std::size_t first, std::size_t last, std::span<const std::uint32_t> rows, NodeCut& best) {
    const std::span<const std::uint32_t> columns = std::span(columns_).subspan(first, last - first);
    table_.gather(columns, rows, values_);
    is_constant_.fill(false);
    std::size_t tried = 0;
    for (std::size_t c = 0; c < columns.size() && !cuts_.perfect(best); ++c) {
      const Candidate candidate = {columns[c], values_[c].data(), range_of(values_[c].data(), rows.size()), rows};
      is_constant_[c] = candidate.range.constant();
      if (is_constant_[c]) continue;
      ++tried;
      NodeCut cut = cuts_.draw(candidate, draws_);
      if (!(cut.worth() > best.worth())) continue;
      best = std::move(cut);
      std::swap(values_[c], best_values_);
    }
    return tried;
  }

  // Moves the columns of columns_[first … last) that were found constant to the constants. Returns where the drawn ones
  // begin.
  std::size_t set_constants_aside(std::size_t first, std::size_t last, std::size_t& constants) noexcept {
    const std::size_t count = last - first;
    for (std::size_t c = 0, at = first; c < count; ++c, ++at) {
      if (!is_constant_[c]) continue;
      std::swap(columns_[at], columns_[first]);
      std::swap(columns_[first++], columns_[constants++]);
    }
    return first;
  }

  // The number of rows that go left.
  std::size_t split_rows(const Pending& node, const NodeCut& cut) {
    const std::size_t n = node.end - node.begin;
    const std::size_t left = applier_.mark({cut, best_values_.data(), n}, sides_.data());
    ESPALIER_ASSERT(left > 0 && left < n);
    partition(rows_.data() + node.begin, n, sides_.data(), row_scratch_.data());
    targets_.partition_rows(sides_.data());
    return left;
  }

  void write_split(const Pending& node, const NodeCut& cut, std::size_t middle, std::int32_t id) {
    TreeNode& split = tree_.nodes[static_cast<std::size_t>(id)];
    split.gain = std::max(0.0, cut.gain / total_weight_);
    const bool larger_left = 2 * targets_.weight_of_first(middle - node.begin) >= split.rows;
    applier_.write({cut, best_values_.data(), node.end - node.begin}, larger_left, tree_, static_cast<std::size_t>(id));
  }

  static constexpr std::size_t kRowsPerReport = 4096;
  static constexpr std::size_t kWorkPerPulse = 65536;  // rows and classes of nodes

  const ValueTable& table_;
  Reporter* const reporter_;
  std::size_t at_rest_ = 0;     // rows in leaves that were not reported yet
  std::size_t unreported_ = 0;  // rows and classes of the nodes since the last pulse
  Targets& targets_;
  Cuts& cuts_;
  const RandomTreeOptions& options_;
  Draws draws_;
  double total_weight_ = 0;
  std::vector<std::uint32_t> rows_, row_scratch_, columns_;
  std::vector<std::uint8_t> sides_;         // of the rows of the node that is being split
  std::vector<std::vector<float>> values_;  // of the candidates, in the node's rows
  std::vector<float> best_values_;          // of the best so far
  std::array<bool, ValueTable::kMostAtOnce> is_constant_ = {};
  CutApplier applier_;
  Tree tree_;
  SparseValues<double> leaves_;
};

LeastLeaf least_leaf(const RandomTreeOptions& options, const SplitTargets& split_targets,
                     std::span<const std::uint32_t> rows) {
  auto total = static_cast<double>(rows.size());
  if (options.min_weight_fraction > 0 && !split_targets.weights.empty()) {
    total = 0;
    for (const std::uint32_t row : rows) total += split_targets.weights[row];
  }
  return {options.min_rows, least_weight(options.min_weight_fraction, total)};
}

template <class Targets>
RandomTree grow_with(const RandomTreeInputs& inputs, const SplitTargets& split_targets,
                     std::span<const std::uint32_t> rows, const RandomTreeOptions& options, Draws draws) {
  // S²/W of classes coded 0 and 1 is half of their gini score.
  const double scale = !split_targets.values.empty() && split_targets.class_count > 0 ? 2 : 1;
  Targets targets(split_targets, least_leaf(options, split_targets, rows));
  const auto grow = [&](auto&& cuts) { return Grower(inputs, targets, cuts, options, draws).grow(rows); };
  if (options.cut == CutKind::best) return grow(BestCuts<Targets>(inputs.view, targets, scale));
  return grow(RandomCuts<Targets>(inputs.table, targets, scale));
}

}  // namespace

RandomTree grow_random_tree(const RandomTreeInputs& inputs, const SplitTargets& split_targets,
                            std::span<const std::uint32_t> rows, const RandomTreeOptions& options, Draws draws) {
  ESPALIER_ASSERT(!rows.empty() && options.features > 0);
  if (!split_targets.values.empty()) {
    return split_targets.weights.empty() ? grow_with<MomentTargets<false>>(inputs, split_targets, rows, options, draws)
                                         : grow_with<MomentTargets<true>>(inputs, split_targets, rows, options, draws);
  }
  return split_targets.weights.empty() ? grow_with<ClassTargets<false>>(inputs, split_targets, rows, options, draws)
                                       : grow_with<ClassTargets<true>>(inputs, split_targets, rows, options, draws);
}

}  // namespace espalier
