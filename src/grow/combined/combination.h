// The joint prediction of some of the trees, the mean of each, and its quality: Σ_i w_i l(y_i, (1/b) Σ_t p_t(x_i)) /
// Σ_i w_i over all training rows. A tree is judged in O(rows), and then each of its splits in O(rows of its leaf).
// Values of rows are in the order of the table, so that the loops over all of them are straight.
#pragma once

#include <memory>

#include "grow/combined/combined_tree.h"

namespace espalier {

class Combination {
 public:
  // For a tree that is to be added, and for all combinations: its contribution to each row; or the shares of each leaf
  // that are not 0.
  struct Addend {
    std::vector<double> rows;
    std::vector<std::size_t> first;  // by leaf, in the two below; and where those of the last leaf end
    std::vector<std::uint32_t> classes;
    std::vector<double> shares;
  };

  // For one combination, such a tree, and the splits of one leaf after another.
  struct Work {
    static constexpr std::size_t kNoLeaf = ~std::size_t{0};
    std::size_t leaf = kNoLeaf;
    std::vector<double> rows;         // of the leaf
    std::vector<double> sums;         // over these
    std::vector<std::uint32_t> left;  // of the split that is being judged: the positions on the left
    std::vector<double> on_left;      // and their sum
    double squares = 0;               // Σ w r² with the tree added as it is
    std::vector<double> by_class;     // sums over one leaf
  };

  virtual ~Combination() = default;
  virtual std::unique_ptr<Combination> clone() const = 0;

  virtual void prepare(const CombinedTree& tree, Addend& addend) const = 0;
  // The loss with the tree added as it is.
  virtual double with(const CombinedTree& tree, const Addend& addend, Work& work) const = 0;
  // The change of the loss if the tree is split in this way. `work` is new, or that of other splits of the same tree.
  virtual double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                        Work& work) const = 0;
  // After with(), whose work this is.
  virtual void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal, const Work& work) = 0;
};

// Starts without trees; `rows` are those that count, and must outlive it. (y - f)², for classes summed over their
// shares (the Brier score); for two classes the term of the second.
std::unique_ptr<Combination> squared_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);
// -log of the share of the row's class, with shares below kLeastShare raised to it.
inline constexpr double kLeastShare = 1e-3;
std::unique_ptr<Combination> log_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);

// The change of Σ w r² over rows of that weight and Σ w r = `residual`, if r falls by `change`.
inline double gain_of_change(double residual, double change, double weight) noexcept {
  return change * (weight * change - 2 * residual);
}

double total_weight(const CombinedRows& data, std::span<const std::uint32_t> rows);

}  // namespace espalier
