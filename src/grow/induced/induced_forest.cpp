// A tree's rows are one permutation, in which every node has a range, so that nodes need no rows of their own and
// memory is 4 bytes per row for each tree that was used.
#include "grow/induced/induced_forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/assert.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "grow/criterion/attach_split.h"

namespace espalier {

InducedForest::InducedForest(std::span<const std::uint32_t> rows, const SplitterInputs& inputs, NodeLoss& loss,
                             const InducedOptions& options, std::uint64_t seed, Threads& threads)
    : rows_(rows),
      row_weights_(inputs.targets.weights),
      loss_(loss),
      options_(options),
      looks_ahead_(options.window == 1 && inputs.loss != &loss),
      threads_(threads),
      one_(threads.one()),
      splitters_([inputs] { return make_splitter(inputs); }),
      draws_(Random(seed, "candidates")),
      trees_(options.trees),
      best_(loss.width()) {
  static_assert(sizeof(Candidate) == 20);
  ESPALIER_ASSERT(!rows.empty());
  for (std::uint32_t t = 0; t < options.trees; ++t) {
    trees_[t].seed = Random(seed, "tree", t).bits();
    for (const bool left : {true, false}) candidates_.push_back({t, 0, 0, 0, left, kNoSplit});
  }
}

// ---- splitting nodes -----------------------------------------------------------------------------------------------

// The root is split when the first of its children is examined.
void InducedForest::plant(Growing& tree, Threads& threads) {
  tree.rows.assign(rows_.begin(), rows_.end());
  add_node(tree, {tree.rows, tree.seed, 0});
  NodeSplit root = split(tree.rows, tree.seed, threads);
  attach_split(root.node, tree.tree, 0);
  tree.middle = root.left_rows;
}

void InducedForest::add_node(Growing& tree, const NewNode& node) const {
  double weight = 0;
  for (std::size_t i = 0; !row_weights_.empty() && i < node.rows.size(); ++i) weight += row_weights_[node.rows[i]];
  tree.tree.nodes.emplace_back().rows = row_weights_.empty() ? static_cast<double>(node.rows.size()) : weight;
  tree.seeds.push_back(node.seed);
  tree.order.push_back(static_cast<std::uint32_t>(node.order));
}

// Finds the candidate's rows; false if it has none.
bool InducedForest::complete(Candidate& candidate, Threads& threads) {
  Growing& tree = trees_[candidate.tree];
  if (tree.rows.empty()) plant(tree, threads);
  if (candidate.parent != 0) return true;
  candidate.begin = candidate.left ? 0 : tree.middle;
  candidate.end = candidate.left ? tree.middle : static_cast<std::uint32_t>(tree.rows.size());
  return tree.middle != 0;
}

// The draws for a split depend on the way from the root to the node, not on when it is split.
std::uint64_t InducedForest::seed_of(const Candidate& candidate) const {
  return Random(trees_[candidate.tree].seeds[candidate.parent], candidate.left ? "left" : "right").bits();
}

InducedForest::NodeSplit InducedForest::split(std::span<std::uint32_t> rows, std::uint64_t seed, Threads& threads) {
  NodeSplit result;
  result.node.nodes.resize(1);
  Draws draws(Random(seed, "split"));
  result.left_rows = static_cast<std::uint32_t>(splitters_.local()->split(rows, draws, result.node, 0, threads));
  return result;
}

InducedForest::NodeSplit InducedForest::split_of(const Candidate& candidate) {
  if (candidate.split == kNoSplit) return split(rows_of(candidate), seed_of(candidate), threads_);
  unused_splits_.push_back(candidate.split);
  return std::exchange(splits_[candidate.split], {});
}

// ---- ahead of their turn -------------------------------------------------------------------------------------------

// Done once for many picks, so that finding them costs little.
void InducedForest::look_ahead(std::size_t most_nodes) {
  constexpr std::size_t kLeast = 64, kShare = 16;
  const std::size_t left = most_nodes - std::min(most_nodes, size().nodes);
  foreseen_ = std::min(std::max(kLeast, candidates_.size() / kShare), left);
  split_ahead(foresee(foreseen_));
}

// The candidates of the next picks, by tree, if each of them is taken and splits. Where that is wrong, some are split
// before their turn and others in it, which changes only the time.
std::vector<std::uint32_t> InducedForest::foresee(std::size_t steps) const {
  constexpr std::uint32_t kToCome = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> open(candidates_.size()), picked;
  std::iota(open.begin(), open.end(), 0U);
  Draws draws = draws_;
  for (; steps > 0 && !open.empty(); --steps) {
    std::swap(open[0], open[draws.below(open.size())]);
    if (open[0] != kToCome && candidates_[open[0]].split == kNoSplit) picked.push_back(open[0]);
    open[0] = open.back();
    open.back() = kToCome;
    open.push_back(kToCome);
  }
  std::ranges::sort(picked, {}, [&](std::uint32_t at) { return std::pair(candidates_[at].tree, at); });
  return picked;
}

void InducedForest::split_ahead(std::span<const std::uint32_t> candidates) {
  std::vector<std::size_t> first_of_tree;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate& candidate = candidates_[candidates[i]];
    if (i == 0 || candidate.tree != candidates_[candidates[i - 1]].tree) first_of_tree.push_back(i);
    if (unused_splits_.empty()) {
      unused_splits_.push_back(static_cast<std::uint32_t>(splits_.size()));
      splits_.emplace_back();
    }
    candidate.split = unused_splits_.back();
    unused_splits_.pop_back();
  }
  first_of_tree.push_back(candidates.size());
  threads_.each(first_of_tree.size() - 1, [&](std::size_t t) {
    for (std::size_t i = first_of_tree[t]; i < first_of_tree[t + 1]; ++i) {
      Candidate& candidate = candidates_[candidates[i]];
      if (!complete(candidate, one_)) continue;
      splits_[candidate.split] = split(rows_of(candidate), seed_of(candidate), one_);
    }
  });
}

