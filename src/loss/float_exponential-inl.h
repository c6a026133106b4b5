// e^x for vectors of float32, -87 <= x <= 0, from additions and multiplications only: within 2 ulp, and the same bits
// on every instruction set. Included once for each of them.
#if defined(ESPALIER_LOSS_FLOAT_EXPONENTIAL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_LOSS_FLOAT_EXPONENTIAL_INL_H
#undef ESPALIER_LOSS_FLOAT_EXPONENTIAL_INL_H
#else
#define ESPALIER_LOSS_FLOAT_EXPONENTIAL_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

constexpr float kFarthest = 87;  // e^-87 is still a normal number

template <class V>
HWY_INLINE V plus_times(V a, V b, V c) {  // a + b c
  return hwy::HWY_NAMESPACE::Add(a, hwy::HWY_NAMESPACE::Mul(b, c));
}

// 2^n · e^r with |r| <= ½ log 2, and seven terms of the series of e^r.
template <class D, class V = hwy::HWY_NAMESPACE::VFromD<D>>
HWY_INLINE V float_exponential(D d, V x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::Rebind<std::uint32_t, D> bits;
  // Adding 1.5 · 2^23 rounds to a whole number, which is then in the lowest bits.
  const V rounder = hn::Set(d, 0x1.8p23F);
  const V shifted = hn::Add(hn::Mul(x, hn::Set(d, 1.44269504F)), rounder);
  const V turns = hn::Sub(shifted, rounder);
  // log 2 in two pieces; products of the first with whole numbers below 2^8 are exact.
  const V r = hn::Sub(hn::Sub(x, hn::Mul(turns, hn::Set(d, 0x1.62e4p-1F))), hn::Mul(turns, hn::Set(d, 1.42860677e-6F)));
  // By pairs of terms rather than by Horner's rule: only a third of the operations wait for others.
  const V r2 = hn::Mul(r, r);
  const V low = plus_times(hn::Set(d, 0.5F), r, hn::Set(d, 1.0F / 6));
  const V middle = plus_times(hn::Set(d, 1.0F / 24), r, hn::Set(d, 1.0F / 120));
  const V high = plus_times(hn::Set(d, 1.0F / 720), r, hn::Set(d, 1.0F / 5040));
  const V sum = plus_times(low, r2, plus_times(middle, r2, high));
  const V one = hn::Set(d, 1.0F);
  const V mantissa = hn::Add(one, hn::Add(r, hn::Mul(r2, sum)));
  const auto power = hn::Add(hn::ShiftLeft<23>(hn::BitCast(bits, shifted)), hn::BitCast(bits, one));
  return hn::Mul(mantissa, hn::BitCast(d, power));
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
