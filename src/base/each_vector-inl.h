// A loop over numbers by vectors: whole ones, then shorter ones, then single numbers. Included once for every
// instruction set.
#if defined(ESPALIER_BASE_EACH_VECTOR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_BASE_EACH_VECTOR_INL_H
#undef ESPALIER_BASE_EACH_VECTOR_INL_H
#else
#define ESPALIER_BASE_EACH_VECTOR_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

// body(tag, i) for the numbers from i on, as many as the tag has lanes: at most `most`, then at most `few`, then one.
template <class T, std::size_t most, std::size_t few, class Body>
HWY_INLINE void each_vector(std::size_t count, Body&& body) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<T, most> d;
  const hn::CappedTag<T, few> shorter;
  const hn::CappedTag<T, 1> one;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) body(d, i);
  for (; i + hn::Lanes(shorter) <= count; i += hn::Lanes(shorter)) body(shorter, i);
  for (; i < count; ++i) body(one, i);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
