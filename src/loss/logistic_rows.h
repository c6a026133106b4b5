// The logistic loss of many rows at once, in float32: value, gradient and Hessian from one exponential and one division
// per row. LogisticLoss of espalier/loss.h is the same in double, row by row.
#pragma once

#include <span>

namespace espalier {

struct LogisticRows {
  std::span<const float> scores;
  std::span<const float> labels;   // 1 or 0, one per score
  std::span<const float> weights;  // one per score, or null: all 1
};

// With m = f for label 1 and -f for 0, p = 1 / (1 + e^-f), y the label and w the weight: gradients[i] = w (p - y),
// hessians[i] = w p (1 - p); returns Σ w log(1 + e^-m). Relative errors stay below 1e-6 down to e^-87, where |f| is cut
// off. A NaN score makes its gradient and the sum NaN. Losses are added in double, in 16 separate sums over the rows i
// ≡ j (mod 16) in order, then those sums in order: the bytes depend on the rows alone. To get the same bytes on any
// number of threads, cut the rows by their number alone.
double logistic_gradients(const LogisticRows& rows, std::span<float> gradients, std::span<float> hessians);

}  // namespace espalier
