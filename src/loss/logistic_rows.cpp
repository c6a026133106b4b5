// With t = e^-|f|, everything is a quotient of polynomials in t, or log(1 + t) = 2 artanh(t / (2 + t)); both quotients
// come from 1 / ((1 + t)(2 + t)). Nothing is a difference from 1, so that small results keep their digits.
#include "loss/logistic_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "loss/logistic_rows.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "loss/float_exponential-inl.h"

#ifndef ESPALIER_LOGISTIC_BLOCK
#define ESPALIER_LOGISTIC_BLOCK
namespace espalier {
constexpr std::size_t kLossLanes = 16;  // separate sums of the rows' losses, whatever the size of a vector

struct LogisticBlock {
  const float* scores;
  const float* labels;
  const float* weights;  // or null
  std::size_t rows;      // a multiple of kLossLanes
  float* gradients;
  float* hessians;
};
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kLossLanes>;
using Doubles = hn::CappedTag<double, kLossLanes / 2>;
using HalfFloats = hn::Rebind<float, Doubles>;
using V = hn::VFromD<Floats>;

// 2 artanh(s), 0 <= s <= 1/3
HWY_INLINE V twice_artanh(V s) {
  const Floats d;
  const V s2 = hn::Mul(s, s);
  const V s4 = hn::Mul(s2, s2);
  const V low = plus_times(hn::Set(d, 2.0F / 3), s2, hn::Set(d, 2.0F / 5));
  const V middle = plus_times(hn::Set(d, 2.0F / 7), s2, hn::Set(d, 2.0F / 9));
  const V high = plus_times(hn::Set(d, 2.0F / 11), s2, plus_times(hn::Set(d, 2.0F / 13), s2, hn::Set(d, 2.0F / 15)));
  const V sum = plus_times(low, s4, plus_times(middle, s4, high));
  const V twice = hn::Add(s, s);
  return hn::Add(twice, hn::Mul(hn::Mul(s, s2), sum));
}

// Stores gradients and Hessians of a vector of rows; returns their losses.
template <bool weighted>
HWY_INLINE V derive(const LogisticBlock& block, std::size_t i) {
  const Floats d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0F);
  const V f = hn::LoadU(d, block.scores + i);
  const auto positive = hn::Gt(hn::LoadU(d, block.labels + i), hn::Set(d, 0.5F));
  const V margin = hn::IfThenElse(positive, f, hn::Neg(f));
  const V size = hn::Abs(f);
  const V t = float_exponential(
      Floats(), hn::Neg(hn::IfThenElse(hn::Lt(size, hn::Set(d, kFarthest)), size, hn::Set(d, kFarthest))));
  const V above_one = hn::Add(one, t), above_two = hn::Add(one, above_one);
  const V both = hn::Div(one, hn::Mul(above_one, above_two));
  const V side = hn::Mul(both, above_two);  // 1 / (1 + t): the probability of the side that f is on
  const V other = hn::Mul(t, side);
  const auto right = hn::Gt(margin, zero);
  V wrong = hn::IfThenElse(right, other, side);  // the probability of the class that is not the row's
  V loss = hn::Add(hn::IfThenElseZero(hn::Lt(margin, zero), size), twice_artanh(hn::Mul(hn::Mul(t, above_one), both)));
  const auto number = hn::Eq(f, f);
  wrong = hn::IfThenElse(number, wrong, f);
  loss = hn::IfThenElse(number, loss, f);
  V gradient = hn::IfThenElse(positive, hn::Neg(wrong), wrong);
  V hessian = hn::Mul(other, side);
  if constexpr (weighted) {
    const V weight = hn::LoadU(d, block.weights + i);
    gradient = hn::Mul(gradient, weight);
    hessian = hn::Mul(hessian, weight);
    loss = hn::Mul(loss, weight);
  }
  hn::StoreU(gradient, d, block.gradients + i);
  hn::StoreU(hessian, d, block.hessians + i);
  return loss;
}

template <bool weighted>
void run(const LogisticBlock& block, double* sums) {
  const Doubles doubles;
  const HalfFloats half;
  const std::size_t lanes = hn::Lanes(Floats()), half_lanes = hn::Lanes(doubles);
  HWY_ALIGN float losses[kLossLanes];
  for (std::size_t i = 0; i < block.rows; i += kLossLanes) {
    for (std::size_t j = 0; j < kLossLanes; j += lanes) hn::Store(derive<weighted>(block, i + j), Floats(), losses + j);
    for (std::size_t j = 0; j < kLossLanes; j += half_lanes) {
      const auto wide = hn::PromoteTo(doubles, hn::LoadU(half, losses + j));
      hn::StoreU(hn::Add(hn::LoadU(doubles, sums + j), wide), doubles, sums + j);
    }
  }
}

// sums[j] += the losses of rows i ≡ j (mod kLossLanes).
void run_logistic_block(const LogisticBlock& block, double* sums) {
  if (block.weights != nullptr)
    run<true>(block, sums);
  else
    run<false>(block, sums);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(run_logistic_block);

// The rows after the last whole group, in a separate group that is padded with rows of no weight.
void run_rest(const LogisticBlock& block, std::size_t left, double* sums) {
  float scores[kLossLanes] = {}, labels[kLossLanes] = {}, weights[kLossLanes] = {};
  float gradients[kLossLanes], hessians[kLossLanes];
  std::copy_n(block.scores + block.rows, left, scores);
  std::copy_n(block.labels + block.rows, left, labels);
  if (block.weights != nullptr)
    std::copy_n(block.weights + block.rows, left, weights);
  else
    std::fill_n(weights, left, 1.0F);
  HWY_DYNAMIC_DISPATCH(run_logistic_block)({scores, labels, weights, kLossLanes, gradients, hessians}, sums);
  std::copy_n(gradients, left, block.gradients + block.rows);
  std::copy_n(hessians, left, block.hessians + block.rows);
}

}  // namespace

double logistic_gradients(const LogisticRows& rows, std::span<float> gradients, std::span<float> hessians) {
  const std::size_t n = rows.scores.size();
  ESPALIER_ASSERT(rows.labels.size() == n && (rows.weights.empty() || rows.weights.size() == n));
  ESPALIER_ASSERT(gradients.size() == n && hessians.size() == n);
  const LogisticBlock block = {
      rows.scores.data(),          rows.labels.data(), rows.weights.empty() ? nullptr : rows.weights.data(),
      n / kLossLanes * kLossLanes, gradients.data(),   hessians.data()};
  HWY_ALIGN double sums[kLossLanes] = {};
  HWY_DYNAMIC_DISPATCH(run_logistic_block)(block, sums);
  if (n > block.rows) run_rest(block, n - block.rows, sums);
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace espalier
#endif
