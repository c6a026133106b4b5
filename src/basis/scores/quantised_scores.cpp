// A tree's values are looked up by byte permutations, low and high bytes separately, for as many rows as a vector has
// bytes. Eight trees are added in 16 bits, then widened to the 32-bit sums of a block of rows.
#include "basis/scores/quantised_scores.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/scores/quantised_scores.cpp"
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)  // have no structs of vectors
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#ifndef ESPALIER_SCORE_BLOCK
#define ESPALIER_SCORE_BLOCK
namespace espalier {
constexpr std::size_t kScoreBlockRows = 4096;

// The input of one call of a kernel: all groups over a block of rows.
struct ScoreBlock {
  const Basis& basis;
  const QuantisedWeights& weights;
  std::size_t first_row;
  std::size_t tiles;
};
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {

using Group = QuantisedWeights::Group;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// sums[i] += Σ over the groups' trees, for row first_row + i.
void add_groups(const ScoreBlock& block, std::int32_t* sums) {
  for (const Group& group : block.weights.groups())
    for (std::uint32_t j = 0; j < group.count; ++j) {
      const std::uint8_t* ids = block.basis.byte_ids(group.trees[j]) + block.first_row;
      const std::int16_t* values = block.weights.values() + block.basis.offset(group.trees[j]);
      for (std::size_t i = 0; i < block.tiles * Basis::kTile; ++i) sums[i] += values[ids[i]];
    }
}

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kTableSize = QuantisedWeights::kTableSize;
using Bytes = hn::CappedTag<std::uint8_t, Basis::kTile>;
using Words = hn::Repartition<std::int16_t, Bytes>;
using Sums = hn::Repartition<std::int32_t, Bytes>;
using ByteVec = hn::Vec<Bytes>;

struct LowHigh {  // made with both: a constructor that the compiler makes lacks the instruction set
  ByteVec low, high;
};

// The bytes of table[id] and table[kTableSize + id], for ids below 16 · quarters.
template <int quarters>
HWY_INLINE LowHigh look_up(const std::uint8_t* table, ByteVec ids) {
  const Bytes d;
#if HWY_TARGET == HWY_AVX3_DL
  return {ByteVec{_mm512_permutexvar_epi8(ids.raw, hn::LoadU(d, table).raw)},
          ByteVec{_mm512_permutexvar_epi8(ids.raw, hn::LoadU(d, table + kTableSize).raw)}};
#else
  if constexpr (quarters == 1) {
    return {hn::TableLookupBytes(hn::LoadDup128(d, table), ids),
            hn::TableLookupBytes(hn::LoadDup128(d, table + kTableSize), ids)};
  } else {
    auto low = hn::Zero(d), high = hn::Zero(d);
    for (int q = 0; q < quarters; ++q) {
      // Ids of quarter q become 0x70 to 0x7f; all others 0x80 or more, for which the table gives 0.
      const auto at = hn::SaturatedAdd(hn::Xor(ids, hn::Set(d, static_cast<std::uint8_t>(16 * q))), hn::Set(d, 0x70));
      low = hn::Or(low, hn::TableLookupBytesOr0(hn::LoadDup128(d, table + 16 * q), at));
      high = hn::Or(high, hn::TableLookupBytesOr0(hn::LoadDup128(d, table + kTableSize + 16 * q), at));
    }
    return {low, high};
  }
#endif
}

HWY_INLINE void add_widened(hn::Vec<Words> words, std::int32_t* sums) {
  const Sums d;
  const hn::Half<Words> half;
  hn::StoreU(hn::Add(hn::LoadU(d, sums), hn::PromoteTo(d, hn::LowerHalf(half, words))), d, sums);
  sums += hn::Lanes(d);
  hn::StoreU(hn::Add(hn::LoadU(d, sums), hn::PromoteTo(d, hn::UpperHalf(half, words))), d, sums);
}

// Adds a group's trees to the sums, in the order that interleaving within 16 bytes gives: for each vector of rows first
// the rows i with i mod 16 < 8, then the others.
template <int quarters, bool whole>
void add_group(const ScoreBlock& block, std::size_t g, std::int32_t* sums) {
  const Bytes d;
  const Words dw;
  const Group& group = block.weights.groups()[g];
  const std::uint8_t* tables = block.weights.tables(g);
  const Group& following = block.weights.groups()[std::min(g + 1, block.weights.groups().size() - 1)];
  const std::uint8_t* ids[Group::kTrees];
  const std::uint8_t* next[Group::kTrees];  // read after these: a block is too short for the processor to predict it
  const std::size_t count = whole ? Group::kTrees : group.count;
  for (std::size_t j = 0; j < count; ++j) {
    ids[j] = block.basis.byte_ids(group.trees[j]) + block.first_row;
    next[j] = block.basis.byte_ids(following.trees[std::min<std::size_t>(j, following.count - 1)]) + block.first_row;
  }
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < block.tiles * Basis::kTile; i += lanes) {
    auto first = hn::Zero(dw);
    auto second = hn::Zero(dw);
    for (std::size_t j = 0; j < count; ++j) {
      __builtin_prefetch(next[j] + i, 0, 2);
      const LowHigh values = look_up<quarters>(tables + 2 * kTableSize * j, hn::Load(d, ids[j] + i));
      first = hn::Add(first, hn::BitCast(dw, hn::InterleaveLower(d, values.low, values.high)));
      second = hn::Add(second, hn::BitCast(dw, hn::InterleaveUpper(d, values.low, values.high)));
    }
    add_widened(first, sums + i);
    add_widened(second, sums + i + lanes / 2);
  }
}

template <bool whole>
void add_group(const ScoreBlock& block, std::size_t g, std::int32_t* sums) {
  const std::uint32_t most = block.weights.groups()[g].most_terminals;
  if (most <= 16) return add_group<1, whole>(block, g, sums);
  if (most <= 32) return add_group<2, whole>(block, g, sums);
  add_group<4, whole>(block, g, sums);
}

// sums[i] += the sums of row i, from the order that add_group() produces.
void add_in_order(const std::int32_t* mixed, std::size_t rows, std::int32_t* sums) {
  const std::size_t lanes = hn::Lanes(Bytes());
  for (std::size_t i = 0; i < rows; i += lanes)
    for (std::size_t j = 0; j < lanes; j += 16)
      for (std::size_t k = 0; k < 8; ++k) {
        sums[i + j + k] += mixed[i + j / 2 + k];
        sums[i + j + 8 + k] += mixed[i + lanes / 2 + j / 2 + k];
      }
}

void add_groups(const ScoreBlock& block, std::int32_t* sums) {
  alignas(Basis::kTile) std::int32_t mixed[kScoreBlockRows];
  const std::size_t rows = block.tiles * Basis::kTile;
  std::fill_n(mixed, rows, 0);
  for (std::size_t g = 0; g < block.weights.groups().size(); ++g) {
    if (block.weights.groups()[g].count == Group::kTrees)
      add_group<true>(block, g, mixed);
    else
      add_group<false>(block, g, mixed);
  }
  add_in_order(mixed, rows, sums);
}

#endif

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(add_groups);

void add_large_tree(const Basis& basis, std::size_t tree, RowRange rows, const std::int16_t* values,
                    std::int32_t* sums) {
  basis.read(tree, [&](auto ids) {
    for (std::size_t i = 0; i < rows.size(); ++i) sums[i] += values[ids[rows.begin + i]];
  });
}

}  // namespace

void add_quantised_scores(const Basis& basis, RowRange rows, const QuantisedWeights& weights, std::span<float> scores) {
  ESPALIER_ASSERT(rows.begin % Basis::kTile == 0 && rows.end <= basis.rows() && scores.size() == rows.size());
  std::int32_t sums[kScoreBlockRows];
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kScoreBlockRows) {
    const RowRange block = {begin, std::min(rows.end, begin + kScoreBlockRows)};
    std::fill_n(sums, kScoreBlockRows, 0);
    HWY_DYNAMIC_DISPATCH(add_groups)
    ({basis, weights, begin, (block.size() + Basis::kTile - 1) / Basis::kTile}, sums);
    for (const std::uint32_t tree : weights.large_trees())
      add_large_tree(basis, tree, block, weights.values() + basis.offset(tree), sums);
    float* out = scores.data() + (begin - rows.begin);
    for (std::size_t i = 0; i < block.size(); ++i) out[i] += weights.step() * static_cast<float>(sums[i]);
  }
}

}  // namespace espalier
#endif