// ---- growing -------------------------------------------------------------------------------------------------------

// The size of the forest with the candidate. A first child turns a leaf into a split; a second one is a leaf where rows
// stopped before.
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

bool InducedForest::fits(const Candidate& candidate, const InducedSize& most) const {
  const InducedSize size = with(candidate);
  return size.nodes <= most.nodes && size.leaves <= most.leaves;
}

// The best of a few, or nothing if none lowers the loss. A candidate that does not lower it, or that has no rows, is
// dropped.
std::optional<std::size_t> InducedForest::pick(const InducedSize& most) {
  if (options_.window == 0) return pick_of_all(most);
  while (true) {
    // Candidates that no longer fit are put behind the others for good: the forest only grows.
    if (looks_ahead_ && foreseen_ == 0) look_ahead(most.nodes);
    foreseen_ -= foreseen_ > 0;
    std::size_t open = candidates_.size();
    const std::size_t wanted = std::min(options_.window, open);
    std::size_t seen = 0;
    while (seen < wanted && seen < open) {
      std::swap(candidates_[seen], candidates_[seen + draws_.below(open - seen)]);
      Candidate& candidate = candidates_[seen];
      if (!fits(candidate, most) || !complete(candidate, threads_)) {  // in this order: what does not fit needs no rows
        std::swap(candidate, candidates_.back());
        drop_last();
        --open;
        continue;
      }
      ++seen;
    }
    const std::optional<std::size_t> best = best_of_first(seen);
    if (best || seen == candidates_.size()) return best;
    // None of them lowers the loss: the first is dropped, which costs nothing.
    std::swap(candidates_.front(), candidates_.back());
    drop_last();
  }
}

// The first of those that lower the loss most, if any does; best_ is its weight.
std::optional<std::size_t> InducedForest::best_of_first(std::size_t count) {
  std::vector<std::span<const std::uint32_t>> nodes;
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(rows_of(candidates_[i]));
  const std::vector<double> sums = loss_.sums_of(nodes, threads_);
  const std::size_t sum_count = loss_.sum_count();
  std::vector<double> weight(loss_.width());
  double best_gain = 0;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < count; ++i) {
    const double gain = loss_.best_weight_of(std::span(sums).subspan(i * sum_count, sum_count), {}, weight);
    if (!(gain > best_gain)) continue;
    best_gain = gain;
    best = i;
    std::ranges::copy(weight, best_.begin());
  }
  return best;
}

void InducedForest::drop_last() {
  if (candidates_.back().split != kNoSplit) unused_splits_.push_back(candidates_.back().split);
  candidates_.pop_back();
}

// The best of all. Their gains are kept; if the gain of the best is no longer that of its rows, it is summed up again.
// Among ties, the first after a random place is taken.
std::optional<std::size_t> InducedForest::pick_of_all(const InducedSize& most) {
  constexpr double kRounding = 1e-6;
  if (!gains_) {
    drop_unfitting(most);
    open_all();
  }
  const std::size_t start = candidates_.empty() ? 0 : draws_.below(candidates_.size());
  bool fresh = false;  // all of them
  while (!candidates_.empty()) {
    const std::size_t best = gains_->best(start % candidates_.size());
    if (!fits(candidates_[best], most)) {
      drop_unfitting(most);
      continue;
    }
    const double kept = gains_->gain(best), gain = loss_.best_weight(rows_of(candidates_[best]), {}, best_);
    if (gain > 0 && std::abs(kept - gain) <= kRounding * gain) return best;
    if (kept > gain && kept > 0) {  // each at most once, since then it is the same
      gains_->refresh(best, rows_of(candidates_[best]));
      continue;
    }
    if (gain > 0) return best;
    if (fresh) return std::nullopt;
    for (std::size_t i = 0; i < candidates_.size(); ++i) gains_->refresh(i, rows_of(candidates_[i]));
    fresh = true;
  }
  return std::nullopt;
}

