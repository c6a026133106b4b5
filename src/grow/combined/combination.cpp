#include "grow/combined/combination.h"

#include <algorithm>
#include <array>

#include "base/math.h"
#include "grow/combined/brier_combination.h"
#include "grow/combined/leaf_numbers.h"
#include "grow/combined/row_sums.h"

namespace espalier {
namespace {

constexpr std::size_t kSums = 4;  // at once, since each addition waits for the one before it

// Σ (a + b)²
double sum_of_squares(std::span<const double> a, std::span<const double> b) noexcept {
  std::array<double, kSums> sums = {};
  std::size_t i = 0;
  for (; i + kSums <= a.size(); i += kSums)
    for (std::size_t s = 0; s < kSums; ++s) sums[s] += (a[i + s] + b[i + s]) * (a[i + s] + b[i + s]);
  for (; i < a.size(); ++i) sums[0] += (a[i] + b[i]) * (a[i] + b[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Keeps R = Σ_t (y - p_t) for every row. With a tree p of which a leaf changes by d, Σ w (R + y - p - d)² differs from
// its value without the change by Σ_leaf w (d² - 2 d (R + y - p)), and d is one of two numbers. Rows that do not count
// have R = y - p = 0.
class SquaredCombination final : public Combination {
 public:
  SquaredCombination(const CombinedRows& data, std::span<const std::uint32_t> rows)
      : data_(data), total_(total_weight(data, rows)), residuals_(data.targets.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<SquaredCombination>(*this); }

  void prepare(const CombinedTree& tree, Addend& addend) const override {
    addend.rows.resize(residuals_.size(), 0.0);
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const double mean = tree.mean(leaf)[0];
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) { addend.rows[row] = data_.targets[row] - mean; });
    }
  }

  double with(const CombinedTree&, const Addend& addend, Work&) const override {
    if (data_.split_targets.weights.empty()) return sum_of_squares(residuals_, addend.rows) / scale();
    double sum = 0;
    for (std::size_t row = 0; row < residuals_.size(); ++row) {
      const double residual = residuals_[row] + addend.rows[row];
      sum += data_.split_targets.weights[row] * residual * residual;
    }
    return sum / scale();
  }

  double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                Work& work) const override {
    if (!proposal.is_split()) return 0;
    const CombinedLeaf& leaf = tree.leaves()[proposal.leaf];
    const double* residuals = numbers_of(tree, proposal.leaf, 1, work, [&](std::uint32_t row, double* out) {
      *out = data_.weight(row) * (residuals_[row] + addend.rows[row]);
    });
    const double both = work.sums[0];
    const double left = left_sum({residuals, leaf.own.size() + leaf.others.size()}, proposal.sides.data());
    return (gain_of_change(left, proposal.change_of(true)[0], proposal.left_weight) +
            gain_of_change(both - left, proposal.change_of(false)[0], proposal.right_weight)) /
           scale();
  }

  void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal, const Work&) override {
    ++trees_;
    for (std::size_t i = 0; i < residuals_.size(); ++i) residuals_[i] += addend.rows[i];
    if (!proposal.is_split()) return;
    tree.each_row(tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      residuals_[row] -= proposal.change_of(proposal.sides[at] != 0)[0];
    });
  }

 private:
  double scale() const noexcept {
    const double count = trees_ + 1;
    return total_ * count * count;
  }

  const CombinedRows data_;
  const double total_;
  std::vector<double> residuals_;  // by row of the table
  double trees_ = 0;
};

// Σ log of many numbers in [kLeastShare, 1], or of their quotients: logarithms are of products of a few.
class LogSum {
 public:
  void add(double factor) noexcept { add(factor, 1); }
  void add(double factor, double divisor) noexcept {
    constexpr int kFactors = 32;
    product_ *= factor;
    divisors_ *= divisor;
    if (++factors_ < kFactors) return;
    sum_ += logarithm(product_ / divisors_);
    product_ = divisors_ = 1;
    factors_ = 0;
  }
  double sum() const noexcept { return sum_ + logarithm(product_ / divisors_); }

 private:
  double sum_ = 0, product_ = 1, divisors_ = 1;
  int factors_ = 0;
};

// Keeps for every row the sum of the trees' values for its class.
class LogCombination final : public Combination {
 public:
  LogCombination(const CombinedRows& data, std::span<const std::uint32_t> rows)
      : data_(data), rows_(rows), total_(total_weight(data, rows)), shares_(data.classes.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<LogCombination>(*this); }

  void prepare(const CombinedTree& tree, Addend& addend) const override {
    addend.rows.resize(shares_.size(), 0.0);
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const std::span<const double> mean = tree.mean(leaf);
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) { addend.rows[row] = share_of(row, mean); });
    }
  }

  double with(const CombinedTree&, const Addend& addend, Work&) const override {
    if (data_.split_targets.weights.empty()) {
      LogSum logs;
      for (const std::uint32_t row : rows_) logs.add(limited(shares_[row] + addend.rows[row]));
      return -logs.sum() / total_;
    }
    double sum = 0;
    for (const std::uint32_t row : rows_)
      sum -= data_.weight(row) * logarithm(limited(shares_[row] + addend.rows[row]));
    return sum / total_;
  }

  double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                Work& work) const override {
    if (!proposal.is_split()) return 0;
    const double* shares = numbers_of(tree, proposal.leaf, 1, work,
                                      [&](std::uint32_t row, double* out) { *out = shares_[row] + addend.rows[row]; });
    const bool weighted = !data_.split_targets.weights.empty();
    double sum = 0;
    LogSum logs;
    tree.each_row(tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      const double before = limited(shares[at]);
      const double after = limited(shares[at] + change_of(row, proposal.change_of(proposal.sides[at] != 0)));
      if (weighted)
        sum += data_.weight(row) * logarithm(before / after);
      else
        logs.add(before, after);
    });
    return (sum + logs.sum()) / total_;
  }

  void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal, const Work&) override {
    ++trees_;
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i] += addend.rows[i];
    if (!proposal.is_split()) return;
    tree.each_row(tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      shares_[row] += change_of(row, proposal.change_of(proposal.sides[at] != 0));
    });
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
  const std::span<const std::uint32_t> rows_;
  const double total_;
  std::vector<double> shares_;
  double trees_ = 0;
};

}  // namespace

std::unique_ptr<Combination> squared_combination(const CombinedRows& data, std::span<const std::uint32_t> rows) {
  if (data.width > 1) return brier_combination(data, rows);
  return std::make_unique<SquaredCombination>(data, rows);
}

std::unique_ptr<Combination> log_combination(const CombinedRows& data, std::span<const std::uint32_t> rows) {
  return std::make_unique<LogCombination>(data, rows);
}

double total_weight(const CombinedRows& data, std::span<const std::uint32_t> rows) {
  double total = 0;
  for (const std::uint32_t row : rows) total += data.weight(row);
  return total;
}

}  // namespace espalier
