// Backward pruning: the two leaves of a split are merged where that costs least, or whole trees become constants; then
// all weights are refitted. To second order, with G and H the sums of the derivatives over a leaf's rows, moving its
// weight by d costs G d + ½ H d², and the weights themselves cost ½ λ Σ w².
#pragma once

#include <functional>

#include "select/leaves/leaf_forest.h"

namespace espalier {

struct PruneOptions {
  double ridge = 0;
  int iterations = 6;  // of the refit
  bool whole_trees = false;
  double tree_ridge = 0;  // added to the ridge once per tree: the more trees, the less each has to say
  std::function<void(const LeafForest&, DesignWeights&)> allow = {};  // as in RefitOptions
};

// Frees about this many leaves (or trees), with at least one merge, and refits. `scores` are those of the forest's
// rows, before and after. Returns false and does nothing if there is no tree.
bool prune_round(const RowLoss& loss, const PruneOptions& options, std::size_t count, LeafForest& forest,
                 std::span<float> scores, Threads& threads);

// Rounds that each free a twentieth, or the rest, until `excess` says that the forest is within its limits: it returns
// 0, or about how many leaves (or trees) there are too many.
void prune(const RowLoss& loss, const PruneOptions& options,
           const std::function<std::size_t(const LeafForest&)>& excess, LeafForest& forest, std::span<float> scores,
           Threads& threads);

}  // namespace espalier
