// Targets with several numbers per row, and the sums that splits of a node are judged by: Σ_k S_k²/W. For RandomCuts.
// Each number has an array of its own, so that the loops are those of one target, one after the other.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "grow/random/node_targets.h"

namespace espalier {

class VectorTargets {
 public:
  // `values` are the node's rows × width; `weights` has one entry per row, or none.
  void enter(std::span<const float> values, std::span<const double> weights, std::size_t width) {
    rows_ = values.size() / width;
    weights_.assign(weights.begin(), weights.end());
    if (!weights.empty()) weights_.resize(rows_ + kPadding);
    numbers_.resize(std::max(numbers_.size(), width));
    total_.resize(width);
    left_.resize(width);
    for (std::size_t k = 0; k < width; ++k) {
      std::vector<double>& number = numbers_[k];
      number.resize(std::max(number.size(), rows_ + kPadding));
      for (std::size_t i = 0; i < rows_; ++i) number[i] = static_cast<double>(values[i * width + k]);
      const Moments moments = node_moments(rows_, number.data(), weight_data()).moments;
      weight_ = moments.weight;
      total_[k] = moments.sum;
    }
  }

  double weight() const noexcept { return weight_; }
  double score() const noexcept {
    double squares = 0;
    for (const double sum : total_) squares += sum * sum;
    return squares / weight_;
  }
  double best_score() const noexcept { return std::numeric_limits<double>::infinity(); }

  // `values` are padded.
  double score_cut(const float* values, float threshold) {
    LeftMoments left;
    for (std::size_t k = 0; k < total_.size(); ++k) {
      left = left_moments(values, threshold, rows_, numbers_[k].data(), weight_data());
      left_[k] = left.moments.sum;
    }
    return score_left(left.rows, left.moments.weight);
  }

  double score_sides(const std::uint8_t* sides) {
    sides_.resize(std::max(sides_.size(), rows_ + kPadding));
    for (std::size_t i = 0; i < rows_; ++i) sides_[i] = sides[i] != 0 ? 0 : 1;
    range_of(sides_.data(), rows_);  // writes the padding
    return score_cut(sides_.data(), 0);
  }

 private:
  const double* weight_data() const noexcept { return weights_.empty() ? nullptr : weights_.data(); }

  double score_left(std::size_t rows, double left_weight) const {
    const double right_weight = weight_ - left_weight;
    if (rows == 0 || rows == rows_ || !(left_weight > 0) || !(right_weight > 0)) return kNoCut;
    double left_squares = 0, right_squares = 0;
    for (std::size_t k = 0; k < total_.size(); ++k) {
      const double right = total_[k] - left_[k];
      left_squares += left_[k] * left_[k];
      right_squares += right * right;
    }
    return left_squares / left_weight + right_squares / right_weight;
  }

  std::vector<std::vector<double>> numbers_;  // one per number, padded
  std::vector<double> weights_;               // padded, or empty
  std::vector<float> sides_;                  // of score_sides: 0 is left
  std::size_t rows_ = 0;
  std::vector<double> total_, left_;
  double weight_ = 0;
};

}  // namespace espalier
