#include "predict/row/match.h"

#include <array>
#include <bit>

#include "base/assert.h"

// The ranks are arrays of vectors, which is impossible for vectors without a fixed size.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/row/match.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

template <std::size_t words>
void match_all(const MatchTree<words>* trees, std::size_t count, const std::int8_t* ranks, std::size_t,
               std::uint32_t* terminals) {
  for (const MatchTree<words>* tree = trees; tree != trees + count; ++tree) {
    std::array<std::uint32_t, words> answers{};
    for (std::size_t s = 0; s < tree->kTerminals; ++s)
      answers[s / 32] |= std::uint32_t{ranks[tree->columns[s]] > tree->most[s]} << (s % 32);
    const auto is_out = [&](std::size_t terminal) {
      std::uint32_t out = 0;
      for (std::size_t w = 0; w < words; ++w) out |= answers[w] & tree->left[w][terminal];
      return out != 0;
    };
    std::uint32_t terminal = 0;
    while (is_out(terminal)) ++terminal;
    *terminals++ = terminal;
  }
}

#else

using Bytes = hn::CappedTag<std::int8_t, 32>;
using Words = hn::CappedTag<std::uint32_t, 16>;

template <class D>
HWY_INLINE std::uint64_t bits_of(D d, hn::Mask<D> mask) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

// The ranks of a row, as `tables` tables of sixteen.
template <int tables>
class RankTables {
 public:
#if HWY_TARGET <= HWY_AVX3_DL  // one permutation reads all 64
  HWY_INLINE explicit RankTables(const std::int8_t* ranks) : all_(_mm512_load_si512(ranks)) {}
  HWY_INLINE hn::Vec<Bytes> operator[](hn::Vec<Bytes> columns) const {
    return {_mm512_castsi512_si256(_mm512_permutexvar_epi8(_mm512_castsi256_si512(columns.raw), all_))};
  }

 private:
  __m512i all_;
#elif HWY_ARCH_ARM_A64         // so does one lookup
  HWY_INLINE explicit RankTables(const std::int8_t* ranks) : all_(vld1q_s8_x4(ranks)) {}
  HWY_INLINE hn::Vec<Bytes> operator[](hn::Vec<Bytes> columns) const {
    return hn::Vec<Bytes>(vqtbl4q_s8(all_, vreinterpretq_u8_s8(columns.raw)));
  }

 private:
  int8x16x4_t all_;
#else
  HWY_INLINE explicit RankTables(const std::int8_t* ranks) {
    for (int t = 0; t < tables; ++t) tables_[t] = hn::LoadDup128(Bytes(), ranks + 16 * t);
  }
  HWY_INLINE hn::Vec<Bytes> operator[](hn::Vec<Bytes> columns) const {
    const auto in_table = [&](int t) HWY_ATTR {
#if HWY_ARCH_X86  // only looks at the four lowest bits
      return hn::TableLookupBytes(tables_[t], columns);
#else
      return hn::TableLookupBytes(tables_[t], hn::And(columns, hn::Set(Bytes(), 15)));
#endif
    };
    auto ranks = in_table(0);
    for (int t = 1; t < tables; ++t) {
      const auto below = hn::Lt(columns, hn::Set(Bytes(), static_cast<std::int8_t>(16 * t)));
      ranks = hn::IfThenElse(below, ranks, in_table(t));
    }
    return ranks;
  }

 private:
  hn::Vec<Bytes> tables_[tables];
#endif
};

template <int tables, std::size_t words>
HWY_INLINE std::array<std::uint32_t, words> answers_of(const MatchTree<words>& tree, const RankTables<tables>& ranks) {
  const Bytes d;
  std::array<std::uint32_t, words> answers{};
  for (std::size_t s = 0; s < tree.kTerminals; s += hn::Lanes(d)) {
    const auto columns = hn::Load(d, reinterpret_cast<const std::int8_t*>(tree.columns) + s);
    const auto right = hn::Gt(ranks[columns], hn::Load(d, tree.most + s));
    answers[s / 32] |= static_cast<std::uint32_t>(bits_of(d, right) << (s % 32));
  }
  return answers;
}

