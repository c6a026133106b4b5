// Targets of several numbers a row, and the sums that splits of a node are judged by: Σ_k S_k²/W. For RandomCuts.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "grow/random/node_targets.h"

namespace espalier {

class VectorTargets {
 public:
  // `values` are the node's rows × width, `weights` one a row or none.
  void enter(std::span<const float> values, std::span<const double> weights, std::size_t width) {
    values_ = values.data();
    weights_ = weights;
    rows_ = values.size() / width;
    total_.assign(width, 0.0);
    left_.resize(width);
    weight_ = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      weight_ += weight(i);
      for (std::size_t k = 0; k < width; ++k) total_[k] += weight(i) * static_cast<double>(values_[i * width + k]);
    }
  }

  double weight() const noexcept { return weight_; }
  double score() const noexcept {
    double squares = 0;
    for (const double sum : total_) squares += sum * sum;
    return squares / weight_;
  }
  double best_score() const noexcept { return std::numeric_limits<double>::infinity(); }

  double score_cut(const float* values, float threshold) {
    return score_left([&](std::size_t i) { return values[i] <= threshold; });
  }
  double score_sides(const std::uint8_t* sides) {
    return score_left([&](std::size_t i) { return sides[i] != 0; });
  }

 private:
  double weight(std::size_t i) const noexcept { return weights_.empty() ? 1 : weights_[i]; }

  template <class GoesLeft>
  double score_left(GoesLeft&& goes_left) {
    const std::size_t width = total_.size();
    std::ranges::fill(left_, 0.0);
    double left_weight = 0;
    std::size_t left_rows = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!goes_left(i)) continue;
      left_weight += weight(i);
      ++left_rows;
      for (std::size_t k = 0; k < width; ++k) left_[k] += weight(i) * static_cast<double>(values_[i * width + k]);
    }
    const double right_weight = weight_ - left_weight;
    if (left_rows == 0 || left_rows == rows_ || !(left_weight > 0) || !(right_weight > 0)) return kNoCut;
    double left_squares = 0, right_squares = 0;
    for (std::size_t k = 0; k < width; ++k) {
      const double right = total_[k] - left_[k];
      left_squares += left_[k] * left_[k];
      right_squares += right * right;
    }
    return left_squares / left_weight + right_squares / right_weight;
  }

  const float* values_ = nullptr;
  std::span<const double> weights_;
  std::size_t rows_ = 0;
  std::vector<double> total_, left_;
  double weight_ = 0;
};

}  // namespace espalier
