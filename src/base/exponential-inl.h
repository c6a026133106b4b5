// e^x for vectors of doubles, with the same operations as the scalar function in base/math.h, so that the bits are the
// same. For |x| <= 708. Included once for every instruction set.
#if defined(ESPALIER_BASE_EXPONENTIAL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_BASE_EXPONENTIAL_INL_H
#undef ESPALIER_BASE_EXPONENTIAL_INL_H
#else
#define ESPALIER_BASE_EXPONENTIAL_INL_H
#endif

#include <hwy/highway.h>

#include "base/exponential.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

template <class D, class V = hwy::HWY_NAMESPACE::VFromD<D>>
HWY_INLINE V vector_exponential(D d, V x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::Rebind<std::uint64_t, D> bits;
  // Adding 1.5 · 2^52 rounds to a whole number, which is then in the lowest bits.
  const V rounder = hn::Set(d, 0x1.8p52);
  const V shifted = hn::Add(hn::Mul(x, hn::Set(d, kPerLn2)), rounder);
  const V turns = hn::Sub(shifted, rounder);
  const V head = hn::Sub(x, hn::Mul(turns, hn::Set(d, kLn2Head)));
  const V tail = hn::Mul(turns, hn::Set(d, kLn2Tail));
  const V r = hn::Sub(head, tail);
  V sum = hn::Set(d, kInverseFactorials[13]);
  for (int k = 12; k >= 2; --k) sum = hn::Add(hn::Mul(sum, r), hn::Set(d, kInverseFactorials[k]));
  const V lost = hn::Sub(hn::Sub(head, r), tail);
  const V one = hn::Set(d, 1.0);
  const V mantissa = hn::Add(one, hn::Add(r, hn::Add(hn::Mul(hn::Mul(r, r), sum), lost)));
  // 2^n: the bits of 1.0 with n added to the exponent.
  const auto power = hn::Add(hn::ShiftLeft<52>(hn::BitCast(bits, shifted)), hn::BitCast(bits, one));
  return hn::Mul(mantissa, hn::BitCast(d, power));
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
