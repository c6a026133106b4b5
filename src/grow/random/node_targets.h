// The targets of a tree's rows, in the order of the rows, so that a node's are contiguous, and the sums that splits of
// a node are judged by: S²/W for regression and two classes (0 and 1), Σ_k c_k²/W for more; see
// grow/criterion/criterion.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grow/criterion/criterion.h"
#include "grow/criterion/leaf_values.h"
#include "grow/criterion/least_leaf.h"
#include "grow/random/cut_kernels.h"
#include "grow/random/sparse_values.h"

namespace espalier {

inline constexpr double kNoCut = -std::numeric_limits<double>::infinity();

// A value and its position in its node: the key of float_key.h in the high half, the position in the low. Sorted, these
// are the node's rows in order of value.
using KeyedRow = std::uint64_t;
inline std::uint32_t key_in(KeyedRow row) noexcept { return static_cast<std::uint32_t>(row >> 32); }
inline std::uint32_t position_in(KeyedRow row) noexcept { return static_cast<std::uint32_t>(row); }

struct BestBoundary {
  double score = kNoCut;  // of both sides together
  std::size_t left = 0;   // the number of rows to its left
};

// A score as a fraction, to be compared without dividing: l²/w + r²/v is (l² v + r² w) / (w v).
struct ScoreFraction {
  double numerator = -1;
  double denominator = 1;
  bool operator>(const ScoreFraction& other) const noexcept {
    return numerator * other.denominator > other.numerator * denominator;
  }
};

// The common part of both kinds: weights beside the targets, the node that is being split, and the minimum on each
// side.
template <class T, bool weighted>
class TargetRows {
 public:
  TargetRows(const SplitTargets& split_targets, const LeastLeaf& least)
      : least_(least), split_targets_(split_targets) {}

  const SplitTargets& split_targets() const noexcept { return split_targets_; }
  const LeastLeaf& least() const noexcept { return least_; }

  void partition_rows(const std::uint8_t* left) noexcept {
    partition(targets_.data() + begin_, n_, left, scratch_.data());
    if constexpr (weighted) partition(weights_.data() + begin_, n_, left, weight_scratch_.data());
  }
  double weight_of_first(std::size_t count) const noexcept {
    double sum = 0;
    for (std::size_t i = 0; weighted && i < count; ++i) sum += weights_[begin_ + i];
    return weighted ? sum : static_cast<double>(count);
  }

 protected:
  template <class From>
  void take(std::span<const std::uint32_t> rows, std::span<const From> targets) {
    targets_.assign(rows.size() + kPadding, T{});
    scratch_.resize(rows.size() + kPadding);
    for (std::size_t i = 0; i < rows.size(); ++i) targets_[i] = static_cast<T>(targets[rows[i]]);
    if constexpr (!weighted) return;
    weights_.assign(rows.size() + kPadding, 0.0);
    weight_scratch_.resize(rows.size() + kPadding);
    for (std::size_t i = 0; i < rows.size(); ++i) weights_[i] = split_targets_.weights[rows[i]];
  }
  const T* targets() const noexcept { return targets_.data() + begin_; }
  const double* weights() const noexcept { return weighted ? weights_.data() + begin_ : nullptr; }
  double weight(std::size_t i) const noexcept { return weighted ? weights_[begin_ + i] : 1; }

  bool allows_rows(std::size_t left) const noexcept { return least_.allows_rows(left, n_ - left); }

  std::size_t begin_ = 0;
  std::size_t n_ = 0;
  const LeastLeaf least_;

 private:
  const SplitTargets& split_targets_;
  std::vector<T> targets_, scratch_;
  std::vector<double> weights_, weight_scratch_;
};

template <bool weighted>
class MomentTargets : public TargetRows<double, weighted> {
 public:
  using Side = MomentSide<weighted>;
  using TargetRows<double, weighted>::TargetRows;

  void start(std::span<const std::uint32_t> rows) { this->take(rows, this->split_targets().values); }

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
  // The score of two pure sides; S²/W <= S for targets of 0 and 1. Regression has no such bound.
  double best_score() const noexcept {
    return this->split_targets().class_count > 0 ? total_.sum : std::numeric_limits<double>::infinity();
  }

