// Three ways to add up, by the number of terminals:
//   ≤ 16: in registers. With ids of b bits, s_u = Σ of the gradients of rows whose id has all bits of u, for each of
//         the 2^b sets u of bits, takes b tests and 2^b - 1 additions of 16-bit lanes a vector; the terminals' sums are
//         their differences. Comparing the ids with each terminal takes twice as long.
//   ≤ 64: two trees at once, into a table of their pairs of terminals, whose rows and columns are the two trees' sums:
//         half the additions in memory.
//   more: one addition in memory a row, in four tables by turns, so that one need not wait for the one before it.
#include "route/quantised_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "route/basis_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "route/quantised_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#ifndef ESPALIER_SUM_BLOCK
#define ESPALIER_SUM_BLOCK
namespace espalier {
constexpr std::size_t kMostInRegisters = 16;
constexpr std::size_t kMostPaired = 64;
constexpr std::size_t kAdditionsIn16Bits = 32767 / kMostQuantised;

// Rounded gradients of a block of rows, zeros up to a whole number of tiles: `count` includes them.
struct RowGradients {
  const std::int16_t* gradients;
  std::size_t count;
  std::int32_t total;
};

// A tree's ids from the first row of the block on, and those that will be read after them: a block is too short a run
// of addresses for the processor to see what comes next.
struct TreeIds {
  const std::uint8_t* ids;
  const std::uint8_t* next;
  std::uint32_t terminals;
};
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void sum_in_registers(const RowGradients& rows, const TreeIds& tree, std::int32_t* sums) {
  std::fill_n(sums, tree.terminals, 0);
  for (std::size_t i = 0; i < rows.count; ++i) sums[tree.ids[i]] += rows.gradients[i];
}

#else

using Words = hn::CappedTag<std::int16_t, Basis::kTile / 2>;
using Ids = hn::Rebind<std::uint8_t, Words>;
using Sums = hn::Repartition<std::int32_t, Words>;
using WordVec = hn::Vec<Words>;

using WordMask = hn::Mask<Words>;

#if HWY_TARGET <= HWY_AVX3
using IdVec = hn::Vec<Ids>;
HWY_INLINE IdVec load_ids(const std::uint8_t* ids) { return hn::LoadU(Ids(), ids); }
HWY_INLINE WordMask has_bit(IdVec ids, int bit) {
  return WordMask{_mm256_test_epi8_mask(ids.raw, _mm256_set1_epi8(static_cast<char>(1 << bit)))};
}
HWY_INLINE WordVec add_where(WordVec sum, WordMask mask, WordVec value) {
  return WordVec{_mm512_mask_add_epi16(sum.raw, mask.raw, sum.raw, value.raw)};
}
#else
using IdVec = WordVec;
HWY_INLINE IdVec load_ids(const std::uint8_t* ids) { return hn::PromoteTo(Words(), hn::LoadU(Ids(), ids)); }
HWY_INLINE WordMask has_bit(IdVec ids, int bit) {
  return hn::TestBit(ids, hn::Set(Words(), static_cast<std::int16_t>(1 << bit)));
}
HWY_INLINE WordVec add_where(WordVec sum, WordMask mask, WordVec value) {
  return hn::Add(sum, hn::IfThenElseZero(mask, value));
}
#endif

// Which rows count in sum_subsets().
enum class Rows : std::uint8_t { all, with_next_bit };

// Adds one vector of rows to parts[u], u = 0 … 2^bits - 1, where the id has the bits of u.
template <int bits, Rows which>
HWY_INLINE void add_to_subsets(IdVec ids, WordVec gradients, WordVec* parts) {
  constexpr std::size_t kHalf = std::size_t{1} << (bits - 1);
  WordMask has[bits];
  HWY_UNROLL(4)
  for (int b = 0; b < bits; ++b) has[b] = has_bit(ids, b);
  if (which == Rows::with_next_bit) gradients = hn::IfThenElseZero(has_bit(ids, bits), gradients);
  WordVec above[kHalf];  // by the bits of u above the lowest
  above[0] = gradients;
  HWY_UNROLL(4)
  for (int b = 1; b < bits; ++b) {
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kHalf; ++u)
      if (u >> (b - 1) == 1) above[u] = hn::IfThenElseZero(has[b], above[u ^ std::size_t{1} << (b - 1)]);
  }
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kHalf; ++u) {
    if (u > 0 || which == Rows::with_next_bit) parts[2 * u] = hn::Add(parts[2 * u], above[u]);
    parts[2 * u + 1] = add_where(parts[2 * u + 1], has[0], above[u]);
  }
}

