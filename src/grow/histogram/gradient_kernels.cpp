#include "grow/histogram/gradient_kernels.h"

#include <algorithm>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/histogram/gradient_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::Rebind<float, Doubles>;
using Codes = hn::Rebind<std::int32_t, Doubles>;
using V = hn::VFromD<Doubles>;
constexpr double kFarthest = 700;  // beyond this, e^-|f| is negligible beside 1

HWY_INLINE void store(V gradient, V hessian, float* out) {
  const Floats floats;
  hn::StoreInterleaved2(hn::DemoteTo(floats, gradient), hn::DemoteTo(floats, hessian), floats, out);
}

// 1 for rows of class 1 (of `wanted`), 0 for the others.
HWY_INLINE V is_class(const std::int32_t* classes, std::int32_t wanted) {
  const Doubles d;
  const Codes codes;
  const auto same = hn::Eq(hn::LoadU(codes, classes), hn::Set(codes, wanted));
  return hn::PromoteTo(d, hn::IfThenElseZero(same, hn::Set(codes, 1)));
}

// f - y, 1
HWY_INLINE void squared(const GradientBlock& block, std::size_t i, float* out) {
  const Doubles d;
  store(hn::Sub(hn::LoadU(d, block.scores + i), hn::LoadU(d, block.values + i)), hn::Set(d, 1.0), out + 2 * i);
}

// p - y, p (1 - p), from e^-|f|
HWY_INLINE void logistic(const GradientBlock& block, std::size_t i, float* out) {
  const Doubles d;
  const V one = hn::Set(d, 1.0), f = hn::LoadU(d, block.scores + i);
  const V small = vector_exponential(d, hn::Neg(hn::Min(hn::Abs(f), hn::Set(d, kFarthest))));
  const V other = hn::Div(one, hn::Add(one, small));  // probability of the side that f is on
  const V p = hn::IfThenElse(hn::Lt(f, hn::Zero(d)), hn::Mul(small, other), other);
  store(hn::Sub(p, is_class(block.classes + i, 1)), hn::Mul(hn::Mul(small, other), other), out + 2 * i);
}

// m = ±f: -+ max(0, 1 - m), 1 inside the margin
HWY_INLINE void hinge(const GradientBlock& block, std::size_t i, float* out) {
  const Doubles d;
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d), f = hn::LoadU(d, block.scores + i);
  const V sign = hn::Sub(hn::Add(is_class(block.classes + i, 1), is_class(block.classes + i, 1)), one);
  const V shortfall = hn::Max(zero, hn::Sub(one, hn::Mul(sign, f)));
  const V inside = hn::IfThenElseZero(hn::Gt(shortfall, zero), one);
  store(hn::Neg(hn::Mul(sign, shortfall)), inside, out + 2 * i);
}

// m = ±f: -+ e^-m/2 / 2, e^-m/2 / 4
HWY_INLINE void exponential_margin(const GradientBlock& block, std::size_t i, float* out) {
  constexpr double kLargest = 80;  // as ExponentialLoss has it
  const Doubles d;
  const V one = hn::Set(d, 1.0), half = hn::Set(d, 0.5), f = hn::LoadU(d, block.scores + i);
  const V sign = hn::Sub(hn::Add(is_class(block.classes + i, 1), is_class(block.classes + i, 1)), one);
  const V power = hn::Clamp(hn::Neg(hn::Mul(half, hn::Mul(sign, f))), hn::Set(d, -kFarthest), hn::Set(d, kLargest));
  const V slope = hn::Mul(half, vector_exponential(d, power));
  store(hn::Neg(hn::Mul(sign, slope)), hn::Mul(half, slope), out + 2 * i);
}

// p_k - 1[y = k], p_k (1 - p_k) K / (K - 1): with two classes a step then moves the difference of the scores as far as
// one step of the logistic loss does
HWY_INLINE void softmax(const GradientBlock& block, std::size_t i, float* out) {
  const Doubles d;
  const V one = hn::Set(d, 1.0), lowest = hn::Set(d, -kFarthest);
  const auto outputs = static_cast<double>(block.outputs);
  const V factor = hn::Set(d, outputs / (outputs - 1));
  V top = hn::LoadU(d, block.scores + i), total = hn::Zero(d);
  for (std::size_t k = 1; k < block.outputs; ++k) top = hn::Max(top, hn::LoadU(d, block.scores + k * block.stride + i));
  for (std::size_t k = 0; k < block.outputs; ++k) {
    const V f = hn::Sub(hn::LoadU(d, block.scores + k * block.stride + i), top);
    total = hn::Add(total, vector_exponential(d, hn::Max(f, lowest)));
  }
  for (std::size_t k = 0; k < block.outputs; ++k) {
    const V f = hn::Sub(hn::LoadU(d, block.scores + k * block.stride + i), top);
    const V p = hn::Div(vector_exponential(d, hn::Max(f, lowest)), total);
    const V gradient = hn::Sub(p, is_class(block.classes + i, static_cast<std::int32_t>(k)));
    store(gradient, hn::Mul(factor, hn::Mul(p, hn::Sub(one, p))), out + 2 * (k * block.stride + i));
  }
}

