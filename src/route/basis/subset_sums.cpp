// With ids of b bits, s_u = Σ of the gradients of rows whose id has all bits of u, for each of the 2^b sets u of bits,
// takes b tests and 2^b - 1 additions of 16-bit lanes a vector, in registers; the terminals' sums are their
// differences. Comparing the ids with each terminal takes 1.5 to 2 times as long.
#include "route/basis/subset_sums.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "route/basis/subset_sums.cpp"
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)  // have no arrays of vectors
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

constexpr std::size_t kMostTerminals = 0;  // without vectors a bundle is always faster

void sum_by_subsets(const BlockGradients&, const TreeIds&, std::int32_t*) {}

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAdditionsIn16Bits = 32767 / kMostQuantised;

using Words = hn::CappedTag<std::int16_t, Basis::kTile / 2>;
using Ids = hn::Rebind<std::uint8_t, Words>;
using Sums = hn::Repartition<std::int32_t, Words>;
using WordVec = hn::Vec<Words>;
using WordMask = hn::Mask<Words>;

// Masks of their own are worth it: other sets need two operations for one, and a bundle is then faster beyond 4.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
constexpr std::size_t kMostTerminals = kSubsetRoom;
using IdVec = hn::Vec<Ids>;
HWY_INLINE IdVec load_ids(const std::uint8_t* ids) { return hn::LoadU(Ids(), ids); }
HWY_INLINE WordMask has_bit(IdVec ids, int bit) {
  return WordMask{_mm256_test_epi8_mask(ids.raw, _mm256_set1_epi8(static_cast<char>(1 << bit)))};
}
HWY_INLINE WordVec add_where(WordVec sum, WordMask mask, WordVec value) {
  return WordVec{_mm512_mask_add_epi16(sum.raw, mask.raw, sum.raw, value.raw)};
}
#else
constexpr std::size_t kMostTerminals = 4;
using IdVec = WordVec;
HWY_INLINE IdVec load_ids(const std::uint8_t* ids) { return hn::PromoteTo(Words(), hn::LoadU(Ids(), ids)); }
HWY_INLINE WordMask has_bit(IdVec ids, int bit) {
  return hn::TestBit(ids, hn::Set(Words(), static_cast<std::int16_t>(1 << bit)));
}
HWY_INLINE WordVec add_where(WordVec sum, WordMask mask, WordVec value) {
  return hn::Add(sum, hn::IfThenElseZero(mask, value));
}
#endif

// Adds one vector of rows to parts[u], u = 1 … 2^bits - 1, where the id has the bits of u. Of the bits 2 and 3 (or 1,
// if there are but two) gradients are cleared, for bits 0 and 1 additions are masked: the fewest operations in all.
template <int bits>
HWY_INLINE void add_to_subsets(IdVec ids, WordVec gradients, WordVec* parts) {
  constexpr int kMasked = bits < 3 ? 1 : 2;
  constexpr std::size_t kLow = std::size_t{1} << kMasked;  // sets of masked bits
  constexpr std::size_t kHigh = std::size_t{1} << (bits - kMasked);
  WordMask masks[kLow];
  masks[1] = has_bit(ids, 0);
  if constexpr (kMasked == 2) {
    masks[2] = has_bit(ids, 1);
    masks[3] = hn::And(masks[1], masks[2]);
  }
  WordVec cleared[kHigh];
  cleared[0] = gradients;
  HWY_UNROLL(4)
  for (std::size_t u = 1; u < kHigh; ++u) {
    const int top = std::bit_width(u) - 1;
    cleared[u] = hn::IfThenElseZero(has_bit(ids, kMasked + top), cleared[u ^ std::size_t{1} << top]);
  }
  HWY_UNROLL(4)
  for (std::size_t u = 0; u < kHigh; ++u) {
    if (u > 0) parts[kLow * u] = hn::Add(parts[kLow * u], cleared[u]);
    for (std::size_t low = 1; low < kLow; ++low)
      parts[kLow * u + low] = add_where(parts[kLow * u + low], masks[low], cleared[u]);
  }
}

// subsets[u] = Σ gradients of the rows whose id has all the bits of u, u = 1 … 2^bits - 1.
template <int bits>
void sum_subsets(const BlockGradients& rows, const TreeIds& tree, std::int32_t* subsets) {
  constexpr std::size_t kCount = std::size_t{1} << bits;
  const Words d;
  const Sums d32;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t flush = kAdditionsIn16Bits * lanes / Basis::kTile * Basis::kTile;
  const auto ones = hn::Set(d, 1);
  hn::Vec<Sums> totals[kCount], spare[kCount];  // some instruction sets spread a widened sum over two vectors
  for (std::size_t u = 1; u < kCount; ++u) totals[u] = spare[u] = hn::Zero(d32);
  for (std::size_t i = 0; i < rows.count;) {
    const std::size_t stop = std::min(rows.count, i + flush);
    WordVec parts[kCount];
    for (auto& part : parts) part = hn::Zero(d);
    for (; i < stop; i += Basis::kTile) {
      tree.prefetch(i);
      for (std::size_t j = i; j < i + Basis::kTile; j += lanes)
        add_to_subsets<bits>(load_ids(tree.ids + j), hn::Load(d, rows.words + j), parts);
    }
    HWY_UNROLL(16)
    for (std::size_t u = 1; u < kCount; ++u)
      totals[u] = hn::ReorderWidenMulAccumulate(d32, parts[u], ones, totals[u], spare[u]);
  }
  for (std::size_t u = 1; u < kCount; ++u) subsets[u] = hn::GetLane(hn::SumOfLanes(d32, hn::Add(totals[u], spare[u])));
}

void sum_by_subsets(const BlockGradients& rows, const TreeIds& tree, std::int32_t* sums) {
  sums[0] = rows.total;
  const int bits = tree.bits();
  if (bits == 1) sum_subsets<1>(rows, tree, sums);
  if (bits == 2) sum_subsets<2>(rows, tree, sums);
  if constexpr (kMostTerminals > 4) {
    if (bits == 3) sum_subsets<3>(rows, tree, sums);
    if (bits == 4) sum_subsets<4>(rows, tree, sums);
  }
  // From the rows with all bits of u to those with no others.
  for (int b = 0; b < bits; ++b)
    for (std::size_t u = 0; u < std::size_t{1} << bits; ++u)
      if ((u >> b & 1) == 0) sums[u] -= sums[u | std::size_t{1} << b];
}

#endif

std::size_t most_terminals() { return kMostTerminals; }

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(most_terminals);
HWY_EXPORT(sum_by_subsets);

}  // namespace

std::size_t most_subset_terminals() { return HWY_DYNAMIC_DISPATCH(most_terminals)(); }

void sum_by_subsets(const BlockGradients& rows, const TreeIds& tree, std::span<std::int32_t, kSubsetRoom> sums) {
  HWY_DYNAMIC_DISPATCH(sum_by_subsets)(rows, tree, sums.data());
}

}  // namespace espalier
#endif
