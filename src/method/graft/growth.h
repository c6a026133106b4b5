// A forest that grows by the best split anywhere in it, in a leaf of an existing tree or as a new root, with all leaf
// weights refitted together after every few splits.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "grow/histogram/leaf_search.h"
#include "method/graft/limits.h"
#include "method/graft/rows.h"

namespace espalier {

// The classes that a tree has values for, if there are several: one value per leaf, or one for each class.
enum class TreeClasses : std::uint8_t { all, one };

struct GraftSetting {
  double gamma = 3;     // γ, added to second derivatives when splits are judged
  double ridge = 30;    // λ, of the refits during growth
  double new_root = 1;  // factor on the gain of a new root's split
  TreeClasses tree_classes = TreeClasses::all;
};

class GraftGrowth {
 public:
  // `split` has the other options of the search. All must outlive it.
  GraftGrowth(const GraftRows& rows, const GraftSetting& setting, const SplitOptions& split, Threads& threads);

  LeafForest& forest() noexcept { return forest_; }
  const LeafForest& forest() const noexcept { return forest_; }
  const GraftSetting& setting() const noexcept { return setting_; }
  std::span<const float> scores() const noexcept { return scores_; }  // rows × width
  std::size_t columns() const noexcept { return rows_.bins.columns(); }
  void set_forest(LeafForest forest);

  // One round: some splits within the limits, and a refit. `columns` are the columns to split by; empty: all. Returns
  // false and does nothing if no split is allowed or worth anything.
  bool grow(const GraftLimits& most, std::span<const std::uint8_t> columns = {});
  // The leaves that a round adds to a small forest: trees of different classes hardly depend on each other.
  std::size_t least_round() const noexcept { return pairs_.size(); }
  // Returns the objective.
  double refit(double ridge, int steps, int iterations);
  // Merges leaves until the forest is within the limits.
  void prune(const GraftLimits& most);

  // Mean losses, without the ridge.
  double train_loss();
  double watched_loss() const;

 private:
  struct CandidateSplit;
  void derive();
  void quantise_class(std::size_t k);
  PairNoise noise(std::size_t first, std::size_t outputs) const;
  std::size_t roots() const noexcept;
  std::size_t class_of(std::size_t place) const noexcept;
  std::optional<CandidateSplit> best_of(std::size_t tree, const GraftLimits& most,
                                        std::span<const std::uint8_t> columns, Threads& threads);
  std::optional<CandidateSplit> best_root(std::size_t k, std::span<const std::uint8_t> columns, Threads& threads);
  std::optional<CandidateSplit> best_at(std::size_t place, const GraftLimits& most,
                                        std::span<const std::uint8_t> columns, Threads& threads);
  bool allowed(std::size_t place, const GraftLimits& most) const;
  void estimate_gains(const GraftLimits& most, std::span<const std::uint8_t> columns);
  std::optional<std::size_t> most_gain(std::span<const std::uint8_t> open, const GraftLimits& most) const;
  double least_gain(std::size_t wanted) const;
  void take(const CandidateSplit& offer);
  void set_children(const FoundSplit& found, const ValueBounds& bounds, LeafTree& tree);
  void hold_within(const ValueBounds& bounds, const FoundSplit& found, LeafTree& tree) const;
  bool is_monotone() const noexcept { return !options_.directions.empty(); }

  const GraftRows& rows_;
  const GraftSetting setting_;
  const SplitOptions options_;
  Threads& threads_;
  Threads one_;
  const bool has_categories_;
  LeafSearch search_;
  LeafForest forest_;
  std::vector<float> scores_, gradients_, hessians_;
  std::vector<RowGradients> pairs_;          // one for all classes, or one for each
  std::vector<double> gains_;                // by place
  double estimated_at_leaves_ = 0;           // the number of leaves when gains_ were estimated last
  std::vector<std::uint16_t> new_root_ids_;  // the leaf of every row in a new root
};

}  // namespace espalier
