// A tile of rows keeps its scores in registers through all trees; the weights, loaded again for every tile, are in the
// first-level cache. Tables with more weights than a register holds are looked up part by part, and the id's higher
// bits choose the part.
#include "basis/scores/register_scores.h"

#include <bit>

#include "basis/ids/basis.h"
#include "espalier/model.h"
#include "espalier/pool.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/scores/register_scores.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_AVX2

#if HWY_TARGET == HWY_AVX2

constexpr std::size_t kMostTerminals = 32;
constexpr std::size_t kLanes = 8;
constexpr std::size_t kInOneLookUp = 8;
using Vec = __m256;
using Ids = __m256i;

HWY_INLINE Vec load(const float* from) { return _mm256_loadu_ps(from); }
HWY_INLINE void store(Vec vec, float* to) { _mm256_storeu_ps(to, vec); }
HWY_INLINE Vec add(Vec a, Vec b) { return _mm256_add_ps(a, b); }
HWY_INLINE Ids load_ids(const std::uint8_t* ids) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(ids)));
}
HWY_INLINE Vec look_up_once(const float* weights, Ids ids) { return _mm256_permutevar8x32_ps(load(weights), ids); }
// b where the id has the bit, else a
template <std::size_t bit>
HWY_INLINE Vec choose(Ids ids, Vec a, Vec b) {
  constexpr int kUp = 31 - std::bit_width(bit) + 1;
  return _mm256_blendv_ps(a, b, _mm256_castsi256_ps(_mm256_slli_epi32(ids, kUp)));
}

#else

constexpr std::size_t kMostTerminals = kMostRegisterTerminals;
constexpr std::size_t kLanes = 16;
constexpr std::size_t kInOneLookUp = 32;
using Vec = __m512;
using Ids = __m512i;

HWY_INLINE Vec load(const float* from) { return _mm512_loadu_ps(from); }
HWY_INLINE void store(Vec vec, float* to) { _mm512_storeu_ps(to, vec); }
HWY_INLINE Vec add(Vec a, Vec b) { return _mm512_add_ps(a, b); }
HWY_INLINE Ids load_ids(const std::uint8_t* ids) {
  return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(ids)));
}
HWY_INLINE Vec look_up_once(const float* weights, Ids ids) {
  return _mm512_permutex2var_ps(load(weights), ids, load(weights + 16));
}
template <std::size_t bit>
HWY_INLINE Vec choose(Ids ids, Vec a, Vec b) {
  return _mm512_mask_mov_ps(a, _mm512_test_epi32_mask(ids, _mm512_set1_epi32(bit)), b);
}

#endif

// weights[id] for ids below `terminals`, a power of two times kInOneLookUp.
template <std::size_t terminals>
HWY_INLINE Vec look_up(const float* weights, Ids ids) {
  if constexpr (terminals <= kInOneLookUp) {
    return look_up_once(weights, ids);
  } else {
    constexpr std::size_t kHalf = terminals / 2;
    return choose<kHalf>(ids, look_up<kHalf>(weights, ids), look_up<kHalf>(weights + kHalf, ids));
  }
}

constexpr std::size_t kVectors = 4;

template <std::size_t terminals>
HWY_INLINE void add_tree(const float* weights, const std::uint8_t* ids, Vec* scores) {
  for (std::size_t j = 0; j < kVectors; ++j)
    scores[j] = add(scores[j], look_up<terminals>(weights, load_ids(ids + j * kLanes)));
}

void add_all_in_registers(const RegisterTrees& trees, std::size_t rows, float* scores) {
  for (std::size_t i = 0; i < rows; i += kVectors * kLanes) {
    Vec sums[kVectors];
    for (std::size_t j = 0; j < kVectors; ++j) sums[j] = load(scores + i + j * kLanes);
    for (std::size_t t = 0; t < trees.count; ++t) {
      const RegisterTrees::Tree& tree = trees.trees[t];
      const float* weights = tree.weights.data();
      if (tree.terminals <= kInOneLookUp)
        add_tree<kInOneLookUp>(weights, tree.ids + i, sums);
      else if (tree.terminals <= 2 * kInOneLookUp)
        add_tree<2 * kInOneLookUp>(weights, tree.ids + i, sums);
      else
        add_tree<4 * kInOneLookUp>(weights, tree.ids + i, sums);
    }
    for (std::size_t j = 0; j < kVectors; ++j) store(sums[j], scores + i + j * kLanes);
  }
}

#else

constexpr std::size_t kMostTerminals = 0;

void add_all_in_registers(const RegisterTrees&, std::size_t, float*) {}

#endif

std::size_t most_in_registers() { return kMostTerminals; }

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(most_in_registers);
HWY_EXPORT(add_all_in_registers);

}  // namespace

std::size_t most_register_terminals() { return HWY_DYNAMIC_DISPATCH(most_in_registers)(); }

void add_register_scores(const RegisterTrees& trees, std::size_t rows, float* scores) {
  ESPALIER_ASSERT(rows % Basis::kTile == 0);
  HWY_DYNAMIC_DISPATCH(add_all_in_registers)(trees, rows, scores);
}

}  // namespace espalier
#endif