// subsets[u] = Σ gradients of the rows whose id has all the bits of u, u = 0 … 2^bits - 1, among the rows that count;
// subsets[0] is left alone if all do.
template <int bits, Rows which>
void sum_subsets(const RowGradients& rows, const TreeIds& tree, std::int32_t* subsets) {
  constexpr std::size_t kCount = std::size_t{1} << bits;
  const Words d;
  const Sums d32;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t flush = kAdditionsIn16Bits * lanes / Basis::kTile * Basis::kTile;
  const auto ones = hn::Set(d, 1);
  hn::Vec<Sums> totals[kCount], spare[kCount];  // some instruction sets spread a widened sum over two vectors
  for (std::size_t u = 0; u < kCount; ++u) totals[u] = spare[u] = hn::Zero(d32);
  for (std::size_t i = 0; i < rows.count;) {
    const std::size_t stop = std::min(rows.count, i + flush);
    WordVec parts[kCount];
    for (auto& part : parts) part = hn::Zero(d);
    for (; i < stop; i += Basis::kTile) {
      hwy::Prefetch(tree.next + i);
      for (std::size_t j = i; j < i + Basis::kTile; j += lanes)
        add_to_subsets<bits, which>(load_ids(tree.ids + j), hn::Load(d, rows.gradients + j), parts);
    }
    HWY_UNROLL(16)
    for (std::size_t u = 0; u < kCount; ++u)
      totals[u] = hn::ReorderWidenMulAccumulate(d32, parts[u], ones, totals[u], spare[u]);
  }
  for (std::size_t u = which == Rows::all ? 1 : 0; u < kCount; ++u)
    subsets[u] = hn::GetLane(hn::SumOfLanes(d32, hn::Add(totals[u], spare[u])));
}

// sums[id] = Σ gradients of the rows with that id, for trees of at most kMostInRegisters terminals. sums has room for
// so many.
void sum_in_registers(const RowGradients& rows, const TreeIds& tree, std::int32_t* sums) {
  sums[0] = rows.total;
  const int bits = std::bit_width(tree.terminals - 1);
  if (bits == 1) sum_subsets<1, Rows::all>(rows, tree, sums);
  if (bits == 2) sum_subsets<2, Rows::all>(rows, tree, sums);
  if (bits == 3) sum_subsets<3, Rows::all>(rows, tree, sums);
  if (bits == 4) {
#if HWY_TARGET <= HWY_AVX3
    sum_subsets<4, Rows::all>(rows, tree, sums);
#else  // half of the registers: half of the sums at a time
    sum_subsets<3, Rows::all>(rows, tree, sums);
    sum_subsets<3, Rows::with_next_bit>(rows, tree, sums + 8);
#endif
  }
  // From the rows with all bits of u to those with no others.
  for (int b = 0; b < bits; ++b)
    for (std::size_t u = 0; u < std::size_t{1} << bits; ++u)
      if ((u >> b & 1) == 0) sums[u] -= sums[u | std::size_t{1} << b];
}

#endif

// table[a + width · b] += gradients of the rows with ids a in the one tree and b in the other.
template <std::size_t width>
void fill_pair_table(const RowGradients& rows, const TreeIds& one, const TreeIds& other, std::int32_t* table) {
  static_assert(std::endian::native == std::endian::little);
  for (std::size_t i = 0; i < rows.count; i += Basis::kTile) {
    hwy::Prefetch(one.next + i);
    hwy::Prefetch(other.next + i);
    alignas(Basis::kTile) std::uint16_t at[Basis::kTile];
    alignas(Basis::kTile) std::int32_t gradients[Basis::kTile];
    for (std::size_t j = 0; j < Basis::kTile; ++j)
      at[j] = static_cast<std::uint16_t>(one.ids[i + j] + static_cast<std::uint16_t>(other.ids[i + j]) * width);
    for (std::size_t j = 0; j < Basis::kTile; ++j) gradients[j] = rows.gradients[i + j];
    for (std::size_t j = 0; j < Basis::kTile; j += 4) {
      std::uint64_t four;  // one load for four places: loads are what this loop is short of
      std::memcpy(&four, at + j, sizeof four);
      table[four & 0xffff] += gradients[j];
      table[four >> 16 & 0xffff] += gradients[j + 1];
      table[four >> 32 & 0xffff] += gradients[j + 2];
      table[four >> 48] += gradients[j + 3];
    }
  }
}

template <std::size_t width>
void sum_pair(const RowGradients& rows, const TreeIds& one, const TreeIds& other, std::int32_t* first,
              std::int32_t* second) {
  alignas(Basis::kTile) std::int32_t table[width * kMostPaired];
  std::fill_n(table, width * other.terminals, 0);
  fill_pair_table<width>(rows, one, other, table);
  std::array<std::int32_t, width> columns{};
  for (std::size_t b = 0; b < other.terminals; ++b) {
    std::int32_t sum = 0;
    for (std::size_t a = 0; a < width; ++a) {
      sum += table[b * width + a];
      columns[a] += table[b * width + a];
    }
    second[b] = sum;
  }
  std::copy(columns.begin(), columns.end(), first);
}

