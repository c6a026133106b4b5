// Split criteria. Each gives a side of a split a score such that the gain of a split is
//
//   score(left) + score(right) - score(parent),    in units of total row weight:
//
//   squared             S²/W              the fall of the squared error, S = Σ w y        (14.5)
//   gini                Σ_k c_k²/W        c_k the weight of class k in the side
//   information         Σ_k c_k log2 c_k - W log2 W
//   accuracy            max_k c_k
//   balanced-accuracy   (n/K) max_k c_k/n_k, n_k the class's weight in the parent          (14.9)
//                       (ties of these two are broken by gini)
//   margin              (n⁺ - n⁻)²/W, which is 2 Σ_k c_k²/W - W, for several classes too   (Dawer 2018, eq. 5.1)
//
// A Side is a running sum that rows or whole categories are moved into and out of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "base/math.h"

namespace espalier {

enum class SplitCriterion : std::uint8_t { squared, gini, information, accuracy, balanced_accuracy, margin };

// The data that sides are summed from. `values` serve regression and two classes (0 and 1), `classes` the rest.
struct SplitTargets {
  std::span<const double> values;
  std::span<const std::int32_t> classes;
  std::span<const double> weights;  // empty: all 1
  std::size_t class_count = 0;
};

template <bool weighted>
double weight_of(const SplitTargets& rows, std::uint32_t row) noexcept {
  if constexpr (weighted) {
    return rows.weights[row];
  } else {
    return 1;
  }
}

// S²/W. For two classes coded 0 and 1 this is half of the gini gain and a quarter of the margin gain, exactly.
template <bool weighted>
class MomentSide {
 public:
  explicit MomentSide(const SplitTargets& rows) : rows_(&rows) {}

  void clear() noexcept { weight_ = sum_ = 0; }
  void add(std::uint32_t row) noexcept {
    const double w = weight_of<weighted>(*rows_, row);
    weight_ += w;
    sum_ += w * rows_->values[row];
  }
  void remove(std::uint32_t row) noexcept {
    const double w = weight_of<weighted>(*rows_, row);
    weight_ -= w;
    sum_ -= w * rows_->values[row];
  }
  void add(const MomentSide& other) noexcept {
    weight_ += other.weight_;
    sum_ += other.sum_;
  }
  void remove(const MomentSide& other) noexcept {
    weight_ -= other.weight_;
    sum_ -= other.sum_;
  }
  double weight() const noexcept { return weight_; }
  double score() const noexcept { return weight_ > 0 ? sum_ * sum_ / weight_ : 0; }
  // The statistic that categories are ordered by; there is one ordering.
  double order_by(std::size_t) const noexcept { return weight_ > 0 ? sum_ / weight_ : 0; }
  std::size_t orderings() const noexcept { return 1; }
  void set_parent(const MomentSide&) noexcept {}
  // What a degree of freedom gains by chance: the variance of these rows, which are those of this side. Rows that weigh
  // less than 1 gain less.
  template <class Entries>
  double noise(const Entries& rows, std::size_t) const noexcept {
    if (!(weight_ > 0)) return 0;
    const double mean = sum_ / weight_;
    double squares = 0;
    for (const auto& entry : rows) {
      const double off = rows_->values[entry.row] - mean;
      squares += weight_of<weighted>(*rows_, entry.row) * off * off;
    }
    return squares / std::max(weight_, static_cast<double>(rows.size()));
  }

 private:
  const SplitTargets* rows_;
  double weight_ = 0;
  double sum_ = 0;
};

// Class weights, their total, and Σ c_k² kept up to date as single rows move.
template <bool weighted, SplitCriterion criterion>
class ClassSide {
 public:
  explicit ClassSide(const SplitTargets& rows) : rows_(&rows), counts_(rows.class_count) {}

  void clear() noexcept {
    std::fill(counts_.begin(), counts_.end(), 0.0);
    weight_ = squares_ = 0;
  }
  void add(std::uint32_t row) noexcept { move(row, weight_of<weighted>(*rows_, row)); }
  void remove(std::uint32_t row) noexcept { move(row, -weight_of<weighted>(*rows_, row)); }
  void add(const ClassSide& other) noexcept { move(other, 1); }
  void remove(const ClassSide& other) noexcept { move(other, -1); }
  double weight() const noexcept { return weight_; }
  std::span<const double> counts() const noexcept { return counts_; }
  // Balanced accuracy needs the class weights of the parent.
  void set_parent(const ClassSide& parent) noexcept { parent_ = &parent; }

  double score() const noexcept {
    if (!(weight_ > 0)) return 0;
    if constexpr (criterion == SplitCriterion::gini) {
      return squares_ / weight_;
    } else if constexpr (criterion == SplitCriterion::information) {
      double sum = -weight_ * log2(weight_);
      for (const double c : counts_) sum += c > 0 ? c * log2(c) : 0;
      return sum;
    } else if constexpr (criterion == SplitCriterion::accuracy) {
      return *std::max_element(counts_.begin(), counts_.end()) + tie_break();
    } else {
      return balanced_share() + tie_break();
    }
  }
  double order_by(std::size_t k) const noexcept { return weight_ > 0 ? counts_[k] / weight_ : 0; }
  std::size_t orderings() const noexcept { return counts_.size() == 2 ? 1 : counts_.size(); }
  // The same in the share of class k, where the other classes make room for it in proportion. Accuracies gain by single
  // rows; for them nothing is known.
  template <class Entries>
  double noise(const Entries& rows, std::size_t k) const noexcept {
    const double others = weight_ - counts_[k], light = std::min(1.0, weight_ / static_cast<double>(rows.size()));
    if (!(counts_[k] > 0 && others > 0)) return 0;
    if constexpr (criterion == SplitCriterion::information) {
      const double share = counts_[k] / weight_;
      return light * std::max(0.5 / std::numbers::ln2, -share * log2(share) - (1 - share) * log2(1 - share));
    } else if constexpr (criterion == SplitCriterion::gini) {
      const double share = counts_[k] / weight_;
      const double squares = (squares_ - counts_[k] * counts_[k]) / (others * others);
      return share * (1 - share) * (1 + squares) * light;
    } else {
      return 0;
    }
  }

 private:
  // Many splits often have the same accuracy; the purer one wins, since taking the first would peel off row after row.
  double tie_break() const noexcept { return 1e-12 * squares_ / weight_; }

  static double log2(double x) noexcept { return logarithm(x) * 1.4426950408889634074; }

  void move(std::uint32_t row, double w) noexcept {
    double& c = counts_[static_cast<std::size_t>(rows_->classes[row])];
    if constexpr (criterion != SplitCriterion::information) squares_ += w * (2 * c + w);
    c += w;
    weight_ += w;
  }
  void move(const ClassSide& other, double sign) noexcept {
    squares_ = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      counts_[k] += sign * other.counts_[k];
      squares_ += counts_[k] * counts_[k];
    }
    weight_ += sign * other.weight_;
  }
  double balanced_share() const noexcept {
    const std::span<const double> total = parent_->counts_;
    double largest = 0, present = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      if (!(total[k] > 0)) continue;
      ++present;
      largest = std::max(largest, counts_[k] / total[k]);
    }
    return present > 0 ? parent_->weight_ / present * largest : 0;
  }

  const SplitTargets* rows_;
  const ClassSide* parent_ = nullptr;
  std::vector<double> counts_;
  double weight_ = 0;
  double squares_ = 0;
};

}  // namespace espalier
