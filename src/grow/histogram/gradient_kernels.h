// Loss by loss: out[2i] = gradient, out[2i + 1] = Hessian of row i, eight rows at a time; and the step from these
// floats to whole numbers, in place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace espalier {

// The arguments of one call. `classes` for all losses but the squared one.
struct GradientBlock {
  const double* values = nullptr;
  const std::int32_t* classes = nullptr;
  const double* scores = nullptr;
  std::size_t rows = 0;
  std::size_t stride = 0;   // softmax: from one output's scores, and pairs, to the next's
  std::size_t outputs = 1;  // softmax
};

void squared_gradients(const GradientBlock& block, float* out);
void logistic_gradients(const GradientBlock& block, float* out);
void hinge_gradients(const GradientBlock& block, float* out);
void exponential_gradients(const GradientBlock& block, float* out);
void softmax_gradients(const GradientBlock& block, float* out);

// (g, h) as floats to (h, g) as 32-bit whole numbers, which is a PackedGradient; h at least 1.
void quantise_gradients(float* pairs, std::size_t rows, float gradient_scale, float hessian_scale);

}  // namespace espalier
