#include "grow/combined/combination.h"

#include <algorithm>
#include <array>

#include "base/math.h"

namespace espalier {
namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};
constexpr std::size_t kSums = 4;  // at once, since each addition waits for the one before it

// The sum of the rows on the left.
double left_sum(std::span<const double> values, const std::uint8_t* sides) noexcept {
  std::array<double, kSums> sums = {};
  std::size_t i = 0;
  for (; i + kSums <= values.size(); i += kSums)
    for (std::size_t s = 0; s < kSums; ++s) sums[s] += sides[i + s] != 0 ? values[i + s] : 0.0;
  for (; i < values.size(); ++i) sums[0] += sides[i] != 0 ? values[i] : 0.0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Σ (a + b)²
double sum_of_squares(std::span<const double> a, std::span<const double> b) noexcept {
  std::array<double, kSums> sums = {};
  std::size_t i = 0;
  for (; i + kSums <= a.size(); i += kSums)
    for (std::size_t s = 0; s < kSums; ++s) sums[s] += (a[i + s] + b[i + s]) * (a[i + s] + b[i + s]);
  for (; i < a.size(); ++i) sums[0] += (a[i] + b[i]) * (a[i] + b[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The place of the leaf's numbers in work.rows. If they are not there yet, write(row, out) gives a row's `width`
// numbers, which are added up.
template <class Write>
const double* numbers_of(const CombinedTree& tree, std::size_t leaf, std::size_t width, Combination::Work& work,
                         Write&& write) {
  if (work.place[leaf] == kNowhere) {
    work.place[leaf] = work.rows.size();
    work.sum_of[leaf] = work.sums.size();
    const CombinedLeaf& of_tree = tree.leaves()[leaf];
    work.rows.resize(work.rows.size() + (of_tree.own.size() + of_tree.others.size()) * width);
    work.sums.resize(work.sums.size() + width, 0.0);
    double* out = work.rows.data() + work.place[leaf];
    double* sums = work.sums.data() + work.sum_of[leaf];
    tree.each_row(of_tree, [&](std::uint32_t row, std::size_t) {
      write(row, out);
      for (std::size_t k = 0; k < width; ++k) sums[k] += out[k];
      out += width;
    });
  }
  return work.rows.data() + work.place[leaf];
}

void clear(Combination::Work& work, std::size_t leaves) {
  work.rows.clear();
  work.sums.clear();
  work.place.assign(leaves, kNowhere);
  work.sum_of.resize(leaves);
}

// Keeps R = Σ_t (y - p_t) for every row. With a tree p of which a leaf changes by d, Σ w |R + y - p - d|² differs from
// its value without the change by Σ_leaf w (|d|² - 2 d (R + y - p)), and d is one of two vectors. Rows that do not
// count have R = y - p = 0.
class SquaredCombination final : public Combination {
 public:
  SquaredCombination(const CombinedRows& data, std::span<const std::uint32_t> rows)
      : data_(data), total_(total_weight(data, rows)), residuals_(data.targets.size()) {}

  std::unique_ptr<Combination> clone() const override { return std::make_unique<SquaredCombination>(*this); }

  void prepare(const CombinedTree& tree, Addend& addend) const override {
    const std::size_t width = data_.width;
    addend.resize(residuals_.size(), 0.0);
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const double* mean = tree.mean(leaf).data();
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
        const std::size_t first = std::size_t{row} * width;
        for (std::size_t k = 0; k < width; ++k) addend[first + k] = data_.targets[first + k] - mean[k];
      });
    }
  }

  double with(const CombinedTree& tree, const Addend& addend, Work& work) const override {
    clear(work, tree.leaves().size());
    if (data_.split_targets.weights.empty()) return sum_of_squares(residuals_, addend) / scale();
    double sum = 0;
    for (std::size_t i = 0; i < residuals_.size(); ++i) {
      const double residual = residuals_[i] + addend[i];
      sum += data_.split_targets.weights[i / data_.width] * residual * residual;
    }
    return sum / scale();
  }

  double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                Work& work) const override {
    if (!proposal.is_split()) return 0;
    const CombinedLeaf& leaf = tree.leaves()[proposal.leaf];
    const std::size_t width = data_.width, rows = leaf.own.size() + leaf.others.size();
    const double* residuals = numbers_of(tree, proposal.leaf, width, work, [&](std::uint32_t row, double* out) {
      const std::size_t first = std::size_t{row} * width;
      const double weight = data_.weight(row);
      for (std::size_t k = 0; k < width; ++k) out[k] = weight * (residuals_[first + k] + addend[first + k]);
    });
    const double* leaf_sum = work.sums.data() + work.sum_of[proposal.leaf];
    const std::span<const double> left = proposal.change_of(true), right = proposal.change_of(false);
    double sum = 0;
    if (width == 1) {
      const double on_left = left_sum({residuals, rows}, proposal.sides.data());
      sum = gain(on_left, left[0], proposal.left_weight) + gain(leaf_sum[0] - on_left, right[0], proposal.right_weight);
      return sum / scale();
    }
    work.on_left.assign(width, 0.0);
    double* on_left = work.on_left.data();
    for (std::size_t i = 0; i < rows; ++i) {
      if (proposal.sides[i] == 0) continue;
      for (std::size_t k = 0; k < width; ++k) on_left[k] += residuals[i * width + k];
    }
    for (std::size_t k = 0; k < width; ++k)
      sum += gain(on_left[k], left[k], proposal.left_weight) +
             gain(leaf_sum[k] - on_left[k], right[k], proposal.right_weight);
    return sum / scale();
  }

  void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal) override {
    ++trees_;
    for (std::size_t i = 0; i < residuals_.size(); ++i) residuals_[i] += addend[i];
    if (!proposal.is_split()) return;
    tree.each_row(tree.leaves()[proposal.leaf], [&](std::uint32_t row, std::size_t at) {
      const std::span<const double> change = proposal.change_of(proposal.sides[at] != 0);
      double* residual = residuals_.data() + std::size_t{row} * data_.width;
      for (std::size_t k = 0; k < change.size(); ++k) residual[k] -= change[k];
    });
  }

 private:
  static double gain(double residual, double change, double weight) noexcept {
    return change * (weight * change - 2 * residual);
  }
  double scale() const noexcept {
    const double count = trees_ + 1;
    return total_ * count * count;
  }

  const CombinedRows data_;
  const double total_;
  std::vector<double> residuals_;  // rows of the table × width
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
    addend.resize(shares_.size(), 0.0);
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const std::span<const double> mean = tree.mean(leaf);
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) { addend[row] = share_of(row, mean); });
    }
  }

  double with(const CombinedTree& tree, const Addend& addend, Work& work) const override {
    clear(work, tree.leaves().size());
    if (data_.split_targets.weights.empty()) {
      LogSum logs;
      for (const std::uint32_t row : rows_) logs.add(limited(shares_[row] + addend[row]));
      return -logs.sum() / total_;
    }
    double sum = 0;
    for (const std::uint32_t row : rows_) sum -= data_.weight(row) * logarithm(limited(shares_[row] + addend[row]));
    return sum / total_;
  }

  double change(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal,
                Work& work) const override {
    if (!proposal.is_split()) return 0;
    const double* shares = numbers_of(tree, proposal.leaf, 1, work,
                                      [&](std::uint32_t row, double* out) { *out = shares_[row] + addend[row]; });
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

  void add(const CombinedTree& tree, const Addend& addend, const SplitProposal& proposal) override {
    ++trees_;
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i] += addend[i];
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
