#include "grow/combined/combination.h"

#include <algorithm>
#include <array>

#include "base/math.h"

namespace espalier {
namespace {

// visit(row, position) for all rows of a leaf, own ones first; positions count from 0.
template <class Visit>
void each_row(const CombinedTree& tree, const CombinedLeaf& leaf, Visit&& visit) {
  std::size_t position = 0;
  for (const std::uint32_t row : tree.own(leaf)) visit(row, position++);
  for (const std::uint32_t row : tree.others(leaf)) visit(row, position++);
}

// The same for all leaves; positions go on from leaf to leaf, and where they begin goes to `work`.
template <class Enter, class Visit>
void each_leaf(const CombinedTree& tree, Combination::Work& work, std::size_t numbers, Enter&& enter, Visit&& visit) {
  work.rows.resize(tree.rows() * numbers);
  work.first.clear();
  std::size_t first = 0;
  for (const CombinedLeaf& leaf : tree.leaves()) {
    work.first.push_back(first);
    enter(leaf);
    each_row(tree, leaf, [&](std::uint32_t row, std::size_t at) { visit(row, first + at); });
    first += leaf.own.size() + leaf.others.size();
  }
}

// The sum of those on the left; several sums at once, since each addition waits for the one before it.
double left_sum(std::span<const double> values, const std::uint8_t* sides) noexcept {
  constexpr std::size_t kSums = 4;
  std::array<double, kSums> sums = {};
  std::size_t i = 0;
  for (; i + kSums <= values.size(); i += kSums)
    for (std::size_t s = 0; s < kSums; ++s) sums[s] += sides[i + s] != 0 ? values[i + s] : 0.0;
  for (; i < values.size(); ++i) sums[0] += sides[i] != 0 ? values[i] : 0.0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Keeps R = Σ_t (y - p_t) of every row. With a tree p of which a leaf changes by d, Σ w |R + y - p - d|² differs from
// what it is without the change by Σ_leaf w (|d|² - 2 d (R + y - p)), and d is one of two.
class SquaredCombination final : public Combination {
 public:
  SquaredCombination(const CombinedRows& data, double total)
      : data_(data), total_(total), residuals_(data.targets.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<SquaredCombination>(*this); }

  double with(const CombinedTree& tree, Work& work) const override {
    return data_.width == 1 ? with_number(tree, work) : with_vector(tree, work);
  }

  double change(const CombinedTree& tree, const SplitProposal& proposal, const Work& work) const override {
    if (!proposal.is_split()) return 0;
    const CombinedLeaf& leaf = tree.leaves()[proposal.leaf];
    const std::size_t width = data_.width, rows = leaf.own.size() + leaf.others.size();
    const double* residuals = work.rows.data() + work.first[proposal.leaf] * width;
    const double* leaf_sum = work.leaf_sums.data() + proposal.leaf * width;
    const std::span<const double> left = proposal.change_of(true), right = proposal.change_of(false);
    double sum = 0;
    if (width == 1) {
      const double on_left = left_sum({residuals, rows}, proposal.sides.data());
      sum = gain(on_left, left[0], proposal.left_weight) + gain(leaf_sum[0] - on_left, right[0], proposal.right_weight);
    } else {
      std::vector<double> on_left(width);
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; proposal.sides[i] != 0 && k < width; ++k) on_left[k] += residuals[i * width + k];
      for (std::size_t k = 0; k < width; ++k)
        sum += gain(on_left[k], left[k], proposal.left_weight) +
               gain(leaf_sum[k] - on_left[k], right[k], proposal.right_weight);
    }
    return sum / scale();
  }

  void add(const CombinedTree& tree, const SplitProposal& proposal) override {
    const std::size_t width = data_.width;
    ++trees_;
    for (std::size_t l = 0; l < tree.leaves().size(); ++l) {
      const CombinedLeaf& leaf = tree.leaves()[l];
      const std::span<const double> mean = tree.mean(leaf);
      each_row(tree, leaf, [&](std::uint32_t row, std::size_t at) {
        double* residual = residuals_.data() + std::size_t{row} * width;
        const double* target = data_.targets.data() + std::size_t{row} * width;
        for (std::size_t k = 0; k < width; ++k) residual[k] += target[k] - mean[k];
        if (l != proposal.leaf) return;
        const std::span<const double> change = proposal.change_of(proposal.sides[at] != 0);
        for (std::size_t k = 0; k < width; ++k) residual[k] -= change[k];
      });
    }
  }

 private:
  static double gain(double residual, double change, double weight) noexcept {
    return change * (weight * change - 2 * residual);
  }
  double scale() const noexcept {
    const double count = trees_ + 1;
    return total_ * count * count;
  }

  double with_number(const CombinedTree& tree, Work& work) const {
    work.leaf_sums.assign(tree.leaves().size(), 0.0);
    double sum = 0, mean = 0;
    double* leaf_sum = work.leaf_sums.data() - 1;
    each_leaf(
        tree, work, 1,
        [&](const CombinedLeaf& leaf) {
          mean = tree.mean(leaf)[0];
          ++leaf_sum;
        },
        [&](std::uint32_t row, std::size_t at) {
          const double lack = residuals_[row] + data_.targets[row] - mean, weighted = data_.weight(row) * lack;
          work.rows[at] = weighted;
          *leaf_sum += weighted;
          sum += weighted * lack;
        });
    return sum / scale();
  }

  double with_vector(const CombinedTree& tree, Work& work) const {
    const std::size_t width = data_.width;
    work.leaf_sums.assign(tree.leaves().size() * width, 0.0);
    double sum = 0;
    const double* mean = nullptr;
    double* leaf_sum = work.leaf_sums.data() - width;
    each_leaf(
        tree, work, width,
        [&](const CombinedLeaf& leaf) {
          mean = tree.mean(leaf).data();
          leaf_sum += width;
        },
        [&](std::uint32_t row, std::size_t at) {
          const double w = data_.weight(row);
          const double* residual = residuals_.data() + std::size_t{row} * width;
          const double* target = data_.targets.data() + std::size_t{row} * width;
          for (std::size_t k = 0; k < width; ++k) {
            const double lack = residual[k] + target[k] - mean[k];
            work.rows[at * width + k] = w * lack;
            leaf_sum[k] += w * lack;
            sum += w * lack * lack;
          }
        });
    return sum / scale();
  }

  const CombinedRows data_;
  const double total_;
  std::vector<double> residuals_;  // rows of the table × width
  double trees_ = 0;
};

// Keeps of every row what the trees give its class together.
class LogCombination final : public Combination {
 public:
  LogCombination(const CombinedRows& data, double total) : data_(data), total_(total), shares_(data.classes.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<LogCombination>(*this); }

