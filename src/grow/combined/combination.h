// The joint prediction of some of the trees, the mean of each, and its quality: Σ_i w_i l(y_i, (1/b) Σ_t p_t(x_i)) /
// Σ_i w_i over all training rows. A tree is judged in O(rows), and then each of its splits in O(rows of its leaf).
// Values of rows are in the order of the table, so that the loops over all of them are straight.
#pragma once

#include <memory>

#include "grow/combined/combined_tree.h"

namespace espalier {

class Combination {
 public:
  // For a tree that is to be added: its contribution to each number that a combination keeps. It serves all
  // combinations.
  using Addend = std::vector<double>;

  // For one combination and such a tree: sums over the leaves whose splits are judged.
  struct Work {
    std::vector<double> rows;  // of these leaves, one after the other
    std::vector<double> sums;
    std::vector<std::size_t> place;   // by leaf: where its rows begin, in units of rows; kNowhere if not visited
    std::vector<std::size_t> sum_of;  // by leaf, in `sums`
    std::vector<double> on_left;      // of the split that is being judged
  };

  virtual ~Combination() = default;
  virtual std::unique_ptr<Combination> clone() const = 0;

  virtual void prepare(const CombinedTree& tree, Addend& addend) const = 0;
  // The loss with the tree added as it is.
  virtual double with(const CombinedTree& tree, const Addend& addend, Work& work) const = 0;
  // The change of the loss if the tree, for which `work` was done, is split in this way.
  virtual double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                        Work& work) const = 0;
  virtual void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal) = 0;
};

// Starts without trees; `rows` are those that count, and must outlive it. (y - f)², for classes summed over their
// shares (the Brier score); for two classes the term of the second.
std::unique_ptr<Combination> squared_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);
// -log of the share of the row's class, with shares below kLeastShare raised to it.
inline constexpr double kLeastShare = 1e-3;
std::unique_ptr<Combination> log_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);

double total_weight(const CombinedRows& data, std::span<const std::uint32_t> rows);

}  // namespace espalier