template <class Kernel>
HWY_INLINE void each_vector(const GradientBlock& block, float* out, Kernel kernel) {
  for (std::size_t i = 0; i < block.rows; i += hn::Lanes(Doubles())) kernel(block, i, out);
}

void run_squared(const GradientBlock& block, float* out) { each_vector(block, out, squared); }
void run_logistic(const GradientBlock& block, float* out) { each_vector(block, out, logistic); }
void run_hinge(const GradientBlock& block, float* out) { each_vector(block, out, hinge); }
void run_exponential(const GradientBlock& block, float* out) { each_vector(block, out, exponential_margin); }
void run_softmax(const GradientBlock& block, float* out) { each_vector(block, out, softmax); }

void run_quantise(float* pairs, std::size_t rows, float gradient_scale, float hessian_scale) {
  const hn::CappedTag<float, 8> d;
  const hn::Rebind<std::int32_t, decltype(d)> whole;
  const auto gs = hn::Set(d, gradient_scale), hs = hn::Set(d, hessian_scale);
  const auto one = hn::Set(whole, 1);
  for (std::size_t i = 0; i < rows; i += hn::Lanes(d)) {
    hn::VFromD<decltype(d)> g, h;
    hn::LoadInterleaved2(d, pairs + 2 * i, g, h);
    const auto gradient = hn::NearestInt(hn::Mul(g, gs));
    const auto hessian = hn::Max(one, hn::NearestInt(hn::Mul(h, hs)));
    hn::StoreInterleaved2(hessian, gradient, whole, reinterpret_cast<std::int32_t*>(pairs + 2 * i));
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(run_squared);
HWY_EXPORT(run_logistic);
HWY_EXPORT(run_hinge);
HWY_EXPORT(run_exponential);
HWY_EXPORT(run_softmax);
HWY_EXPORT(run_quantise);

constexpr std::size_t kLanes = 8;

// Whole groups of eight rows in place; the rest is copied to a group of its own.
template <class Kernel>
void in_groups(const GradientBlock& block, float* out, Kernel kernel) {
  GradientBlock whole = block;
  whole.rows = block.rows / kLanes * kLanes;
  kernel(whole, out);
  const std::size_t left = block.rows - whole.rows;
  if (left == 0) return;
  double values[kLanes] = {};
  std::int32_t classes[kLanes] = {};
  if (block.values) std::copy_n(block.values + whole.rows, left, values);
  if (block.classes) std::copy_n(block.classes + whole.rows, left, classes);
  std::vector<double> scores(kLanes * block.outputs);
  std::vector<float> pairs(2 * kLanes * block.outputs);
  for (std::size_t k = 0; k < block.outputs; ++k) {
    std::copy_n(block.scores + k * block.stride + whole.rows, left, scores.data() + k * kLanes);
  }
  kernel(GradientBlock{values, classes, scores.data(), kLanes, kLanes, block.outputs}, pairs.data());
  for (std::size_t k = 0; k < block.outputs; ++k) {
    std::copy_n(pairs.data() + 2 * k * kLanes, 2 * left, out + 2 * (k * block.stride + whole.rows));
  }
}

}  // namespace

void squared_gradients(const GradientBlock& block, float* out) {
  in_groups(block, out, HWY_DYNAMIC_DISPATCH(run_squared));
}
void logistic_gradients(const GradientBlock& block, float* out) {
  in_groups(block, out, HWY_DYNAMIC_DISPATCH(run_logistic));
}
void hinge_gradients(const GradientBlock& block, float* out) { in_groups(block, out, HWY_DYNAMIC_DISPATCH(run_hinge)); }
void exponential_gradients(const GradientBlock& block, float* out) {
  in_groups(block, out, HWY_DYNAMIC_DISPATCH(run_exponential));
}
void softmax_gradients(const GradientBlock& block, float* out) {
  in_groups(block, out, HWY_DYNAMIC_DISPATCH(run_softmax));
}

void quantise_gradients(float* pairs, std::size_t rows, float gradient_scale, float hessian_scale) {
  const std::size_t whole = rows / kLanes * kLanes, left = rows - whole;
  HWY_DYNAMIC_DISPATCH(run_quantise)(pairs, whole, gradient_scale, hessian_scale);
  if (left == 0) return;
  float rest[2 * kLanes] = {};
  std::memcpy(rest, pairs + 2 * whole, 2 * left * sizeof(float));
  HWY_DYNAMIC_DISPATCH(run_quantise)(rest, kLanes, gradient_scale, hessian_scale);
  std::memcpy(pairs + 2 * whole, rest, 2 * left * sizeof(float));
}

}  // namespace espalier
#endif
