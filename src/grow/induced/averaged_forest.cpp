#include "grow/induced/averaged_forest.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "base/random.h"
#include "espalier/forest.h"
#include "grow/criterion/attach_split.h"

namespace espalier {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
constexpr InducedSize kStump = {3, 2}, kSplit = {2, 1};  // what they add

// The worse of two leaves; among ties the one that came later.
constexpr auto kIsWorse = [](const auto& a, const auto& b) {
  return std::tuple(a.gain, b.tree, b.node) < std::tuple(b.gain, a.tree, a.node);
};

// No more trees than could have a split each.
std::size_t planted(const AveragedOptions& options) {
  return std::min({options.trees, options.most.nodes / kStump.nodes, options.most.leaves / kStump.leaves});
}

}  // namespace

AveragedForest::AveragedForest(std::span<const std::uint32_t> rows, const SplitterInputs& inputs, const NodeLoss& start,
                               const AveragedOptions& options, std::uint64_t seed, Threads& threads)
    : start_(start),
      row_weights_(inputs.targets.weights),
      options_(options),
      width_(start.width()),
      one_(threads.one()),
      splitters_([inputs] { return make_splitter(inputs); }),
      draws_(Random(seed, "leaves")),
      trees_(planted(options)) {
  std::vector<Leaf> roots(trees_.size());
  std::vector<std::array<Leaf, 2>> stumps(trees_.size());
  threads.each(trees_.size(), [&](std::size_t t) {
    trees_[t].rows.assign(rows.begin(), rows.end());
    add_node(trees_[t], rows, std::vector<double>(width_));
    roots[t] = examine(static_cast<std::uint32_t>(t), 0, static_cast<std::uint32_t>(rows.size()),
                       Random(seed, "tree", t).bits());
    if (roots[t].splits()) stumps[t] = children_of(roots[t]);
  });
  for (std::size_t t = 0; t < roots.size(); ++t) {
    if (!roots[t].splits()) continue;
    roots_.push_back(std::move(roots[t]));
    stumps_.push_back(std::move(stumps[t]));
  }
}

// Finds the split of these rows and parts them by it.
AveragedForest::Leaf AveragedForest::examine(std::uint32_t tree, std::uint32_t begin, std::uint32_t end,
                                             std::uint64_t seed) {
  Leaf leaf;
  leaf.tree = tree;
  leaf.begin = begin;
  leaf.end = end;
  leaf.seed = seed;
  leaf.split.nodes.resize(1);
  Draws draws(Random(seed, "split"));
  const std::span<std::uint32_t> rows = std::span(trees_[tree].rows).subspan(begin, end - begin);
  const std::size_t left = splitters_.local()->split(rows, draws, leaf.split, 0, one_);
  leaf.middle = begin + static_cast<std::uint32_t>(left);
  if (!leaf.splits()) return leaf;
  leaf.means.resize(2 * width_);
  const std::span<double> means = leaf.means;
  std::vector<double> own(width_);
  leaf.gain = start_.best_weight(rows.first(left), {}, means.first(width_)) +
              start_.best_weight(rows.subspan(left), {}, means.subspan(width_)) - start_.best_weight(rows, {}, own);
  return leaf;
}

std::array<AveragedForest::Leaf, 2> AveragedForest::children_of(const Leaf& leaf) {
  return {examine(leaf.tree, leaf.begin, leaf.middle, Random(leaf.seed, "left").bits()),
          examine(leaf.tree, leaf.middle, leaf.end, Random(leaf.seed, "right").bits())};
}

void AveragedForest::add_node(Growing& tree, std::span<const std::uint32_t> rows, std::span<const double> mean) const {
  double weight = 0;
  for (std::size_t i = 0; !row_weights_.empty() && i < rows.size(); ++i) weight += row_weights_[rows[i]];
  tree.tree.nodes.emplace_back().rows = row_weights_.empty() ? static_cast<double>(rows.size()) : weight;
  tree.means.insert(tree.means.end(), mean.begin(), mean.end());
  tree.split_at.push_back(kNever);
}

bool AveragedForest::grow() {
  const bool plants = splits_ < roots_.size();
  const InducedSize& more = plants ? kStump : kSplit;
  const InducedSize size = {size_.nodes + more.nodes, size_.leaves + more.leaves};
  if (size.nodes > options_.most.nodes || size.leaves > options_.most.leaves) return false;
  if (plants) {
    split(roots_[splits_], std::move(stumps_[splits_]));
  } else {
    if (open_.empty()) return false;
    const Leaf leaf = next();
    split(leaf, children_of(leaf));
  }
  size_ = size;
  return true;
}

void AveragedForest::split(const Leaf& leaf, std::array<Leaf, 2> children) {
  Growing& tree = trees_[leaf.tree];
  attach_split(leaf.split, tree.tree, leaf.node);
  tree.split_at[leaf.node] = splits_++;
  for (const std::size_t side : {0U, 1U}) {
    Leaf& child = children[side];
    child.node = static_cast<std::uint32_t>(tree.tree.nodes.size());
    TreeNode& parent = tree.tree.nodes[leaf.node];
    (side == 0 ? parent.left : parent.right) = static_cast<std::int32_t>(child.node);
    add_node(tree, std::span(tree.rows).subspan(child.begin, child.end - child.begin),
             std::span(leaf.means).subspan(side * width_, width_));
    if (child.splits()) open(std::move(child));
  }
}

// ---- the order -----------------------------------------------------------------------------------------------------

void AveragedForest::open(Leaf leaf) {
  open_.push_back(std::move(leaf));
  if (options_.order == SplitOrder::best_first) std::ranges::push_heap(open_, kIsWorse);
}

AveragedForest::Leaf AveragedForest::next() {
  if (options_.order == SplitOrder::random) std::swap(open_[draws_.below(open_.size())], open_.back());
  if (options_.order == SplitOrder::best_first) std::ranges::pop_heap(open_, kIsWorse);
  const bool first = options_.order == SplitOrder::breadth_first;
  Leaf leaf = std::move(first ? open_.front() : open_.back());
  first ? open_.pop_front() : open_.pop_back();
  return leaf;
}

// ---- what has grown ------------------------------------------------------------------------------------------------

// A split's children were added after it, so those of the first splits come first.
std::vector<Tree> AveragedForest::trees(std::size_t splits) const {
  std::vector<Tree> result;
  const std::size_t count = std::min(splits, roots_.size());
  for (std::size_t r = 0; r < count; ++r) {
    const Growing& growing = trees_[roots_[r].tree];
    const auto made = std::ranges::count_if(growing.split_at, [&](std::size_t at) { return at < splits; });
    Tree tree = growing.tree;
    tree.nodes.resize(1 + 2 * static_cast<std::size_t>(made));
    tree.weights.assign(tree.nodes.size() * width_, 0.0);
    for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
      if (growing.split_at[id] < splits) continue;
      TreeNode& node = tree.nodes[id];
      node.feature = node.left = node.right = kNone;
      node.gain = 0;
      for (std::size_t k = 0; k < width_; ++k)
        tree.weights[id * width_ + k] = growing.means[id * width_ + k] / static_cast<double>(count);
    }
    result.push_back(std::move(tree));
  }
  return result;
}

}  // namespace espalier