// For good: the forest only grows.
void InducedForest::drop_unfitting(const InducedSize& most) {
  for (std::size_t i = candidates_.size(); i-- > 0;)
    if (!fits(candidates_[i], most)) remove(i);
}

void InducedForest::open_all() {
  std::vector<Candidate> whole;
  for (Candidate& candidate : candidates_)
    if (complete(candidate, threads_)) whole.push_back(candidate);
  candidates_ = std::move(whole);
  gains_.emplace(loss_, trees_.size(), *std::ranges::max_element(rows_) + std::size_t{1});
  for (const Candidate& candidate : candidates_) gains_->open(members(candidate));
}

// The last candidate takes the place.
void InducedForest::remove(std::size_t place) {
  if (gains_) gains_->close(place, members(candidates_[place]), members(candidates_.back()));
  candidates_[place] = candidates_.back();
  candidates_.pop_back();
}

bool InducedForest::grow(const InducedSize& most) {
  const std::optional<std::size_t> picked = pick(most);
  if (!picked) return false;
  const Candidate candidate = candidates_[*picked];
  remove(*picked);
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
  nodes_.push_back({candidate.tree, id, candidate.begin, candidate.end});
  weights_.insert(weights_.end(), weight.begin(), weight.end());
  add_node(tree, {rows_of(candidate), seed_of(candidate), nodes_.size()});
  if (gains_) gains_->note_rows(rows_of(candidate));
  loss_.add(rows_of(candidate), weight, threads_);
  if (gains_) gains_->change_rows(rows_of(candidate));
  NodeSplit split = split_of(candidate);
  if (split.left_rows == 0) return;
  attach_split(split.node, tree.tree, id);
  const std::uint32_t middle = candidate.begin + split.left_rows;
  candidates_.push_back({candidate.tree, id, candidate.begin, middle, true, kNoSplit});
  candidates_.push_back({candidate.tree, id, middle, candidate.end, false, kNoSplit});
  for (std::size_t i = candidates_.size() - 2; gains_ && i < candidates_.size(); ++i)
    gains_->open(members(candidates_[i]));
}

// ---- what has grown ------------------------------------------------------------------------------------------------

std::vector<double> InducedForest::refitted(std::size_t taken, double penalty, int sweeps) const {
  const std::unique_ptr<NodeLoss> loss = loss_.clone();
  const std::size_t width = loss->width();
  std::vector<double> change(width);
  for (std::size_t i = taken; i < nodes_.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) change[k] = -weights_[i * width + k];
    loss->add(rows_of(nodes_[i]), change, threads_);
  }
  std::vector<double> weights(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(taken * width));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < taken; ++i) {
      const std::span<double> weight = std::span(weights).subspan(i * width, width);
      loss->best_weight(rows_of(nodes_[i]), {penalty, weight}, change, threads_);
      loss->add(rows_of(nodes_[i]), change, threads_);
      for (std::size_t k = 0; k < width; ++k) weight[k] += change[k];
    }
  }
  return weights;
}

void InducedForest::finish() {
  const auto give_back = [](auto& vector) { std::remove_reference_t<decltype(vector)>().swap(vector); };
  for (Growing& tree : trees_) {
    give_back(tree.rows);
    give_back(tree.seeds);
  }
  give_back(candidates_);
  give_back(splits_);
  gains_.reset();
}

// Nodes are in the order in which they were taken, so that the first ones stay.
std::vector<std::vector<std::uint32_t>> InducedForest::orders(std::size_t taken) const {
  std::vector<std::vector<std::uint32_t>> result;
  for (const Growing& growing : trees_) {
    if (growing.order.size() < 2 || growing.order[1] > taken) continue;
    result.emplace_back(growing.order.begin(), std::ranges::upper_bound(growing.order, taken));
  }
  return result;
}

std::vector<Tree> InducedForest::trees(std::size_t taken, std::span<const double> weights) const {
  const std::size_t width = loss_.width();
  ESPALIER_ASSERT(taken <= nodes_.size() && weights.size() >= taken * width);
  std::vector<Tree> result;
  for (const Growing& growing : trees_) {
    if (growing.order.size() < 2 || growing.order[1] > taken) continue;
    Tree tree = growing.tree;
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
