// Targets with several numbers per row, and the sums that splits of a node are judged by: Σ_k S_k²/W. For RandomCuts.
// Each number has an array of its own, so that the loops are those of one target, one after the other. The rows are
// summed up in blocks, side by side, whose sums are joined in order.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/threads.h"
#include "grow/induced/node_loss.h"
#include "grow/random/node_targets.h"

namespace espalier {

class VectorTargets {
 public:
  // `values` are the node's rows × width; `weights` has one entry per row, or none. The threads serve the scores, too.
  void enter(std::span<const float> values, std::span<const double> weights, std::size_t width, Threads& threads) {
    threads_ = &threads;
    rows_ = values.size() / width;
    weights_.assign(weights.begin(), weights.end());
    if (!weights.empty()) weights_.resize(rows_ + kPadding);
    numbers_.resize(std::max(numbers_.size(), width));
    for (std::size_t k = 0; k < width; ++k) numbers_[k].resize(std::max(numbers_[k].size(), rows_ + kPadding));
    total_ = joined(width + 1, [&](std::size_t begin, std::size_t end, double* sums) {
      for (std::size_t k = 0; k < width; ++k) {
        double* number = numbers_[k].data();
        for (std::size_t i = begin; i < end; ++i) number[i] = static_cast<double>(values[i * width + k]);
        const Moments moments = node_moments(end - begin, number + begin, weights_from(begin)).moments;
        sums[k] = moments.sum;
        sums[width] = moments.weight;
      }
    });
    weight_ = total_.back();
    total_.pop_back();
  }

  double weight() const noexcept { return weight_; }
  double score() const noexcept {
    double squares = 0;
    for (const double sum : total_) squares += sum * sum;
    return squares / weight_;
  }
  double best_score() const noexcept { return std::numeric_limits<double>::infinity(); }

  // `values` are padded. Several may be scored at once.
  double score_cut(const float* values, float threshold) const {
    return score_left(joined(total_.size() + 2, [&](std::size_t begin, std::size_t end, double* sums) {
      add_left(values + begin, threshold, begin, end, sums);
    }));
  }

  double score_sides(const std::uint8_t* sides) const {
    return score_left(joined(total_.size() + 2, [&](std::size_t begin, std::size_t end, double* sums) {
      std::array<float, kNodeBlock + kPadding> values;  // 0 is left
      for (std::size_t i = begin; i < end; ++i) values[i - begin] = sides[i] != 0 ? 0 : 1;
      range_of(values.data(), end - begin);  // writes the padding
      add_left(values.data(), 0, begin, end, sums);
    }));
  }

 private:
  const double* weights_from(std::size_t row) const noexcept {
    return weights_.empty() ? nullptr : weights_.data() + row;
  }

  // `width` sums, from add(begin, end, sums) for each block.
  template <class Add>
  std::vector<double> joined(std::size_t width, const Add& add) const {
    std::vector<double> sums((rows_ + kNodeBlock - 1) / kNodeBlock * width);
    threads_->blocks(rows_, kNodeBlock, [&](std::size_t begin, std::size_t end) {
      add(begin, end, sums.data() + begin / kNodeBlock * width);
    });
    for (std::size_t i = width; i < sums.size(); ++i) sums[i % width] += sums[i];
    sums.resize(width);
    return sums;
  }

  // The sums of the rows of a block that go left, their weight and their number; values[0] is that of the first.
  void add_left(const float* values, float threshold, std::size_t begin, std::size_t end, double* sums) const {
    LeftMoments left;
    for (std::size_t k = 0; k < total_.size(); ++k) {
      left = left_moments(values, threshold, end - begin, numbers_[k].data() + begin, weights_from(begin));
      sums[k] = left.moments.sum;
    }
    sums[total_.size()] = left.moments.weight;
    sums[total_.size() + 1] = static_cast<double>(left.rows);
  }

  double score_left(const std::vector<double>& left) const {
    const double left_weight = left[total_.size()], right_weight = weight_ - left_weight;
    const auto rows = static_cast<std::size_t>(left.back());
    if (rows == 0 || rows == rows_ || !(left_weight > 0) || !(right_weight > 0)) return kNoCut;
    double left_squares = 0, right_squares = 0;
    for (std::size_t k = 0; k < total_.size(); ++k) {
      const double right = total_[k] - left[k];
      left_squares += left[k] * left[k];
      right_squares += right * right;
    }
    return left_squares / left_weight + right_squares / right_weight;
  }

  std::vector<std::vector<double>> numbers_;  // one per number, padded
  std::vector<double> weights_;               // padded, or empty
  std::size_t rows_ = 0;
  std::vector<double> total_;
  double weight_ = 0;
  Threads* threads_ = nullptr;
};

}  // namespace espalier