  // Both sides of value <= threshold together; kNoCut if one has too few rows or too little weight.
  double score_cut(const float* values, float threshold) const noexcept {
    const LeftMoments left = left_moments(values, threshold, this->n_, this->targets(), this->weights());
    return score_left(left.moments, left.rows);
  }
  double score_sides(const std::uint8_t* sides) const noexcept {
    Moments left;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < this->n_; ++i) {
      if (!sides[i]) continue;
      const double w = TargetRows<double, weighted>::weight(i);
      left.weight += w;
      left.sum += w * this->targets()[i];
      ++rows;
    }
    return score_left(left, rows);
  }
  // Sums up the rows of each group, so that score_groups needs no rows; group[i] is below `groups`.
  void sum_groups(std::span<const std::uint32_t> group, std::size_t groups) {
    groups_.assign(groups, {});
    for (std::size_t i = 0; i < this->n_; ++i) {
      LeftMoments& of_group = groups_[group[i]];
      const double w = TargetRows<double, weighted>::weight(i);
      of_group.moments.weight += w;
      of_group.moments.sum += w * this->targets()[i];
      ++of_group.rows;
    }
  }
  // score_sides of whole groups.
  double score_groups(std::span<const std::uint8_t> sides) const noexcept {
    Moments left;
    std::size_t rows = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!sides[g]) continue;
      left.weight += groups_[g].moments.weight;
      left.sum += groups_[g].moments.sum;
      rows += groups_[g].rows;
    }
    return score_left(left, rows);
  }

  // The lowest of the best cuts.
  BestBoundary best_boundary(std::span<const KeyedRow> sorted) const noexcept {
    const std::size_t min_rows = this->least_.rows;
    ScoreFraction best;
    Moments left, best_left;
    std::size_t best_rows = 0;
    for (std::size_t i = 0; i + min_rows < sorted.size(); ++i) {
      const std::uint32_t at = position_in(sorted[i]);
      const double w = TargetRows<double, weighted>::weight(at);
      left.weight += w;
      left.sum += w * this->targets()[at];
      if (i + 1 < min_rows || key_in(sorted[i]) == key_in(sorted[i + 1])) continue;
      const double right_weight = total_.weight - left.weight, right_sum = total_.sum - left.sum;
      const ScoreFraction score = {left.sum * left.sum * right_weight + right_sum * right_sum * left.weight,
                                   left.weight * right_weight};
      if (!(score > best) || !this->least_.allows_weights(left.weight, right_weight)) continue;
      best = score;
      best_left = left;
      best_rows = i + 1;
    }
    return {best_rows > 0 ? score_left(best_left, best_rows) : kNoCut, best_rows};
  }

  void write_leaf(LeafValue kind, SparseValues<double>& out) const {
    out.add(0, kind == LeafValue::mode ? (2 * total_.sum > total_.weight ? 1 : 0) : total_.sum / total_.weight);
    out.end_leaf();
  }

 private:
  static double score_of(const Moments& m) noexcept { return m.sum * m.sum / m.weight; }
  double score_left(const Moments& left, std::size_t rows) const noexcept {
    const Moments right = {total_.weight - left.weight, total_.sum - left.sum};
    if (!this->allows_rows(rows) || !this->least_.allows_weights(left.weight, right.weight)) return kNoCut;
    return score_of(left) + score_of(right);
  }

  Moments total_;
  bool pure_ = false;
  std::vector<LeftMoments> groups_;  // of sum_groups
};

template <bool weighted>
class ClassTargets : public TargetRows<std::uint32_t, weighted> {
 public:
  using Side = ClassSide<weighted, SplitCriterion::gini>;
  ClassTargets(const SplitTargets& split_targets, const LeastLeaf& least)
      : TargetRows<std::uint32_t, weighted>(split_targets, least),
        total_(split_targets.class_count),
        left_(split_targets.class_count) {}

  void start(std::span<const std::uint32_t> rows) { this->take(rows, this->split_targets().classes); }