// first[a] and second[b] = Σ gradients of the rows with id a in the one tree, b in the other; both have room for
// kMostPaired.
void sum_pairs(const RowGradients& rows, const TreeIds& one, const TreeIds& other, std::int32_t* first,
               std::int32_t* second) {
  if (one.terminals <= 32) return sum_pair<32>(rows, one, other, first, second);
  sum_pair<kMostPaired>(rows, one, other, first, second);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(sum_in_registers);
HWY_EXPORT(sum_pairs);

constexpr std::size_t kMostByteIds = 256;

// Of a tree with ids of any width, in order or in turns: whole numbers have no order.
template <class Id>
void add_large_tree(const RowGradients& rows, const Id* ids, double step, std::span<double> sums) {
  if (sums.size() > kMostByteIds) {
    for (std::size_t i = 0; i < rows.count; ++i) sums[ids[i]] += step * rows.gradients[i];
    return;
  }
  std::array<std::array<std::int32_t, kMostByteIds>, 4> tables{};
  for (std::size_t i = 0; i < rows.count; i += tables.size())
    for (std::size_t j = 0; j < tables.size(); ++j) tables[j][ids[i + j]] += rows.gradients[i + j];
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] += step * (tables[0][k] + tables[1][k] + tables[2][k] + tables[3][k]);
}

// All trees over one block of rows.
class BlockSums {
 public:
  BlockSums(const Basis& basis, std::size_t first_row, const RowGradients& rows, double step, std::span<double> sums)
      : basis_(basis), first_row_(first_row), rows_(rows), step_(step), sums_(sums) {}

  void run() {
    std::size_t waiting = basis_.trees();  // a tree that needs another to make a pair
    for (std::size_t t = 0; t < basis_.trees(); ++t) {
      const std::uint32_t terminals = basis_.terminals(t);
      if (terminals <= kMostInRegisters) {
        add_in_registers(t);
      } else if (terminals > kMostPaired) {
        add_large(t);
      } else if (waiting == basis_.trees()) {
        waiting = t;
      } else {
        add_pair(waiting, t);
        waiting = basis_.trees();
      }
    }
    if (waiting < basis_.trees()) add_large(waiting);
  }

 private:
  TreeIds ids_of(std::size_t tree, std::size_t next) const {
    const bool has_next = next < basis_.trees() && basis_.id_bytes(next) == 1;
    return {basis_.byte_ids(tree) + first_row_, basis_.byte_ids(has_next ? next : tree) + first_row_,
            basis_.terminals(tree)};
  }

  void add(std::size_t tree, const std::int32_t* sums) {
    double* out = sums_.data() + basis_.offset(tree);
    for (std::size_t k = 0; k < basis_.terminals(tree); ++k) out[k] += step_ * sums[k];
  }

  void add_in_registers(std::size_t tree) {
    std::int32_t sums[kMostInRegisters];
    HWY_DYNAMIC_DISPATCH(sum_in_registers)(rows_, ids_of(tree, tree + 1), sums);
    add(tree, sums);
  }

  void add_pair(std::size_t one, std::size_t other) {
    std::int32_t first[kMostPaired];
    std::int32_t second[kMostPaired];
    HWY_DYNAMIC_DISPATCH(sum_pairs)(rows_, ids_of(one, other + 1), ids_of(other, other + 2), first, second);
    add(one, first);
    add(other, second);
  }

  void add_large(std::size_t tree) {
    const auto out = sums_.subspan(basis_.offset(tree), basis_.terminals(tree));
    basis_.read(tree, [&](auto ids) { add_large_tree(rows_, ids.data() + first_row_, step_, out); });
  }

  const Basis& basis_;
  const std::size_t first_row_;
  const RowGradients& rows_;
  const double step_;
  const std::span<double> sums_;
};

// The largest absolute value; infinity or NaN if there is one.
float largest(std::span<const float> gradients) {
  float most = 0;
  for (const float gradient : gradients) most = std::abs(gradient) <= most ? most : std::abs(gradient);
  return most;
}

RowGradients quantise(std::span<const float> gradients, double inverse_step, std::int16_t* out) {
  std::int32_t total = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    // To the nearest, by cutting off a positive number.
    const double shifted = static_cast<double>(gradients[i]) * inverse_step + (kMostQuantised + 1.5);
    out[i] = static_cast<std::int16_t>(static_cast<std::int32_t>(shifted) - (kMostQuantised + 1));
    total += out[i];
  }
  const std::size_t padded = (gradients.size() + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
  std::fill(out + gradients.size(), out + padded, std::int16_t{0});
  return {out, padded, total};
}

}  // namespace

void add_quantised_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums) {
  ESPALIER_ASSERT(rows.begin % Basis::kTile == 0 && rows.end <= basis.rows());
  ESPALIER_ASSERT(sums.size() == basis.terminals() && gradients.size() == rows.size());
  const auto most = static_cast<double>(largest(gradients));
  if (most == 0) return;
  if (!std::isfinite(most)) return add_sums(basis, rows, gradients, sums);
  alignas(Basis::kTile) std::int16_t quantised[kQuantisedBlockRows];
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kQuantisedBlockRows) {
    const std::size_t count = std::min(rows.end - begin, kQuantisedBlockRows);
    const RowGradients block = quantise(gradients.subspan(begin - rows.begin, count), kMostQuantised / most, quantised);
    BlockSums(basis, begin, block, most / kMostQuantised, sums).run();
  }
}

}  // namespace espalier
#endif
