#include "predict/batch/blend.h"

#include <bit>

#include "base/assert.h"

// The accumulators are arrays of vectors, which is impossible for vectors without a fixed size.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/batch/blend.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::uint8_t>;

// One stretch of `vectors` vectors of rows. The current terminals stay in registers; pushed ones go through memory.
template <std::size_t vectors>
HWY_INLINE void run_stretch(const Instruction* first, const Instruction* last, const std::int8_t* block,
                            std::uint8_t* ids) {
  const Bytes d;
  const hn::RebindToSigned<Bytes> ds;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::uint8_t pushed[(kMostPushed + 1) * vectors * HWY_MAX_BYTES];
  std::uint8_t* top = pushed;
  hn::Vec<Bytes> ids_now[vectors];
  for (auto& v : ids_now) v = hn::Zero(d);
  for (const Instruction* i = first; i != last; ++i) {
    const std::int8_t* bytes = block + i->slot * Slots::kBlockRows;
    const auto shift = hn::Set(ds, i->shift);
    const auto above = hn::Set(ds, i->above);
    const auto leaf = hn::Set(d, i->leaf);
    const auto holds = [&](std::size_t v) HWY_ATTR {
      return hn::RebindMask(d, hn::Gt(hn::Add(hn::Load(ds, bytes + v * lanes), shift), above));
    };
    if (i->step == Step::leaf) {
      for (std::size_t v = 0; v < vectors; ++v) ids_now[v] = hn::IfThenElse(holds(v), leaf, ids_now[v]);
    } else if (i->step == Step::start) {
      const auto other = hn::Set(d, i->other);
      for (std::size_t v = 0; v < vectors; ++v) {
        hn::Store(ids_now[v], d, top + v * lanes);
        ids_now[v] = hn::IfThenElse(holds(v), leaf, other);
      }
      top += vectors * lanes;
    } else {
      top -= vectors * lanes;
      for (std::size_t v = 0; v < vectors; ++v)
        ids_now[v] = hn::IfThenElse(holds(v), hn::Load(d, top + v * lanes), ids_now[v]);
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) hn::Store(ids_now[v], d, ids + v * lanes);
}

void run_program(const Instruction* first, const Instruction* last, const std::int8_t* block, std::size_t rows,
                 std::uint8_t* ids) {
  const std::size_t lanes = hn::Lanes(Bytes());
  std::size_t row = 0;
  constexpr std::size_t kVectors = HWY_TARGET <= HWY_AVX3 ? 16 : 8;  // half of the registers
  for (; row + (kVectors - 1) * lanes < rows; row += kVectors * lanes)
    run_stretch<kVectors>(first, last, block + row, ids + row);
  for (; row + 3 * lanes < rows; row += 4 * lanes) run_stretch<4>(first, last, block + row, ids + row);
  for (; row < rows; row += lanes) run_stretch<1>(first, last, block + row, ids + row);
}

#if HWY_TARGET <= HWY_AVX2
using Floats = hn::ScalableTag<float>;

// A vector of rows of one tree: a table of as many values is looked up in registers.
#if HWY_TARGET <= HWY_AVX3
template <std::size_t terminals>
HWY_INLINE hn::Vec<Floats> look_up(const float* values, hn::Vec<hn::RebindToSigned<Floats>> ids) {
  const Floats d;
  if constexpr (terminals == 32) {
    return {_mm512_permutex2var_ps(hn::Load(d, values).raw, ids.raw, hn::Load(d, values + 16).raw)};
  } else {
    const hn::RebindToSigned<Floats> di;
    return hn::IfThenElse(hn::RebindMask(d, hn::Lt(ids, hn::Set(di, 32))), look_up<32>(values, ids),
                          look_up<32>(values + 32, ids));
  }
}
#else
template <std::size_t terminals>
HWY_INLINE hn::Vec<Floats> look_up(const float* values, hn::Vec<hn::RebindToSigned<Floats>> ids) {
  if constexpr (terminals == 8) {
    return {_mm256_permutevar8x32_ps(hn::Load(Floats(), values).raw, ids.raw)};
  } else {
    constexpr std::size_t kHalf = terminals / 2;
    constexpr int kUp = 32 - std::bit_width(kHalf);  // the bit that says which half
    const auto upper = _mm256_castsi256_ps(_mm256_slli_epi32(ids.raw, kUp));
    return {_mm256_blendv_ps(look_up<kHalf>(values, ids).raw, look_up<kHalf>(values + kHalf, ids).raw, upper)};
  }
}
#endif

template <std::size_t terminals>
HWY_INLINE void add_stretches(const std::uint8_t* ids, const float* values, std::size_t trees, std::size_t rows,
                              double* sums) {
  const Floats d;
  const hn::RebindToSigned<Floats> di;
  const hn::Half<Floats> half;
  const hn::Repartition<double, Floats> dd;
  const hn::Rebind<std::uint8_t, Floats> bytes;
  const std::size_t lanes = hn::Lanes(d), wide = hn::Lanes(dd);
  for (std::size_t row = 0; row < rows; row += 4 * lanes) {
    hn::Vec<decltype(dd)> sum[8];
    for (std::size_t v = 0; v < 8; ++v) sum[v] = hn::Load(dd, sums + row + v * wide);
    for (std::size_t t = 0; t < trees; ++t)
      for (std::size_t v = 0; v < 4; ++v) {
        const auto id = hn::PromoteTo(di, hn::Load(bytes, ids + t * Slots::kBlockRows + row + v * lanes));
        const auto value = look_up<terminals>(values + t * kMostProgramTerminals, id);
        sum[2 * v] = hn::Add(sum[2 * v], hn::PromoteTo(dd, hn::LowerHalf(half, value)));
        sum[2 * v + 1] = hn::Add(sum[2 * v + 1], hn::PromoteTo(dd, hn::UpperHalf(half, value)));
      }
    for (std::size_t v = 0; v < 8; ++v) hn::Store(sum[v], dd, sums + row + v * wide);
  }
}

void add_values(const std::uint8_t* ids, const float* values, std::size_t trees, std::size_t terminals,
                std::size_t rows, double* sums) {
  if (terminals <= 32) return add_stretches<32>(ids, values, trees, rows, sums);
  add_stretches<64>(ids, values, trees, rows, sums);
}
#else
void add_values(const std::uint8_t* ids, const float* values, std::size_t trees, std::size_t, std::size_t rows,
                double* sums) {
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = sums[row];
    for (std::size_t t = 0; t < trees; ++t)
      sum += static_cast<double>(values[t * kMostProgramTerminals + ids[t * Slots::kBlockRows + row]]);
    sums[row] = sum;
  }
}
#endif

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(run_program);
HWY_EXPORT(add_values);

}  // namespace

void run_program(std::span<const Instruction> program, const std::int8_t* block, std::size_t rows, std::uint8_t* ids) {
  HWY_DYNAMIC_DISPATCH(run_program)(program.data(), program.data() + program.size(), block, rows, ids);
}

void add_values(const ValueGroup& group, std::size_t rows, double* sums) {
  ESPALIER_ASSERT(group.trees <= kGroupTrees && group.terminals <= kMostProgramTerminals);
  HWY_DYNAMIC_DISPATCH(add_values)(group.ids, group.values, group.trees, group.terminals, rows, sums);
}

}  // namespace espalier
#endif
