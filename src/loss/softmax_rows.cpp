// Row by row the scores' distance from the largest, then all exponentials at once, which take most of the time, then
// row by row the results.
#include "loss/softmax_rows.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"
#include "base/math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "loss/softmax_rows.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "loss/float_exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

// values = e^values, -87 <= values <= 0
void run_exponentials(float* values, std::size_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(float_exponential(d, hn::LoadU(d, values + i)), d, values + i);
  if (i == count) return;
  HWY_ALIGN float rest[16] = {};
  std::copy(values + i, values + count, rest);
  hn::Store(float_exponential(d, hn::Load(d, rest)), d, rest);
  std::copy(rest, rest + (count - i), values + i);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(run_exponentials);
constexpr float kLowest = -87;

// The distance of every score from the largest. NaN stays NaN, and so do the results.
void shift_row(const float* scores, std::size_t outputs, std::size_t width, float* shifted) {
  float top = scores[0];
  for (std::size_t k = 1; k < outputs; ++k) top = scores[k] > top ? scores[k] : top;
  constexpr float kLeast = std::numeric_limits<float>::lowest();
  for (std::size_t k = 0; k < outputs; ++k) {
    const float below = scores[k] - top;
    shifted[k] = below < kLeast ? kLeast : below;
  }
  std::fill(shifted + outputs, shifted + width, kLowest);
}

// Σ w_i log t_i for numbers t_i >= 1: one logarithm for the product of many numbers with the same weight.
class LogarithmSum {
 public:
  void add(double weight, double t) {
    constexpr double kMostProduct = 1e200;
    if (weight != weight_ || product_ > kMostProduct) {
      close();
      weight_ = weight;
    }
    product_ *= t;
  }
  double total() {
    close();
    return total_;
  }

 private:
  void close() {
    total_ += weight_ * logarithm(product_);
    product_ = 1;
  }
  double weight_ = 1, product_ = 1, total_ = 0;
};

}  // namespace

double softmax_gradients(const SoftmaxRows& rows, std::span<float> gradients, std::span<float> hessians) {
  const std::size_t n = rows.classes.size(), width = rows.width, outputs = rows.outputs;
  ESPALIER_ASSERT(outputs >= 2 && width >= outputs && rows.scores.size() == n * width);
  ESPALIER_ASSERT(gradients.size() == n * width && hessians.size() == n * width);
  // The Hessians' memory holds the distances, the gradients' the exponentials.
  for (std::size_t i = 0; i < n; ++i) {
    shift_row(rows.scores.data() + i * width, outputs, width, hessians.data() + i * width);
  }
  std::transform(hessians.begin(), hessians.end(), gradients.begin(),
                 [](float below) { return below < kLowest ? kLowest : below; });
  HWY_DYNAMIC_DISPATCH(run_exponentials)(gradients.data(), gradients.size());
  const float factor = static_cast<float>(outputs) / static_cast<float>(outputs - 1);
  double loss = 0;
  LogarithmSum logarithms;
  for (std::size_t i = 0; i < n; ++i) {
    float* p = gradients.data() + i * width;
    float* h = hessians.data() + i * width;
    const auto y = static_cast<std::size_t>(rows.classes[i]);
    const float weight = rows.weights.empty() ? 1.0F : rows.weights[i];
    const double own = h[y];
    float total = 0;
    for (std::size_t k = 0; k < outputs; ++k) total += p[k];
    const float scale = 1 / total, curve = factor * weight;
    for (std::size_t k = 0; k < width; ++k) {
      const float share = p[k] * scale;
      h[k] = curve * share * (1 - share);
      p[k] = weight * share;
    }
    std::fill(p + outputs, p + width, 0.0F);
    std::fill(h + outputs, h + width, 0.0F);
    p[y] -= weight;
    loss -= static_cast<double>(weight) * own;
    logarithms.add(static_cast<double>(weight), static_cast<double>(total));
  }
  return loss + logarithms.total();
}

}  // namespace espalier
#endif