  double with(const CombinedTree& tree, Work& work) const override {
    std::span<const double> mean;
    double sum = 0;
    each_leaf(
        tree, work, 1, [&](const CombinedLeaf& leaf) { mean = tree.mean(leaf); },
        [&](std::uint32_t row, std::size_t at) {
          work.rows[at] = shares_[row] + share_of(row, mean);
          sum -= data_.weight(row) * logarithm(limited(work.rows[at]));
        });
    return sum / total_;
  }

  // Logarithms are of products, of so few factors that they stay in range.
  double change(const CombinedTree& tree, const SplitProposal& proposal, const Work& work) const override {
    if (!proposal.is_split()) return 0;
    const double* shares = work.rows.data() + work.first[proposal.leaf];
    const bool weighted = !data_.sums.weights.empty();
    constexpr std::size_t kFactors = 32;  // of at least kLeastShare each
    double sum = 0, before = 1, after = 1;
    each_row(tree, tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      const double old_share = limited(shares[at]);
      const double new_share = limited(shares[at] + change_of(row, proposal.change_of(proposal.sides[at] != 0)));
      if (weighted) {
        sum += data_.weight(row) * logarithm(old_share / new_share);
        return;
      }
      before *= old_share;
      after *= new_share;
      if (at % kFactors != kFactors - 1) return;
      sum += logarithm(before / after);
      before = after = 1;
    });
    return (sum + logarithm(before / after)) / total_;
  }

  void add(const CombinedTree& tree, const SplitProposal& proposal) override {
    ++trees_;
    for (std::size_t l = 0; l < tree.leaves().size(); ++l) {
      const CombinedLeaf& leaf = tree.leaves()[l];
      each_row(tree, leaf, [&](std::uint32_t row, std::size_t at) {
        shares_[row] += share_of(row, tree.mean(leaf));
        if (l == proposal.leaf) shares_[row] += change_of(row, proposal.change_of(proposal.sides[at] != 0));
      });
    }
  }

 private:
  double limited(double sum) const noexcept { return std::max(kLeastShare, sum / (trees_ + 1)); }
  double share_of(std::uint32_t row, std::span<const double> shares) const noexcept {
    const auto code = static_cast<std::size_t>(data_.classes[row]);
    return shares.size() > 1 ? shares[code] : code == 1 ? shares[0] : 1 - shares[0];
  }
  double change_of(std::uint32_t row, std::span<const double> change) const noexcept {
    const auto code = static_cast<std::size_t>(data_.classes[row]);
    return change.size() > 1 ? change[code] : code == 1 ? change[0] : -change[0];
  }

  const CombinedRows data_;
  const double total_;
  std::vector<double> shares_;
  double trees_ = 0;
};

}  // namespace

std::unique_ptr<Combination> squared_combination(const CombinedRows& data, double total_weight) {
  return std::make_unique<SquaredCombination>(data, total_weight);
}

std::unique_ptr<Combination> log_combination(const CombinedRows& data, double total_weight) {
  return std::make_unique<LogCombination>(data, total_weight);
}

}  // namespace espalier