  void enter(std::size_t begin, std::size_t end) noexcept {
    this->begin_ = begin;
    this->n_ = end - begin;
    std::fill(total_.begin(), total_.end(), 0.0);
    for (std::size_t i = 0; i < this->n_; ++i) total_[code(i)] += TargetRows<std::uint32_t, weighted>::weight(i);
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

  double best_score() const noexcept { return weight_; }

  double score_cut(const float* values, float threshold) noexcept {
    return score_left([&](std::size_t i) { return values[i] <= threshold; });
  }
  double score_sides(const std::uint8_t* sides) noexcept {
    return score_left([&](std::size_t i) { return sides[i] != 0; });
  }
  // score_cut of many thresholds, at most 255 in ascending order, in one pass over the rows.
  void score_cuts(const float* values, std::span<const float> thresholds, double* scores) {
    above_.resize(this->n_ + kPadding);
    count_below(values, this->n_, thresholds, above_.data());
    sum_groups(std::span<const std::uint8_t>(above_), thresholds.size() + 1);
    std::fill(left_.begin(), left_.end(), 0.0);
    std::size_t rows = 0;
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      rows += add_group(t);
      scores[t] = score_of_left(rows);
    }
  }
  // Sums up the rows of each group, so that score_groups needs no rows; group[i] is below `groups`.
  template <class Number>
  void sum_groups(std::span<const Number> group, std::size_t groups) {
    const std::size_t classes = total_.size();
    groups_.assign(groups * classes, 0.0);
    group_rows_.assign(groups, 0);
    for (std::size_t i = 0; i < this->n_; ++i) {
      groups_[group[i] * classes + code(i)] += TargetRows<std::uint32_t, weighted>::weight(i);
      ++group_rows_[group[i]];
    }
  }
  // score_sides of whole groups.
  double score_groups(std::span<const std::uint8_t> sides) noexcept {
    std::fill(left_.begin(), left_.end(), 0.0);
    std::size_t rows = 0;
    for (std::size_t g = 0; g < group_rows_.size(); ++g)
      if (sides[g]) rows += add_group(g);
    return score_of_left(rows);
  }

  // The lowest of the best cuts.
  BestBoundary best_boundary(std::span<const KeyedRow> sorted) noexcept {
    const std::size_t min_rows = this->least_.rows;
    std::fill(left_.begin(), left_.end(), 0.0);
    double left_weight = 0, left_squares = 0, right_squares = score() * weight_;
    ScoreFraction best;
    std::size_t best_rows = 0;
    for (std::size_t i = 0; i + min_rows < sorted.size(); ++i) {
      const std::uint32_t at = position_in(sorted[i]);
      const double w = TargetRows<std::uint32_t, weighted>::weight(at);
      double& l = left_[code(at)];
      const double r = total_[code(at)] - l;
      left_squares += w * (2 * l + w);
      right_squares -= w * (2 * r - w);
      left_weight += w;
      l += w;
      if (i + 1 < min_rows || key_in(sorted[i]) == key_in(sorted[i + 1])) continue;
      const double right_weight = weight_ - left_weight;
      const ScoreFraction score = {left_squares * right_weight + right_squares * left_weight,
                                   left_weight * right_weight};
      if (!(score > best) || !this->least_.allows_weights(left_weight, right_weight)) continue;
      best = score;
      best_rows = i + 1;
    }
    return {best_rows > 0 ? best.numerator / best.denominator : kNoCut, best_rows};
  }

  void write_leaf(LeafValue kind, SparseValues<double>& out) const {
    if (kind == LeafValue::mode)
      out.add(static_cast<std::size_t>(std::max_element(total_.begin(), total_.end()) - total_.begin()), 1);
    else
      for (std::size_t k = 0; k < total_.size(); ++k) out.add(k, total_[k] / weight_);
    out.end_leaf();
  }

 private:
  std::size_t code(std::size_t i) const noexcept { return this->targets()[i]; }

  // Adds the group to left_; returns the number of its rows.
  std::size_t add_group(std::size_t group) noexcept {
    for (std::size_t k = 0; k < left_.size(); ++k) left_[k] += groups_[group * left_.size() + k];
    return group_rows_[group];
  }

  template <class GoesLeft>
  double score_left(GoesLeft&& goes_left) noexcept {
    std::fill(left_.begin(), left_.end(), 0.0);
    std::size_t rows = 0;
    for (std::size_t i = 0; i < this->n_; ++i) {
      const bool left = goes_left(i);
      left_[code(i)] += left ? TargetRows<std::uint32_t, weighted>::weight(i) : 0.0;
      rows += left;
    }
    return score_of_left(rows);
  }

  // Sums of the classes in left_, which has this many rows.
  double score_of_left(std::size_t rows) const noexcept {
    if (!this->allows_rows(rows)) return kNoCut;
    double left_squares = 0, right_squares = 0, left_weight = 0;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      const double l = left_[k], r = total_[k] - l;
      left_weight += l;
      left_squares += l * l;
      right_squares += r * r;
    }
    const double right_weight = weight_ - left_weight;
    if (!this->least_.allows_weights(left_weight, right_weight)) return kNoCut;
    return left_squares / left_weight + right_squares / right_weight;
  }

  std::vector<double> total_, left_;
  double weight_ = 0;
  std::vector<std::uint8_t> above_;  // of score_cuts, by row: the number of thresholds below its value
  std::vector<double> groups_;       // of sum_groups: groups × classes
  std::vector<std::size_t> group_rows_;
};

}  // namespace espalier
