// Exchange: parts of a forest are removed and others are grown in their place, wherever that lowers the objective.
#pragma once

#include "method/graft/growth.h"

namespace espalier {

// Grows to half as much again and prunes back, while the objective falls, at most `most` times.
void swap_leaves(const GraftLimits& limits, int most, GraftGrowth& growth);

// Every round tries one of three changes: some pairs of sibling leaves, drawn at random, are merged; a tree is removed;
// or the forest grows by a tenth and is pruned. The removed leaves are grown again in some of the columns, drawn at
// random. The change stays if the objective falls.
class LocalSearch {
 public:
  // `growth` must outlive it.
  LocalSearch(const GraftLimits& limits, std::uint64_t seed, GraftGrowth& growth);

  void round();

 private:
  void take_pairs(Random& random, LeafForest& forest) const;
  double refit_leaves();

  const GraftLimits limits_;
  const std::uint64_t seed_;
  GraftGrowth& growth_;
  const std::size_t part_;  // leaves that are exchanged
  std::uint64_t rounds_ = 0;
  double objective_;
};

}  // namespace espalier
