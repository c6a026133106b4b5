// With ids of b bits, s_u = Σ of the gradients of rows whose id has all bits of u, for each of the 2^b sets u of bits.
// A gradient is a product of two bytes: the mantissas are cleared where the id lacks a set of lower bits, the powers
// where it lacks a set of upper bits, and each pair of such vectors gives one s_u, with one operation that adds four
// products to a 32-bit lane (VNNI; three operations elsewhere). Everything stays in registers. The terminals' sums are
// differences of the s_u. Comparing the ids with each terminal takes twice as long.
#include "basis/sums/subset_sums.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/sums/subset_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#if HWY_TARGET == HWY_AVX3_DL
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512vnni")  // all machines with this set have it, though it is not part of it
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace espalier::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::uint8_t>;
using SignedBytes = hn::RebindToSigned<Bytes>;
using Sums = hn::Repartition<std::int32_t, SignedBytes>;
using ByteVec = hn::Vec<Bytes>;
using SignedVec = hn::Vec<SignedBytes>;
using SumVec = hn::Vec<Sums>;

// Each lane of the sums gets four products. A product of bytes is at most 255 · 64, so that two fit into 16 bits.
#if HWY_TARGET == HWY_AVX3_DL
constexpr std::size_t kMostTerminals = 16;
HWY_INLINE SumVec add_products(SumVec sums, ByteVec mantissas, SignedVec powers) {
  return SumVec{_mm512_dpbusd_epi32(sums.raw, mantissas.raw, powers.raw)};
}
#elif HWY_TARGET == HWY_AVX3
constexpr std::size_t kMostTerminals = 16;
HWY_INLINE SumVec add_products(SumVec sums, ByteVec mantissas, SignedVec powers) {
  const __m512i pairs = _mm512_maddubs_epi16(mantissas.raw, powers.raw);
  return SumVec{_mm512_add_epi32(sums.raw, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))};
}
#else
constexpr std::size_t kMostTerminals = 8;
HWY_INLINE SumVec add_products(SumVec sums, ByteVec mantissas, SignedVec powers) {
  const __m256i pairs = _mm256_maddubs_epi16(mantissas.raw, powers.raw);
  return SumVec{_mm256_add_epi32(sums.raw, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))};
}
#endif

// By id, 0xff if it has the bit. Looking these up leaves more of the execution units that products need than tests do.
alignas(16) constexpr std::uint8_t kHasBit[4][16] = {
    {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255},
    {0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255},
    {0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255},
    {0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255},
};

// Sets cleared[u] to the values of the ids that have the bits of u, u = 1 … 2^bits - 1, given cleared[0].
template <int bits, class Vec>
HWY_INLINE void clear_by_bits(ByteVec ids, const ByteVec* has_bit, Vec* cleared) {
  const hn::DFromV<Vec> d;
  HWY_UNROLL(2)
  for (int bit = 0; bit < bits; ++bit) {
    const auto has = hn::BitCast(d, hn::TableLookupBytes(has_bit[bit], ids));
    for (std::size_t u = 0; u < std::size_t{1} << bit; ++u)
      cleared[u + (std::size_t{1} << bit)] = hn::And(has, cleared[u]);
  }
}

// subsets[u] = Σ gradients of the rows whose id has all the bits of u, u = 1 … 2^bits - 1.
template <int bits>
void sum_subsets(const BlockGradients& rows, const TreeIds& tree, std::int32_t* subsets) {
  constexpr int kLowBits = bits / 2;
  constexpr std::size_t kLow = std::size_t{1} << kLowBits;
  constexpr std::size_t kHigh = std::size_t{1} << (bits - kLowBits);
  const Bytes d;
  ByteVec has_bit[bits];
  for (int bit = 0; bit < bits; ++bit) has_bit[bit] = hn::LoadDup128(d, kHasBit[bit]);
  SumVec sums[kLow * kHigh];
  for (SumVec& sum : sums) sum = hn::Zero(Sums());
  for (std::size_t i = 0; i < rows.count; i += hn::Lanes(d)) {
    if (i % Basis::kTile == 0) tree.prefetch(i);
    const ByteVec ids = hn::LoadU(d, tree.ids + i);
    ByteVec mantissas[kLow];
    mantissas[0] = hn::Load(d, rows.mantissas + i);
    clear_by_bits<kLowBits>(ids, has_bit, mantissas);
    SignedVec powers[kHigh];
    powers[0] = hn::Load(SignedBytes(), rows.powers + i);
    clear_by_bits<bits - kLowBits>(ids, has_bit + kLowBits, powers);
    HWY_UNROLL(16)
    for (std::size_t u = 1; u < kLow * kHigh; ++u)
      sums[u] = add_products(sums[u], mantissas[u % kLow], powers[u / kLow]);
  }
  for (std::size_t u = 1; u < kLow * kHigh; ++u) subsets[u] = hn::GetLane(hn::SumOfLanes(Sums(), sums[u]));
}

void sum_by_subsets(const BlockGradients& rows, const TreeIds& tree, std::int32_t* sums) {
  const int bits = tree.bits();
  sums[0] = rows.total;
  if (bits == 1) sum_subsets<1>(rows, tree, sums);
  if (bits == 2) sum_subsets<2>(rows, tree, sums);
  if (bits == 3) sum_subsets<3>(rows, tree, sums);
  if (bits == 4) sum_subsets<4>(rows, tree, sums);
  // From the rows with all bits of u to those with exactly the bits of u.
  for (int b = 0; b < bits; ++b)
    for (std::size_t u = 0; u < std::size_t{1} << bits; ++u)
      if ((u >> b & 1) == 0) sums[u] -= sums[u | std::size_t{1} << b];
}

#else

constexpr std::size_t kMostTerminals = 0;  // otherwise a bundle is faster

void sum_by_subsets(const BlockGradients&, const TreeIds&, std::int32_t*) {}

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
