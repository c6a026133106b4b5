#include "grow/histogram/gradients.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/overloaded.h"
#include "grow/histogram/gradient_kernels.h"
#include "model/outputs.h"

namespace espalier {
namespace {

constexpr std::size_t kGradientBlock = 8192;

// The largest power of two that keeps a sum within 30 bits; rounding and the least Hessian of 1 take the 31st.
double scale_for(double sum, int most_exponent) noexcept {
  return sum > 0 ? std::ldexp(1.0, std::min(most_exponent, std::ilogb(kLargestSum / sum))) : 1;
}

// Whether a row may be rounded before it is weighted, so that the mean row still has a thousand steps.
bool are_whole(std::span<const double> weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (weight != std::nearbyint(weight)) return false;
    sum += weight;
  }
  return sum <= kLargestSum / 1024;
}

}  // namespace

GradientPairs::GradientPairs(const Loss& loss, const Target& target)
    : loss_(loss),
      target_(target),
      rows_(target.rows()),
      outputs_(outputs_of(loss, target)),
      whole_weights_(are_whole(target.weights)),
      pairs_(rows_ * outputs_) {
  for (std::size_t row = 0; row < rows_; ++row) {
    weight_ += target.weight(row);
    weighted_rows_ += target.weight(row) > 0 ? 1 : 0;
  }
}

std::span<PackedGradient> GradientPairs::of(std::size_t output) noexcept {
  return std::span(pairs_).subspan(output * rows_, rows_);
}

std::span<PackedGradient> GradientPairs::row_major() {
  if (outputs_ == 1) return pairs_;
  row_major_.resize(pairs_.size());
  for (std::size_t k = 0; k < outputs_; ++k) {
    for (std::size_t row = 0; row < rows_; ++row) row_major_[row * outputs_ + k] = pairs_[k * rows_ + row];
  }
  return row_major_;
}

void GradientPairs::compute(std::span<const double> scores, Threads& threads) {
  threads.blocks(rows_, kGradientBlock, [&](std::size_t begin, std::size_t end) { differentiate(scores, begin, end); });
  Sums largest;
  NoiseSums noise{0, 0, weight_, weighted_rows_};
  for (std::size_t k = 0; k < outputs_; ++k) {
    const Sums sums = threads.reduce(
        rows_, kGradientBlock, Sums{}, [&](std::size_t begin, std::size_t end) { return sum(k, begin, end); },
        [](Sums a, Sums b) {
          return Sums{a.gradient + b.gradient, a.hessian + b.hessian, a.square + b.square};
        });
    largest.gradient = std::max(largest.gradient, sums.gradient);
    largest.hessian = std::max(largest.hessian, sums.hessian);
    noise.square += sums.square;
    noise.hessian += sums.hessian;
  }
  // Without weights the scale is a float32: sums below 2^-70 are as good as zero there.
  const int most_exponent = target_.weights.empty() ? 100 : 1000;
  scale_ = {scale_for(largest.gradient, most_exponent), scale_for(largest.hessian, most_exponent),
            noise_of(noise, outputs_)};
  threads.blocks(rows_, kGradientBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = 0; k < outputs_; ++k) quantise(k, begin, end);
  });
}

void GradientPairs::differentiate(std::span<const double> scores, std::size_t begin, std::size_t end) {
  GradientBlock block;
  block.scores = scores.data() + begin;
  block.rows = end - begin;
  block.stride = rows_;
  block.outputs = outputs_;
  if (target_.task == Task::regression) {
    block.values = target_.values.data() + begin;
  } else {
    block.classes = target_.classes.data() + begin;
  }
  auto* out = reinterpret_cast<float*>(pairs_.data() + begin);
  std::visit(
      Overloaded{[&](SquaredLoss) { squared_gradients(block, out); },
                 [&](LogisticLoss) { logistic_gradients(block, out); }, [&](HingeLoss) { hinge_gradients(block, out); },
                 [&](ExponentialLoss) { exponential_gradients(block, out); },
                 [&](SoftmaxLoss) { softmax_gradients(block, out); }},
      loss_);
}

GradientPairs::Sums GradientPairs::sum(std::size_t output, std::size_t begin, std::size_t end) const {
  // Eight running sums, so that additions need not wait for each other; their order is fixed.
  std::array<double, 8> gradient{}, hessian{}, square{};
  for (std::size_t row = begin; row < end; ++row) {
    std::array<float, 2> pair;
    std::memcpy(pair.data(), &pairs_[output * rows_ + row], sizeof pair);
    const double weight = target_.weight(row);
    const double g = std::fabs(static_cast<double>(pair[0]));
    gradient[row % 8] += weight * g;
    square[row % 8] += weight * g * g;
    hessian[row % 8] += weight * static_cast<double>(pair[1]);
  }
  Sums sums;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    sums.gradient += gradient[lane];
    sums.hessian += hessian[lane];
    sums.square += square[lane];
  }
  return sums;
}

// A whole weight multiplies the rounded pair, so that a row of weight two is exactly two rows. The scale, a power of
// two, meets the weight first: a large weight times a large gradient may be infinite.
void GradientPairs::quantise(std::size_t output, std::size_t begin, std::size_t end) {
  PackedGradient* pairs = pairs_.data() + output * rows_;
  if (target_.weights.empty()) {
    quantise_gradients(reinterpret_cast<float*>(pairs + begin), end - begin, static_cast<float>(scale_.gradient),
                       static_cast<float>(scale_.hessian));
    return;
  }
  for (std::size_t row = begin; row < end; ++row) {
    std::array<float, 2> pair;
    std::memcpy(pair.data(), &pairs[row], sizeof pair);
    const double inner = whole_weights_ ? 1 : target_.weights[row], outer = whole_weights_ ? target_.weights[row] : 1;
    const double g = std::nearbyint(inner * scale_.gradient * static_cast<double>(pair[0]));
    const double h = std::max(1.0, std::nearbyint(inner * scale_.hessian * static_cast<double>(pair[1])));
    pairs[row] = pack(static_cast<std::int32_t>(outer * g), static_cast<std::uint32_t>(outer * h));
  }
}

}  // namespace espalier
