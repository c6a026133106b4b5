// The loss of every row in the form that annealing and joint refits use: gradients, Hessians and values from float32
// scores, row by row, `width()` numbers per row. Regression targets are centred and scaled, so that neither large nor
// small ones lose digits; weights are in those units until they are scaled back.
#pragma once

#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/loss.h"
#include "espalier/target.h"
#include "select/design.h"

namespace espalier {

class RowLoss {
 public:
  RowLoss(const Loss& loss, const Target& target);
  // The loss of other rows in the units of these, so that weights fitted to these can be measured on them.
  RowLoss(const RowLoss& units, const Target& target);

  const Loss& loss() const noexcept { return loss_; }
  std::size_t rows() const noexcept { return rows_; }
  std::size_t outputs() const noexcept { return outputs_; }
  std::size_t width() const noexcept { return padded(outputs_); }
  // The divisor of the rows' weights: a power of two, 1 unless they are so large or small that sums in float32 would
  // overflow or vanish.
  double unit() const noexcept { return unit_; }
  double total_weight() const noexcept { return total_weight_; }
  // The largest second derivative that a row of weight 1 can have: 1/4 for the logistic loss, 1 for the squared one.
  // The exponential loss has none, so that annealing, which needs one, cannot take it.
  double max_curvature() const noexcept;
  // The same in any direction of several outputs: 1/2 for softmax.
  double max_curvature_any_direction() const noexcept { return outputs_ > 1 ? 0.5 : max_curvature(); }

  // The best constant, in the units of the scores, from which every row starts. Zero for regression.
  const std::vector<float>& start() const noexcept { return start_; }
  // A score in the units of the target: offset + scale · score.
  double offset() const noexcept { return offset_; }
  double scale() const noexcept { return scale_; }

  // Gradients and Hessians, rows × width, multiplied by the rows' weights; padding is zero. Returns the sum of the
  // losses, multiplied by the weights.
  double derive(RowRange rows, const float* scores, float* gradients, float* hessians) const;

  // +1 or -1 for two classes: whether the row is of the second.
  float side(std::size_t row) const noexcept { return 2 * numbers_[row] - 1; }
  float weight(std::size_t row) const noexcept { return weights_.empty() ? 1.0F : weights_[row]; }

 private:
  double derive_numbers(RowRange rows, const float* scores, float* gradients, float* hessians) const;
  double derive_margins(RowRange rows, const float* scores, float* gradients, float* hessians) const;
  double derive_exponentials(RowRange rows, const float* scores, float* gradients, float* hessians) const;

  Loss loss_;
  std::size_t rows_;
  std::size_t outputs_;
  double total_weight_;
  double unit_ = 1;
  double offset_ = 0;
  double scale_ = 1;
  std::vector<float> start_;
  std::vector<float> numbers_;         // targets, or 0 and 1
  std::vector<std::int32_t> classes_;  // of several classes
  std::vector<float> weights_;         // empty: all 1
};

}  // namespace espalier
