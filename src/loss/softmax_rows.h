// The softmax loss of many rows at once, in float32. SoftmaxLoss of espalier/loss.h is the same in double, row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace espalier {

struct SoftmaxRows {
  std::span<const float> scores;          // rows × width
  std::span<const std::int32_t> classes;  // one per row
  std::span<const float> weights;         // one per row, or null: all 1
  std::size_t outputs = 0;                // at least 2
  std::size_t width = 0;                  // at least `outputs`; numbers beyond them may be anything, and get zeros
};

// With p the probabilities and w the weight: gradients = w (p - 1[y = k]), hessians = w p (1 - p) K / (K - 1); with two
// classes a Newton step then moves the difference of the scores as far as a Newton step of the logistic loss. Returns Σ
// w (-log p_y), row after row. A probability below e^-87 of the largest counts as that.
double softmax_gradients(const SoftmaxRows& rows, std::span<float> gradients, std::span<float> hessians);

}  // namespace espalier
