// How many of sixteen ascending edges are below a value. Included once for every instruction set.
#if defined(ESPALIER_DATA_COUNT_BELOW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_DATA_COUNT_BELOW_INL_H
#undef ESPALIER_DATA_COUNT_BELOW_INL_H
#else
#define ESPALIER_DATA_COUNT_BELOW_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

HWY_INLINE std::size_t count_below(const float* edges, float x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, 16> d;
  const auto value = hn::Set(d, x);
#if HWY_ARCH_ARM_A64 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && !HWY_HAVE_SCALABLE
  // A mask becomes a number slowly here, so that all are added up first.
  const hn::RebindToSigned<decltype(d)> whole;
  auto minus_count = hn::Zero(whole);
  for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) {
    const auto below = hn::Lt(hn::LoadU(d, edges + i), value);
    minus_count = hn::Add(minus_count, hn::VecFromMask(whole, hn::RebindMask(whole, below)));
  }
  return static_cast<std::size_t>(-vaddvq_s32(minus_count.raw));
#else
  std::size_t count = 0;
  for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) count += hn::CountTrue(d, hn::Lt(hn::LoadU(d, edges + i), value));
  return count;
#endif
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
