#include "grow/induced/softmax_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/induced/softmax_kernel.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/each_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The classes k … k + lanes - 1, whose sums stay in registers. Adding 0 to the other classes changes nothing.
template <class D>
HWY_INLINE void add_classes(D d, const ClassScores& data, std::span<const std::uint32_t> rows, std::size_t k,
                            float* slopes, float* curves) {
  const hn::RebindToSigned<D> codes;
  const auto numbers = hn::Iota(codes, static_cast<std::int32_t>(k));
  const auto one = hn::Set(d, 1.0F);
  auto slope = hn::LoadU(d, slopes + k), curve = hn::LoadU(d, curves + k);
  for (const std::uint32_t row : rows) {
    const auto w = hn::Set(d, data.weights == nullptr ? 1.0F : static_cast<float>(data.weights[row]));
    const auto p = hn::LoadU(d, data.probabilities + std::size_t{row} * data.count + k);
    const auto is_class = hn::RebindMask(d, hn::Eq(numbers, hn::Set(codes, data.classes[row])));
    slope = hn::Add(hn::Sub(slope, hn::Mul(w, p)), hn::IfThenElseZero(is_class, w));
    curve = hn::Add(curve, hn::Mul(w, hn::Mul(p, hn::Sub(one, p))));
  }
  hn::StoreU(slope, d, slopes + k);
  hn::StoreU(curve, d, curves + k);
}

void add_rows_of_classes(const ClassScores& data, std::span<const std::uint32_t> rows, float* slopes, float* curves) {
  each_vector<float, 8, 2>(data.count, [&](auto d, std::size_t k) { add_classes(d, data, rows, k, slopes, curves); });
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(add_rows_of_classes);

}  // namespace

void add_softmax_rows(const ClassScores& data, std::span<const std::uint32_t> rows, float* slopes,
                      float* curves) noexcept {
  HWY_DYNAMIC_DISPATCH(add_rows_of_classes)(data, rows, slopes, curves);
}

}  // namespace espalier
#endif
