// By vectors of outputs: the scores' distances from the largest and their exponentials, then, once the exponentials are
// added up, the results. The sums of some rows are taken side by side, since each addition waits for the one before it.
#include "loss/softmax_rows.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/assert.h"
#include "base/math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "loss/softmax_rows.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/each_vector-inl.h"
#include "loss/float_exponential-inl.h"

#ifndef ESPALIER_SOFTMAX_ROWS
#define ESPALIER_SOFTMAX_ROWS
namespace espalier {
constexpr std::size_t kMostOutputs = 16, kFewOutputs = 4;
constexpr std::size_t kRowsAtOnce = 4;
constexpr float kLowest = -87;
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where a score is NaN any number will do, since all results of the row are NaN then.
HWY_INLINE float largest(const float* scores, std::size_t outputs) {
  const hn::CappedTag<float, kFewOutputs> d;
  float top = scores[0];
  std::size_t k = 0;
  if (outputs >= hn::Lanes(d)) {
    auto tops = hn::LoadU(d, scores);
    for (k = hn::Lanes(d); k + hn::Lanes(d) <= outputs; k += hn::Lanes(d)) {
      const auto next = hn::LoadU(d, scores + k);
      tops = hn::IfThenElse(hn::Gt(next, tops), next, tops);
    }
    HWY_ALIGN float lanes[kFewOutputs] = {};
    hn::Store(tops, d, lanes);
    for (std::size_t j = 0; j < hn::Lanes(d); ++j) top = lanes[j] > top ? lanes[j] : top;
  }
  for (; k < outputs; ++k) top = scores[k] > top ? scores[k] : top;
  return top;
}

// The distance of every score from the largest of its row, and e to that power. NaN stays NaN.
void shift_rows(const SoftmaxRows& rows, float* HWY_RESTRICT distances, float* HWY_RESTRICT exponentials) {
  for (std::size_t i = 0; i < rows.classes.size(); ++i) {
    const std::size_t first = i * rows.width;
    const float top = largest(rows.scores.data() + first, rows.outputs);
    each_vector<float, kMostOutputs, kFewOutputs>(rows.width, [&](auto d, std::size_t k) {
      const auto least = hn::Set(d, std::numeric_limits<float>::lowest()), lowest = hn::Set(d, kLowest);
      auto below = hn::Sub(hn::LoadU(d, rows.scores.data() + first + k), hn::Set(d, top));
      below = hn::IfThenElse(hn::Lt(below, least), least, below);
      hn::StoreU(below, d, distances + first + k);
      const auto power = hn::IfThenElse(hn::Lt(below, lowest), lowest, below);
      hn::StoreU(float_exponential(d, power), d, exponentials + first + k);
    });
  }
}

// From a row's exponentials, in `gradients`, and their sum: gradients and Hessians, but for the row's own class.
void finish_row(float total, float weight, float factor, std::size_t width, float* HWY_RESTRICT gradients,
                float* HWY_RESTRICT hessians) {
  const float scale = 1 / total, curve = factor * weight;
  each_vector<float, kMostOutputs, kFewOutputs>(width, [&](auto d, std::size_t k) {
    const auto share = hn::Mul(hn::LoadU(d, gradients + k), hn::Set(d, scale));
    hn::StoreU(hn::Mul(hn::Mul(hn::Set(d, curve), share), hn::Sub(hn::Set(d, 1.0F), share)), d, hessians + k);
    hn::StoreU(hn::Mul(hn::Set(d, weight), share), d, gradients + k);
  });
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(shift_rows);
HWY_EXPORT(finish_row);

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

// The sums of these rows' exponentials, each from the first output to the last.
std::array<float, kRowsAtOnce> add_up(const float* exponentials, std::size_t first, std::size_t last,
                                      const SoftmaxRows& rows) {
  std::array<const float*, kRowsAtOnce> p;  // beyond the last row it is repeated
  for (std::size_t j = 0; j < kRowsAtOnce; ++j) p[j] = exponentials + std::min(first + j, last - 1) * rows.width;
  std::array<float, kRowsAtOnce> totals = {};
  for (std::size_t k = 0; k < rows.outputs; ++k)
    for (std::size_t j = 0; j < kRowsAtOnce; ++j) totals[j] += p[j][k];
  return totals;
}

}  // namespace

double softmax_gradients(const SoftmaxRows& rows, std::span<float> gradients, std::span<float> hessians) {
  const std::size_t n = rows.classes.size(), width = rows.width, outputs = rows.outputs;
  ESPALIER_ASSERT(outputs >= 2 && width >= outputs && rows.scores.size() == n * width);
  ESPALIER_ASSERT(gradients.size() == n * width && hessians.size() == n * width);
  // The Hessians' memory holds the distances, the gradients' the exponentials.
  HWY_DYNAMIC_DISPATCH(shift_rows)(rows, hessians.data(), gradients.data());
  const float factor = static_cast<float>(outputs) / static_cast<float>(outputs - 1);
  double loss = 0;
  LogarithmSum logarithms;
  for (std::size_t first = 0; first < n; first += kRowsAtOnce) {
    const std::size_t last = std::min(n, first + kRowsAtOnce);
    const std::array<float, kRowsAtOnce> totals = add_up(gradients.data(), first, last, rows);
    for (std::size_t i = first; i < last; ++i) {
      float* p = gradients.data() + i * width;
      float* h = hessians.data() + i * width;
      const auto y = static_cast<std::size_t>(rows.classes[i]);
      const float weight = rows.weights.empty() ? 1.0F : rows.weights[i], total = totals[i - first];
      const double own = h[y];
      HWY_DYNAMIC_DISPATCH(finish_row)(total, weight, factor, width, p, h);
      std::fill(p + outputs, p + width, 0.0F);
      std::fill(h + outputs, h + width, 0.0F);
      p[y] -= weight;
      loss -= static_cast<double>(weight) * own;
      logarithms.add(static_cast<double>(weight), static_cast<double>(total));
    }
  }
  return loss + logarithms.total();
}

}  // namespace espalier
#endif
