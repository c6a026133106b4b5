// A tree's rows are one permutation, in which every node has a range, so that nodes need no rows of their own and
// memory is 4 bytes a row for each tree that was used.
#include "grow/induced/induced_forest.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"

namespace espalier {

InducedForest::InducedForest(std::span<const std::uint32_t> rows, NodeSplitter& splitter, NodeLoss& loss,
                             const InducedOptions& options, std::uint64_t seed)
    : rows_(rows),
      splitter_(splitter),
      loss_(loss),
      options_(options),
      seed_(seed),
      draws_(Random(seed, "candidates")),
      trees_(options.trees),
      weight_(loss.width()),
      best_(loss.width()) {
  for (std::uint32_t t = 0; t < options.trees; ++t) {
    for (const bool left : {true, false}) candidates_.push_back({t, 0, 0, 0, left});
  }
}

// The root is split when the first of its children is looked at.
void InducedForest::plant(Growing& tree, std::uint32_t index) {
  tree.rows.assign(rows_.begin(), rows_.end());
  tree.tree.nodes.resize(1);
  tree.order.resize(1);
  tree.draws.emplace(Random(seed_, "tree", index));
  tree.middle = static_cast<std::uint32_t>(splitter_.split(tree.rows, *tree.draws, tree.tree, 0));
}

// Finds the candidate's rows; false if it has none.
bool InducedForest::complete(Candidate& candidate) {
  Growing& tree = trees_[candidate.tree];
  if (tree.rows.empty()) plant(tree, candidate.tree);
  if (candidate.parent != 0) return true;
  candidate.begin = candidate.left ? 0 : tree.middle;
  candidate.end = candidate.left ? tree.middle : static_cast<std::uint32_t>(tree.rows.size());
  return tree.middle != 0;
}

// How large the forest is with the candidate. A first child turns a leaf into a split, a second one is a leaf where
// rows stopped before.
InducedSize InducedForest::with(const Candidate& candidate) const {
  InducedSize size = this->size();
  const Growing& tree = trees_[candidate.tree];
  const bool planted = !tree.tree.nodes.empty() && tree.tree.nodes.size() > 1;
  size.nodes += planted ? 1 : 2;
  if (!planted) {
    size.leaves += 2;
  } else {
    const TreeNode& parent = tree.tree.nodes[candidate.parent];
    size.leaves += parent.left == kNone && parent.right == kNone ? 1 : 0;
  }
  return size;
}

// The best of a few, or nothing if none lowers the loss. A candidate that does not, or that has no rows, is dropped.
std::optional<std::size_t> InducedForest::pick(const InducedSize& most) {
  const auto fits = [&](const Candidate& candidate) {
    const InducedSize size = with(candidate);
    return size.nodes <= most.nodes && size.leaves <= most.leaves;
  };
  while (true) {
    // Those that no longer fit are put behind the others for good: the forest only grows.
    std::size_t open = candidates_.size();
    const std::size_t wanted = options_.window == 0 ? open : std::min(options_.window, open);
    double best_gap = 0;
    std::optional<std::size_t> best;
    std::size_t seen = 0;
    while (seen < wanted && seen < open) {
      std::swap(candidates_[seen], candidates_[seen + draws_.below(open - seen)]);
      Candidate& candidate = candidates_[seen];
      if (!complete(candidate) || !fits(candidate)) {
        std::swap(candidate, candidates_.back());
        candidates_.pop_back();
        --open;
        continue;
      }
      const double gap = loss_.best_weight(rows_of(candidate.tree, candidate.begin, candidate.end), {}, weight_);
      if (gap > best_gap) {
        best_gap = gap;
        best = seen;
        std::swap(weight_, best_);
      }
      ++seen;
    }
    if (best || seen == candidates_.size()) return best;
    // None of them lowers the loss: the first is dropped, which costs nothing.
    std::swap(candidates_.front(), candidates_.back());
    candidates_.pop_back();
  }
}

bool InducedForest::grow(const InducedSize& most) {
  const std::optional<std::size_t> picked = pick(most);
  if (!picked) return false;
  const Candidate candidate = candidates_[*picked];
  candidates_[*picked] = candidates_.back();
  candidates_.pop_back();
  for (double& each : best_) each *= options_.rate;
  take(candidate, best_);
  return true;
}

void InducedForest::take(const Candidate& candidate, std::span<const double> weight) {
  sizes_.push_back(with(candidate));
  Growing& tree = trees_[candidate.tree];
  const auto id = static_cast<std::uint32_t>(tree.tree.nodes.size());
  TreeNode& parent = tree.tree.nodes[candidate.parent];
  (candidate.left ? parent.left : parent.right) = static_cast<std::int32_t>(id);
  tree.tree.nodes.emplace_back();
  const std::span<std::uint32_t> rows = rows_of(candidate.tree, candidate.begin, candidate.end);
  loss_.add(rows, weight);
  nodes_.push_back({candidate.tree, id, candidate.begin, candidate.end});
  tree.order.push_back(static_cast<std::uint32_t>(nodes_.size()));
  weights_.insert(weights_.end(), weight.begin(), weight.end());
  const auto left = static_cast<std::uint32_t>(splitter_.split(rows, *tree.draws, tree.tree, id));
  if (left == 0) return;
  candidates_.push_back({candidate.tree, id, candidate.begin, candidate.begin + left, true});
  candidates_.push_back({candidate.tree, id, candidate.begin + left, candidate.end, false});
}

std::vector<double> InducedForest::refitted(std::size_t taken, double penalty, int sweeps) const {
  const std::unique_ptr<NodeLoss> loss = loss_.clone();
  const std::size_t width = loss->width();
  std::vector<double> change(width);
  for (std::size_t i = taken; i < nodes_.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) change[k] = -weights_[i * width + k];
    loss->add(rows_of(nodes_[i]), change);
  }
  std::vector<double> weights(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(taken * width));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < taken; ++i) {
      const std::span<double> weight = std::span(weights).subspan(i * width, width);
      loss->best_weight(rows_of(nodes_[i]), {penalty, weight}, change);
      loss->add(rows_of(nodes_[i]), change);
      for (std::size_t k = 0; k < width; ++k) weight[k] += change[k];
    }
  }
  return weights;
}

std::vector<Tree> InducedForest::trees(std::size_t taken, std::span<const double> weights) const {
  const std::size_t width = loss_.width();
  ESPALIER_ASSERT(taken <= nodes_.size() && weights.size() >= taken * width);
  std::vector<Tree> result;
  for (const Growing& growing : trees_) {
    if (growing.order.size() < 2 || growing.order[1] > taken) continue;
    Tree tree = growing.tree;
    // Nodes are in the order in which they were taken, so that the first ones stay.
    const auto count = static_cast<std::size_t>(std::ranges::upper_bound(growing.order, taken) - growing.order.begin());
    tree.nodes.resize(count);
    tree.weights.assign(count * width, 0.0);
    for (std::size_t i = 1; i < count; ++i)
      std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>((growing.order[i] - 1) * width), width,
                  tree.weights.begin() + static_cast<std::ptrdiff_t>(i * width));
    for (TreeNode& node : tree.nodes) {
      if (node.left >= static_cast<std::int32_t>(count)) node.left = kNone;
      if (node.right >= static_cast<std::int32_t>(count)) node.right = kNone;
      if (node.left == kNone && node.right == kNone) node.feature = kNone;
    }
    result.push_back(std::move(tree));
  }
  return result;
}

}  // namespace espalier
