// Tested by tests/grow/combined/combination_test.cpp.
#include "grow/combined/brier_combination.h"

#include "grow/combined/leaf_numbers.h"
#include "grow/combined/row_sums.h"

namespace espalier {
namespace {

// The positions of the rows that go left.
void list_left(const std::uint8_t* sides, std::size_t rows, std::vector<std::uint32_t>& left) {
  left.resize(rows + 1);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < rows; ++i) {
    left[count] = i;
    count += sides[i];
  }
  left.resize(count);
}

// Keeps R = Σ_t (y - p_t) for every row and class, and Σ w |R|². A tree adds a = y - p, where p has few shares that are
// not 0, and y is 1 for one class c: |R + a|² - |R|² = 2 (R_c - p·R) + 1 - 2 p_c + |p|².
class BrierCombination final : public Combination {
 public:
  BrierCombination(const CombinedRows& data, std::span<const std::uint32_t> rows)
      : data_(data), total_(total_weight(data, rows)), residuals_(data.targets.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<BrierCombination>(*this); }

  void prepare(const CombinedTree& tree, Addend& addend) const override {
    addend.first.assign(1, 0);
    addend.classes.clear();
    addend.shares.clear();
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const std::span<const double> mean = tree.mean(leaf);
      for (std::uint32_t k = 0; k < mean.size(); ++k) {
        if (mean[k] == 0) continue;
        addend.classes.push_back(k);
        addend.shares.push_back(mean[k]);
      }
      addend.first.push_back(addend.classes.size());
    }
  }

  double with(const CombinedTree& tree, const Addend& addend, Work& work) const override {
    work.squares = squares_;
    for (std::size_t l = 0; l < tree.leaves().size(); ++l)
      work.squares += change_of_squares(tree, tree.leaves()[l], Shares(addend, l, tree), work.by_class);
    return work.squares / scale();
  }

  double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                Work& work) const override {
    if (!proposal.is_split()) return 0;
    const CombinedLeaf& leaf = tree.leaves()[proposal.leaf];
    const Shares shares(addend, proposal.leaf, tree);
    const std::size_t few = shares.classes.size();
    const double* residuals = numbers_of(tree, proposal.leaf, few, work, [&](std::uint32_t row, double* out) {
      const double *residual = residuals_of(row), weight = data_.weight(row);
      for (std::size_t j = 0; j < few; ++j) {
        const double target = shares.classes[j] == code(row) ? 1 : 0;
        out[j] = weight * (residual[shares.classes[j]] + target - shares.shares[j]);
      }
    });
    work.on_left.assign(few, 0.0);
    list_left(proposal.sides.data(), leaf.own.size() + leaf.others.size(), work.left);
    add_rows(residuals, few, work.left, work.on_left.data());
    const double* both = work.sums.data();
    const std::span<const double> left = proposal.change_of(true), right = proposal.change_of(false);
    double sum = 0;
    for (std::size_t j = 0; j < few; ++j) {
      const std::uint32_t k = shares.classes[j];
      sum += gain_of_change(work.on_left[j], left[k], proposal.left_weight) +
             gain_of_change(both[j] - work.on_left[j], right[k], proposal.right_weight);
    }
    return sum / scale();
  }

  void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal, const Work& work) override {
    ++trees_;
    squares_ = work.squares;
    for (std::size_t l = 0; l < tree.leaves().size(); ++l) {
      const CombinedLeaf& leaf = tree.leaves()[l];
      const Shares shares(addend, l, tree);
      if (is_dense(shares)) {
        subtract_from_rows(residuals_.data(), data_.width, tree.own(leaf), shares.mean.data());
        subtract_from_rows(residuals_.data(), data_.width, tree.others(leaf), shares.mean.data());
      }
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
        double* residual = residuals_.data() + std::size_t{row} * data_.width;
        for (std::size_t j = 0; !is_dense(shares) && j < shares.classes.size(); ++j)
          residual[shares.classes[j]] -= shares.shares[j];
        residual[code(row)] += 1;
      });
    }
    if (proposal.is_split()) split(tree, addend, proposal);
  }

 private:
  // The classes of a leaf's rows, and what the leaf says of them.
  struct Shares {
    Shares(const Addend& addend, std::size_t leaf, const CombinedTree& tree)
        : classes(std::span(addend.classes).subspan(addend.first[leaf], addend.first[leaf + 1] - addend.first[leaf])),
          shares(std::span(addend.shares).subspan(addend.first[leaf], classes.size())),
          mean(tree.mean(tree.leaves()[leaf])) {
      for (const double share : shares) squares += share * share;
    }
    std::span<const std::uint32_t> classes;
    std::span<const double> shares;
    std::span<const double> mean;  // all of them
    double squares = 0;
  };

  // Vectors of all classes are faster than single ones if these are many.
  bool is_dense(const Shares& shares) const noexcept { return 4 * shares.classes.size() > data_.width; }

  // What the leaf adds to Σ w |R|².
  double change_of_squares(const CombinedTree& tree, const CombinedLeaf& leaf, const Shares& shares,
                           std::vector<double>& sums) const {
    sums.assign(data_.width, 0.0);
    const bool weighted = !data_.split_targets.weights.empty(), at_once = !weighted && is_dense(shares);
    if (at_once) {
      add_rows(residuals_.data(), data_.width, tree.own(leaf), sums.data());
      add_rows(residuals_.data(), data_.width, tree.others(leaf), sums.data());
    }
    double of_rows = 0;  // Σ w (2 (R_c - p_c) + 1 + |p|²)
    tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
      const double *residual = residuals_of(row), weight = data_.weight(row);
      of_rows += weight * (2 * (residual[code(row)] - shares.mean[code(row)]) + 1 + shares.squares);
      for (std::size_t j = 0; !at_once && j < shares.classes.size(); ++j)
        sums[shares.classes[j]] += weight * residual[shares.classes[j]];
    });
    double product = 0;
    for (std::size_t j = 0; j < shares.classes.size(); ++j) product += shares.shares[j] * sums[shares.classes[j]];
    return of_rows - 2 * product;
  }

  // A child has no other classes than its parent.
  void split(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal) {
    const Shares shares(addend, proposal.leaf, tree);
    tree.each_row(tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      const std::span<const double> change = proposal.change_of(proposal.sides[at] != 0);
      double* residual = residuals_.data() + std::size_t{row} * data_.width;
      double sum = 0;
      for (const std::uint32_t k : shares.classes) {
        sum += change[k] * (change[k] - 2 * residual[k]);
        residual[k] -= change[k];
      }
      squares_ += data_.weight(row) * sum;
    });
  }

  const double* residuals_of(std::uint32_t row) const noexcept {
    return residuals_.data() + std::size_t{row} * data_.width;
  }
  std::size_t code(std::uint32_t row) const noexcept { return static_cast<std::size_t>(data_.classes[row]); }
  double scale() const noexcept {
    const double count = trees_ + 1;
    return total_ * count * count;
  }

  const CombinedRows data_;
  const double total_;
  std::vector<double> residuals_;  // rows of the table × classes
  double squares_ = 0;             // Σ w |R|²
  double trees_ = 0;
};

}  // namespace

std::unique_ptr<Combination> brier_combination(const CombinedRows& data, std::span<const std::uint32_t> rows) {
  return std::make_unique<BrierCombination>(data, rows);
}

}  // namespace espalier
