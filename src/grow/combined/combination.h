// What some of the trees predict together, the mean of each, and how well: Σ_i w_i l(y_i, (1/b) Σ_t p_t(x_i)) / Σ_i w_i
// over all training rows. A tree is judged in O(rows), and then each of its splits in O(rows of its leaf). What is
// known of rows lies in the order of the table, so that the loops over all of them are straight.
#pragma once

#include <memory>

#include "grow/combined/combined_tree.h"

namespace espalier {

class Combination {
 public:
  // Of a tree that is to be added: what it adds to each number that a combination keeps. It serves all combinations.
  using Addend = std::vector<double>;

  // Of one combination and such a tree: what is known of the leaves that splits are judged of.
  struct Work {
    std::vector<double> rows;  // of those leaves, one after the other
    std::vector<double> sums;
    std::vector<std::size_t> place;  // by leaf: where its own begin, in units of rows; kNowhere if it was not looked at
    std::vector<std::size_t> sum_of;  // by leaf, in `sums`
    std::vector<double> on_left;      // of the split that is judged
  };

  virtual ~Combination() = default;
  virtual std::unique_ptr<Combination> clone() const = 0;

  virtual void prepare(const CombinedTree& tree, Addend& addend) const = 0;
  // The loss with the tree added as it is.
  virtual double with(const CombinedTree& tree, const Addend& addend, Work& work) const = 0;
  // By how much the loss changes if the tree, for which `work` was done, is split so.
  virtual double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                        Work& work) const = 0;
  virtual void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal) = 0;
};

// Without trees; `rows` are those that count, and must outlive it. (y - f)², of classes summed over their shares (the
// Brier score); of two it is that of the second.
std::unique_ptr<Combination> squared_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);
// -log of the share that the row's class has, at least kLeastShare.
inline constexpr double kLeastShare = 1e-3;
std::unique_ptr<Combination> log_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);

double total_weight(const CombinedRows& data, std::span<const std::uint32_t> rows);

}  // namespace espalier
