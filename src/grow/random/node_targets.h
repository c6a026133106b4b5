// The targets of a tree's rows, in the order of the rows, so that a node's are contiguous, and the sums that splits of
// a node are judged by: S²/W for regression and two classes (0 and 1), Σ_k c_k²/W for more; see grow/criterion.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grow/criterion.h"
#include "grow/leaf_values.h"
#include "grow/random/cut_kernels.h"

namespace espalier {

inline constexpr double kNoCut = -std::numeric_limits<double>::infinity();

// Moves the items whose side is 1 to the front, the others behind them, each in their order.
template <class T>
void partition_stably(std::span<T> items, const std::uint8_t* left, T* scratch) noexcept {
  std::size_t l = 0, r = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const T item = items[i];
    items[l] = item;  // without a branch: written to both, kept in one
    scratch[r] = item;
    l += left[i];
    r += 1 - left[i];
  }
  std::copy_n(scratch, r, items.begin() + static_cast<std::ptrdiff_t>(l));
}

// What both kinds have: weights beside the targets, and the node that is being split.
template <class T, bool weighted>
class TargetRows {
 public:
  explicit TargetRows(const RowSums& sums) : sums_(sums) {}

  const RowSums& sums() const noexcept { return sums_; }

  void partition(const std::uint8_t* left) noexcept {
    partition_stably(std::span(targets_).subspan(begin_, n_), left, scratch_.data());
    if constexpr (weighted) {
      partition_stably(std::span(weights_).subspan(begin_, n_), left, weight_scratch_.data());
    }
  }

 protected:
  void take(std::span<const std::uint32_t> rows, std::span<const T> targets) {
    targets_.assign(padded(rows.size()) + kLanes, T{});
    scratch_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) targets_[i] = targets[rows[i]];
    if constexpr (!weighted) return;
    weights_.assign(padded(rows.size()) + kLanes, 0.0);
    weight_scratch_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) weights_[i] = sums_.weights[rows[i]];
  }
  const T* targets() const noexcept { return targets_.data() + begin_; }
  const double* weights() const noexcept { return weighted ? weights_.data() + begin_ : nullptr; }
  double weight(std::size_t i) const noexcept { return weighted ? weights_[begin_ + i] : 1; }

  std::size_t begin_ = 0;
  std::size_t n_ = 0;

 private:
  const RowSums& sums_;
  std::vector<T> targets_, scratch_;
  std::vector<double> weights_, weight_scratch_;
};

template <bool weighted>
class MomentTargets : public TargetRows<double, weighted> {
 public:
  using Side = MomentSide<weighted>;
  using TargetRows<double, weighted>::TargetRows;

  void start(std::span<const std::uint32_t> rows) { this->take(rows, this->sums().values); }

  void enter(std::size_t begin, std::size_t end) noexcept {
    this->begin_ = begin;
    this->n_ = end - begin;
    const NodeMoments node = node_moments(this->n_, this->targets(), this->weights());
    total_ = node.moments;
    pure_ = node.pure;
  }
  bool pure() const noexcept { return pure_; }
  double weight() const noexcept { return total_.weight; }
  double score() const noexcept { return score_of(total_); }

  // Both sides of value <= threshold together; kNoCut if one has fewer than min_rows.
  double score_cut(const float* values, float threshold, std::size_t min_rows) const noexcept {
    const LeftMoments left = left_moments(values, threshold, this->n_, this->targets(), this->weights());
    return score_left(left.moments, left.rows, min_rows);
  }
  double score_sides(const std::uint8_t* sides, std::size_t min_rows) const noexcept {
    Moments left;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < this->n_; ++i) {
      if (!sides[i]) continue;
      const double w = TargetRows<double, weighted>::weight(i);
      left.weight += w;
      left.sum += w * this->targets()[i];
      ++rows;
    }
    return score_left(left, rows, min_rows);
  }

  void write_leaf(LeafValue kind, double* out) const noexcept {
    out[0] = kind == LeafValue::mode ? (2 * total_.sum > total_.weight ? 1 : 0) : total_.sum / total_.weight;
  }

 private:
  static double score_of(const Moments& m) noexcept { return m.sum * m.sum / m.weight; }
  double score_left(const Moments& left, std::size_t rows, std::size_t min_rows) const noexcept {
    if (rows < min_rows || this->n_ - rows < min_rows) return kNoCut;
    return score_of(left) + score_of({total_.weight - left.weight, total_.sum - left.sum});
  }

  Moments total_;
  bool pure_ = false;
};

template <bool weighted>
class ClassTargets : public TargetRows<std::int32_t, weighted> {
 public:
  using Side = ClassSide<weighted, Criterion::gini>;
  explicit ClassTargets(const RowSums& sums)
      : TargetRows<std::int32_t, weighted>(sums), total_(sums.class_count), left_(sums.class_count) {}

  void start(std::span<const std::uint32_t> rows) { this->take(rows, this->sums().classes); }

  void enter(std::size_t begin, std::size_t end) noexcept {
    this->begin_ = begin;
    this->n_ = end - begin;
    std::fill(total_.begin(), total_.end(), 0.0);
    for (std::size_t i = 0; i < this->n_; ++i) total_[code(i)] += TargetRows<std::int32_t, weighted>::weight(i);
    weight_ = 0;
    for (const double c : total_) weight_ += c;
  }
  bool pure() const noexcept {
    return std::count_if(total_.begin(), total_.end(), [](double c) { return c > 0; }) <= 1;
  }
  double weight() const noexcept { return weight_; }
  double score() const noexcept {
    double squares = 0;
    for (const double c : total_) squares += c * c;
    return squares / weight_;
  }

  double score_cut(const float* values, float threshold, std::size_t min_rows) noexcept {
    return score_left([&](std::size_t i) { return values[i] <= threshold; }, min_rows);
  }
  double score_sides(const std::uint8_t* sides, std::size_t min_rows) noexcept {
    return score_left([&](std::size_t i) { return sides[i] != 0; }, min_rows);
  }

  void write_leaf(LeafValue kind, double* out) const noexcept {
    if (kind != LeafValue::mode) {
      std::transform(total_.begin(), total_.end(), out, [&](double c) { return c / weight_; });
      return;
    }
    std::fill_n(out, total_.size(), 0.0);
    out[std::max_element(total_.begin(), total_.end()) - total_.begin()] = 1;
  }

 private:
  std::size_t code(std::size_t i) const noexcept { return static_cast<std::size_t>(this->targets()[i]); }

  template <class GoesLeft>
  double score_left(GoesLeft&& goes_left, std::size_t min_rows) noexcept {
    std::fill(left_.begin(), left_.end(), 0.0);
    std::size_t rows = 0;
    for (std::size_t i = 0; i < this->n_; ++i) {
      const bool left = goes_left(i);
      left_[code(i)] += left ? TargetRows<std::int32_t, weighted>::weight(i) : 0.0;
      rows += left;
    }
    if (rows < min_rows || this->n_ - rows < min_rows) return kNoCut;
    double left_squares = 0, right_squares = 0, left_weight = 0;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      const double l = left_[k], r = total_[k] - l;
      left_weight += l;
      left_squares += l * l;
      right_squares += r * r;
    }
    return left_squares / left_weight + right_squares / (weight_ - left_weight);
  }

  std::vector<double> total_, left_;
  double weight_ = 0;
};

}  // namespace espalier
