#include "predict/row/match.h"

#include <bit>

#include "base/assert.h"
#include "espalier/pool.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/row/match.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3

constexpr bool kPays = true;

// The columns of a row in two registers, or in four.
template <int pairs>
class RowRegisters {
 public:
  HWY_INLINE explicit RowRegisters(const float* row) {
    for (int r = 0; r < 2 * pairs; ++r) columns_[r] = _mm512_load_ps(row + 16 * r);
  }
  HWY_INLINE __m512 operator[](__m512i column) const {
    const __m512 first = _mm512_permutex2var_ps(columns_[0], column, columns_[1]);
    if constexpr (pairs == 1) return first;
    const __m512 second = _mm512_permutex2var_ps(columns_[2], column, columns_[2 * pairs - 1]);
    return _mm512_mask_blend_ps(_mm512_cmpge_epi32_mask(column, _mm512_set1_epi32(32)), first, second);
  }

 private:
  __m512 columns_[2 * pairs];
};

template <int pairs, class Bits>
HWY_INLINE Bits answers(const MatchTree<Bits>& tree, const RowRegisters<pairs>& row) {
  Bits bits = 0;
  for (std::size_t s = 0; s < tree.kTerminals; s += 16) {
    const __m512i column = _mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(tree.columns + s)));
    bits |= static_cast<Bits>(_mm512_cmp_ps_mask(row[column], _mm512_load_ps(tree.thresholds + s), _CMP_GT_OQ)) << s;
  }
  return bits;
}

HWY_INLINE std::uint32_t remaining(const SmallMatchTree& tree, std::uint32_t bits) {
  std::uint32_t terminals = 0;
  const __m512i all = _mm512_set1_epi32(static_cast<int>(bits));
  for (std::size_t s = 0; s < tree.kTerminals; s += 16)
    terminals |= std::uint32_t{_mm512_testn_epi32_mask(all, _mm512_loadu_si512(tree.left + s))} << s;
  return terminals;
}

HWY_INLINE std::uint64_t remaining(const LargeMatchTree& tree, std::uint64_t bits) {
  std::uint64_t terminals = 0;
  const __m512i all = _mm512_set1_epi64(static_cast<long long>(bits));
  for (std::size_t s = 0; s < tree.kTerminals; s += 8)
    terminals |= std::uint64_t{_mm512_testn_epi64_mask(all, _mm512_loadu_si512(tree.left + s))} << s;
  return terminals;
}

template <int pairs, class Tree>
HWY_INLINE void match_trees(const Tree* trees, std::size_t count, const float* columns, std::uint32_t* terminals) {
  const RowRegisters<pairs> row(columns);
  for (std::size_t t = 0; t < count; ++t)
    terminals[t] = static_cast<std::uint32_t>(std::countr_zero(remaining(trees[t], answers(trees[t], row))));
}

template <class Tree>
HWY_INLINE void match_all(const Tree* trees, std::size_t count, const float* row, std::size_t columns,
                          std::uint32_t* terminals) {
  if (columns <= 32) return match_trees<1>(trees, count, row, terminals);
  match_trees<2>(trees, count, row, terminals);
}

#else

constexpr bool kPays = false;

template <class Bits>
void match_all(const MatchTree<Bits>* trees, std::size_t count, const float* row, std::size_t,
               std::uint32_t* terminals) {
  for (const MatchTree<Bits>* tree = trees; tree != trees + count; ++tree) {
    Bits bits = 0;
    for (std::size_t s = 0; s < tree->kTerminals; ++s)
      bits |= static_cast<Bits>(row[tree->columns[s]] > tree->thresholds[s]) << s;
    std::uint32_t terminal = 0;
    while ((bits & tree->left[terminal]) != 0) ++terminal;
    *terminals++ = terminal;
  }
}

#endif

bool pays() { return kPays; }

void match_small(const SmallMatchTree* trees, std::size_t count, const float* row, std::size_t columns,
                 std::uint32_t* terminals) {
  match_all(trees, count, row, columns, terminals);
}

void match_large(const LargeMatchTree* trees, std::size_t count, const float* row, std::size_t columns,
                 std::uint32_t* terminals) {
  match_all(trees, count, row, columns, terminals);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(pays);
HWY_EXPORT(match_small);
HWY_EXPORT(match_large);

}  // namespace

template <class Bits>
MatchTree<Bits> make_match_tree(const Forest& forest, const TreeSpan& tree, const WalkColumns& columns) {
  ESPALIER_ASSERT(tree.splits < MatchTree<Bits>::kTerminals && columns.count() <= kMostMatchColumns);
  MatchTree<Bits> result{};
  Bits left[MatchTree<Bits>::kTerminals] = {};  // of the splits, whose parents stand before them
  for (std::uint32_t s = 0; s < tree.splits; ++s) {
    const Split& split = forest.splits[tree.first_split + s];
    ESPALIER_ASSERT(columns.column_of(split) < columns.first_set());
    result.thresholds[s] = split.threshold;
    result.columns[s] = static_cast<std::uint8_t>(columns.column_of(split));
    const auto lead = [&](std::int32_t child, Bits bits) { (child >= 0 ? left[child] : result.left[~child]) = bits; };
    lead(split.left, left[s] | Bits{1} << s);
    lead(split.right, left[s]);
  }
  return result;
}

template SmallMatchTree make_match_tree(const Forest&, const TreeSpan&, const WalkColumns&);
template LargeMatchTree make_match_tree(const Forest&, const TreeSpan&, const WalkColumns&);

bool matching_pays() { return HWY_DYNAMIC_DISPATCH(pays)(); }

void match(std::span<const SmallMatchTree> trees, const float* row, std::size_t columns, std::uint32_t* terminals) {
  HWY_DYNAMIC_DISPATCH(match_small)(trees.data(), trees.size(), row, columns, terminals);
}

void match(std::span<const LargeMatchTree> trees, const float* row, std::size_t columns, std::uint32_t* terminals) {
  HWY_DYNAMIC_DISPATCH(match_large)(trees.data(), trees.size(), row, columns, terminals);
}

}  // namespace espalier
#endif