template <std::size_t words>
HWY_INLINE std::uint32_t first_left(const MatchTree<words>& tree, const std::array<std::uint32_t, words>& answers) {
  const Words d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<Words> all[words];
  for (std::size_t w = 0; w < words; ++w) all[w] = hn::Set(d, answers[w]);
  const auto out = [&](std::size_t terminal) HWY_ATTR {
    auto result = hn::And(all[0], hn::Load(d, tree.left[0] + terminal));
    for (std::size_t w = 1; w < words; ++w)
      result = hn::Or(result, hn::And(all[w], hn::Load(d, tree.left[w] + terminal)));
    return hn::Eq(result, hn::Zero(d));
  };
  std::uint64_t remaining = 0;
#if HWY_MAX_BYTES == 16  // it takes fewer steps to shorten masks to bytes than to make bits of each
  const hn::RebindToSigned<Words> wide;
  const hn::Repartition<std::int16_t, Words> halves;
  const hn::Rebind<std::int8_t, decltype(halves)> bytes;
  const auto vector = [&](std::size_t terminal)
                          HWY_ATTR { return hn::VecFromMask(wide, hn::RebindMask(wide, out(terminal))); };
  for (std::size_t t = 0; t < tree.kTerminals; t += 2 * lanes) {
    const auto both = hn::DemoteTo(bytes, hn::ReorderDemote2To(halves, vector(t), vector(t + lanes)));
    remaining |= bits_of(bytes, hn::MaskFromVec(both)) << t;
  }
#else
  for (std::size_t t = 0; t < tree.kTerminals; t += lanes) remaining |= bits_of(d, out(t)) << t;
#endif
  return static_cast<std::uint32_t>(std::countr_zero(remaining));
}

template <int tables, std::size_t words>
HWY_INLINE void match_trees(const MatchTree<words>* trees, std::size_t count, const std::int8_t* ranks,
                            std::uint32_t* terminals) {
  const RankTables<tables> in_registers(ranks);
  for (std::size_t t = 0; t < count; ++t) terminals[t] = first_left(trees[t], answers_of(trees[t], in_registers));
}

template <std::size_t words>
HWY_INLINE void match_all(const MatchTree<words>* trees, std::size_t count, const std::int8_t* ranks, std::size_t used,
                          std::uint32_t* terminals) {
  if (used <= 16) return match_trees<1>(trees, count, ranks, terminals);
  if (used <= 32) return match_trees<2>(trees, count, ranks, terminals);
  if (used <= 48) return match_trees<3>(trees, count, ranks, terminals);
  match_trees<4>(trees, count, ranks, terminals);
}

#endif

std::size_t most_to_match() {
  if constexpr (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128) return 0;  // one test after the other is slower
  return HWY_MAX_BYTES <= 16 ? SmallMatchTree::kTerminals : LargeMatchTree::kTerminals;
}

void match_small(const SmallMatchTree* trees, std::size_t count, const std::int8_t* ranks, std::size_t used,
                 std::uint32_t* terminals) {
  match_all(trees, count, ranks, used, terminals);
}

void match_large(const LargeMatchTree* trees, std::size_t count, const std::int8_t* ranks, std::size_t used,
                 std::uint32_t* terminals) {
  match_all(trees, count, ranks, used, terminals);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(most_to_match);
HWY_EXPORT(match_small);
HWY_EXPORT(match_large);

}  // namespace

template <std::size_t words>
MatchTree<words> make_match_tree(const Forest& forest, const TreeSpan& tree, const RankThresholds& thresholds) {
  ESPALIER_ASSERT(tree.splits < MatchTree<words>::kTerminals);
  MatchTree<words> result{};
  using Set = std::array<std::uint32_t, words>;
  Set left[MatchTree<words>::kTerminals] = {};  // of the splits, whose parents stand before them
  for (std::uint32_t s = 0; s < tree.splits; ++s) {
    const Split& split = forest.splits[tree.first_split + s];
    const RankTest test = thresholds.test_of(split);
    result.columns[s] = test.column;
    result.most[s] = test.most;
    const auto lead = [&](std::int32_t child, const Set& way) {
      if (child >= 0) left[child] = way;
      for (std::size_t w = 0; child < 0 && w < words; ++w) result.left[w][~child] = way[w];
    };
    lead(split.right, left[s]);
    Set way = left[s];
    way[s / 32] |= std::uint32_t{1} << (s % 32);
    lead(split.left, way);
  }
  return result;
}

template SmallMatchTree make_match_tree(const Forest&, const TreeSpan&, const RankThresholds&);
template LargeMatchTree make_match_tree(const Forest&, const TreeSpan&, const RankThresholds&);

std::size_t most_match_terminals() { return HWY_DYNAMIC_DISPATCH(most_to_match)(); }

void match(std::span<const SmallMatchTree> trees, const std::int8_t* ranks, std::size_t count,
           std::uint32_t* terminals) {
  HWY_DYNAMIC_DISPATCH(match_small)(trees.data(), trees.size(), ranks, count, terminals);
}

void match(std::span<const LargeMatchTree> trees, const std::int8_t* ranks, std::size_t count,
           std::uint32_t* terminals) {
  HWY_DYNAMIC_DISPATCH(match_large)(trees.data(), trees.size(), ranks, count, terminals);
}

}  // namespace espalier
#endif
