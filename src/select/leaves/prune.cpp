#include "select/leaves/prune.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espalier {
namespace {

constexpr double kShare = 0.05;  // of the current size, per round

struct Merge {
  double cost = 0;  // divided by what it frees
  std::uint32_t tree = 0, node = 0;
  bool whole = false;  // the tree becomes a constant
  std::size_t freed = 1;
  std::vector<float> weight;  // of what is left, width
};

class Merges {
 public:
  Merges(const LeafForest& forest, const DerivativeSums& sums, double ridge)
      : forest_(forest), sums_(sums), ridge_(ridge), width_(forest.width()) {}

  std::vector<Merge> of_pairs() const {
    std::vector<Merge> merges;
    std::size_t first = 0;
    for (std::uint32_t t = 0; t < forest_.size(); first += forest_.tree(t).leaves(), ++t) {
      const LeafTree& tree = forest_.tree(t);
      for (const LeafTree::SiblingLeaves& pair : tree.pairs()) {
        const bool stump = tree.leaves() == 2;
        merges.push_back(merge_of(tree, first, std::array{pair.left, pair.right}, stump));
        Merge& merge = merges.back();
        merge.tree = t;
        merge.node = pair.node;
        merge.freed = stump ? 2 : 1;
        merge.cost /= static_cast<double>(merge.freed);
      }
    }
    return merges;
  }

  std::vector<Merge> of_trees() const {
    std::vector<Merge> merges;
    std::size_t first = 0;
    for (std::uint32_t t = 0; t < forest_.size(); first += forest_.tree(t).leaves(), ++t) {
      std::vector<std::uint32_t> leaves(forest_.tree(t).leaves());
      for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf) leaves[leaf] = leaf;
      merges.push_back(merge_of(forest_.tree(t), first, leaves, true));
      merges.back().tree = t;
    }
    return merges;
  }

 private:
  // The constant goes into the intercept, which costs nothing.
  Merge merge_of(const LeafTree& tree, std::size_t first, std::span<const std::uint32_t> leaves, bool constant) const {
    Merge merge;
    merge.whole = constant;
    merge.weight.resize(width_);
    const double ridge = constant ? 0 : ridge_;
    for (std::size_t k = 0; k < width_; ++k) {
      double slope = 0, curvature = 0, low = std::numeric_limits<double>::infinity(), high = -low;
      for (const std::uint32_t leaf : leaves) {
        const std::size_t j = (first + leaf) * width_ + k;
        const double weight = tree.weights(leaf)[k];
        slope += sums_.gradients[j] - sums_.hessians[j] * weight;
        curvature += sums_.hessians[j];
        low = std::min(low, weight);
        high = std::max(high, weight);
      }
      const double best = curvature + ridge > 0 ? -slope / (curvature + ridge) : 0;
      const double weight = std::clamp(best, low, high);
      merge.weight[k] = static_cast<float>(weight);
      merge.cost += 0.5 * ridge * weight * weight;
      for (const std::uint32_t leaf : leaves) {
        const std::size_t j = (first + leaf) * width_ + k;
        const double old = tree.weights(leaf)[k], move = weight - old;
        merge.cost += sums_.gradients[j] * move + 0.5 * sums_.hessians[j] * move * move - 0.5 * ridge_ * old * old;
      }
    }
    return merge;
  }

  const LeafForest& forest_;
  const DerivativeSums& sums_;
  const double ridge_;
  const std::size_t width_;
};

void apply(const Merge& merge, LeafForest& forest) {
  LeafTree& tree = forest.change(merge.tree);
  const LeafTree::SiblingLeaves pair = tree.pair_of(merge.node);
  std::ranges::copy(merge.weight, tree.weights(pair.left).begin());
  tree.merge(pair);
}

double ridge_of(const PruneOptions& options, const LeafForest& forest) {
  return options.ridge + options.tree_ridge * static_cast<double>(forest.size());
}

}  // namespace

bool prune_round(const RowLoss& loss, const PruneOptions& options, std::size_t count, LeafForest& forest,
                 std::span<float> scores, Threads& threads) {
  if (forest.size() == 0) return false;
  std::vector<Merge> merges;
  {
    const TreeDesign design = forest.design();
    JointRefit derivatives(design, loss, threads);
    derivatives.sum_derivatives(scores);
    const Merges all(forest, derivatives.sums(), ridge_of(options, forest) / loss.unit());
    merges = options.whole_trees ? all.of_trees() : all.of_pairs();
  }
  std::ranges::stable_sort(merges, {}, &Merge::cost);
  std::vector<std::uint8_t> gone(forest.size());
  std::size_t freed = 0;
  for (const Merge& merge : merges) {
    if (freed >= std::max<std::size_t>(1, count)) break;
    if (merge.whole) {
      gone[merge.tree] = 1;
      for (std::size_t k = 0; k < forest.width(); ++k) forest.intercept[k] += merge.weight[k];
    } else {
      apply(merge, forest);
    }
    freed += merge.freed;
  }
  for (std::size_t t = gone.size(); t-- > 0;)
    if (gone[t] != 0) forest.remove(t);
  const TreeDesign design = forest.design();
  JointRefit refit(design, loss, threads);
  DesignWeights weights = forest.weights();
  refit.score(weights, scores);
  RefitOptions after{ridge_of(options, forest), 1, options.iterations};
  if (options.allow) after.allow = [&](DesignWeights& all) { options.allow(forest, all); };
  refit.run(after, weights, scores);
  forest.set_weights(weights);
  return true;
}

void prune(const RowLoss& loss, const PruneOptions& options,
           const std::function<std::size_t(const LeafForest&)>& excess, LeafForest& forest, std::span<float> scores,
           Threads& threads) {
  for (std::size_t over = excess(forest); over > 0; over = excess(forest)) {
    const std::size_t all = options.whole_trees ? forest.size() : forest.leaves();
    const auto most = static_cast<std::size_t>(kShare * static_cast<double>(all));
    if (!prune_round(loss, options, std::min(over, std::max<std::size_t>(1, most)), forest, scores, threads)) return;
  }
}

}  // namespace espalier
