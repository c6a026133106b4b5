// Gradient and Hessian of a loss at every row's score, as pairs whose scale fits the sums of all rows.
#pragma once

#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/loss.h"
#include "espalier/target.h"
#include "grow/histogram/packed_gradient.h"

namespace espalier {

class GradientPairs {
 public:
  // Regression for the squared loss, a classification target for all others.
  GradientPairs(const Loss& loss, const Target& target);

  std::size_t outputs() const noexcept { return outputs_; }

  // `scores` is output-major: all rows of output 0, then of output 1, ….
  void compute(std::span<const double> scores, Threads& threads);

  const PairScale& scale() const noexcept { return scale_; }
  // The caller may change what they hold.
  std::span<PackedGradient> of(std::size_t output) noexcept;  // one per row
  std::span<PackedGradient> row_major();                      // rows × outputs, until the next call

 private:
  struct Sums {
    double gradient = 0;  // Σ w |g|
    double hessian = 0;   // Σ w h
    double square = 0;    // Σ w g²
  };
  void differentiate(std::span<const double> scores, std::size_t begin, std::size_t end);
  Sums sum(std::size_t output, std::size_t begin, std::size_t end) const;
  void quantise(std::size_t output, std::size_t begin, std::size_t end);

  const Loss& loss_;
  const Target& target_;
  const std::size_t rows_;
  const std::size_t outputs_;
  const bool whole_weights_;
  double weight_ = 0, weighted_rows_ = 0;  // of rows that have any
  PairScale scale_;
  std::vector<PackedGradient> pairs_;  // output-major; while they are made, the two floats of each
  std::vector<PackedGradient> row_major_;
};

}  // namespace espalier
