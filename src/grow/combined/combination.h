// What some of the trees predict together, the mean of each, and how well: Σ_i w_i l(y_i, (1/b) Σ_t p_t(x_i)) / Σ_i w_i
// over all training rows. A tree is judged in O(rows), and then each of its splits in O(rows of its leaf).
#pragma once

#include <memory>

#include "grow/combined/combined_tree.h"

namespace espalier {

class Combination {
 public:
  // What is known of the tree that is to be added, row by row in its order; one may serve many combinations.
  struct Work {
    std::vector<double> rows;
    std::vector<double> leaf_sums;
    std::vector<std::size_t> first;  // by leaf, in `rows`
  };

  virtual ~Combination() = default;
  virtual std::unique_ptr<Combination> clone() const = 0;

  // The loss with the tree added as it is.
  virtual double with(const CombinedTree& tree, Work& work) const = 0;
  // By how much the loss changes if the tree, for which `work` was done, is split so.
  virtual double change(const CombinedTree& tree, const SplitProposal& proposal, const Work& work) const = 0;
  virtual void add(const CombinedTree& tree, const SplitProposal& proposal) = 0;
};

// Without trees. (y - f)², of classes summed over their shares (the Brier score); of two it is that of the second.
std::unique_ptr<Combination> squared_combination(const CombinedRows& data, double total_weight);
// -log of the share that the row's class has, at least kLeastShare.
inline constexpr double kLeastShare = 1e-3;
std::unique_ptr<Combination> log_combination(const CombinedRows& data, double total_weight);

}  // namespace espalier
