#include "neural/adam.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neural/adam.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One vector; the operations on each number are the same for any length.
template <class D>
HWY_INLINE void step_vector(D d, const AdamStep& step, float shrink, float* HWY_RESTRICT number,
                            float* HWY_RESTRICT gradient, float* HWY_RESTRICT first, float* HWY_RESTRICT second) {
  const auto g = hn::LoadU(d, gradient);
  const auto w = hn::LoadU(d, number);
  const auto m =
      hn::Add(hn::Mul(hn::Set(d, kFirstMoment), hn::LoadU(d, first)), hn::Mul(hn::Set(d, 1 - kFirstMoment), g));
  const auto v = hn::Add(hn::Mul(hn::Set(d, kSecondMoment), hn::LoadU(d, second)),
                         hn::Mul(hn::Set(d, 1 - kSecondMoment), hn::Mul(g, g)));
  const auto size = hn::Add(hn::Sqrt(hn::Mul(v, hn::Set(d, step.second_scale))), hn::Set(d, kAdamEpsilon));
  const auto change = hn::Add(hn::Div(hn::Mul(hn::Set(d, step.rate), m), size), hn::Mul(hn::Set(d, shrink), w));
  hn::StoreU(hn::Sub(w, change), d, number);
  hn::StoreU(m, d, first);
  hn::StoreU(v, d, second);
  hn::StoreU(hn::Zero(d), d, gradient);
}

void step_all(const AdamStep& step, float shrink, std::span<float> numbers, float* gradients, float* first,
              float* second) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= numbers.size(); i += hn::Lanes(d))
    step_vector(d, step, shrink, numbers.data() + i, gradients + i, first + i, second + i);
  for (; i < numbers.size(); ++i)
    step_vector(one, step, shrink, numbers.data() + i, gradients + i, first + i, second + i);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "base/assert.h"

namespace espalier {

HWY_EXPORT(step_all);

namespace {

double power(double base, std::size_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

}  // namespace

AdamStep::AdamStep(double of_rate, std::size_t t)
    : rate(static_cast<float>(of_rate / (1 - power(0.9, t)))),
      second_scale(static_cast<float>(1 / (1 - power(0.999, t)))) {}

void take_step(const AdamStep& step, float shrink, std::span<float> numbers, std::span<float> gradients,
               std::span<float> first, std::span<float> second) {
  ESPALIER_ASSERT(gradients.size() == numbers.size() && first.size() == numbers.size() &&
                  second.size() == numbers.size());
  HWY_DYNAMIC_DISPATCH(step_all)(step, shrink, numbers, gradients.data(), first.data(), second.data());
}

}  // namespace espalier
#endif
