// Three ways to add up, by the number of terminals:
//   few:  in registers. With ids of b bits, s_u = Σ of the gradients of rows whose id has all bits of u, for each of
//   the
//         2^b sets u of bits, takes b tests and 2^b - 1 additions of 16-bit lanes a vector; the terminals' sums are
//         their differences. Comparing the ids with each terminal takes twice as long.
//   ≤ 64: bundles of trees with 12 bits of ids together: one addition in memory a row, into a table of the
//         combinations of their terminals, whose margins are the trees' sums. Two trees of 64 terminals or four of 8
//         for one addition.
//   more: one addition in memory a row and tree, in four tables by turns, so that one need not wait for the one before.
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
#include <hwy/highway.h>

#ifndef ESPALIER_SUM_BLOCK
#define ESPALIER_SUM_BLOCK
namespace espalier {
constexpr std::size_t kMostInRegisters = 8;
constexpr std::size_t kMostBundled = 64;
constexpr std::size_t kBundleBits = 12;  // a table of 16 KB stays in the first cache
constexpr std::size_t kAdditionsIn16Bits = 32767 / kMostQuantised;

// Rounded gradients of a block of rows, zeros up to a whole number of tiles: `count` includes them.
struct RowGradients {
  alignas(Basis::kTile) std::int16_t words[kQuantisedBlockRows];
  alignas(Basis::kTile) std::int32_t longs[kQuantisedBlockRows];  // the same
  std::size_t count;
  std::int32_t total;
};

// A tree's ids from the first row of the block on, and those that will be read after them: a block is too short a run
// of addresses for the processor to see what comes next.
struct TreeIds {
  const std::uint8_t* ids;
  const std::uint8_t* next;
  std::uint32_t terminals;

  int bits() const { return std::bit_width(terminals - 1); }
  // Into the second cache: the first one is full.
  void prefetch(std::size_t row) const { __builtin_prefetch(next + row, 0, 2); }
};

struct Bundle {
  std::array<TreeIds, kBundleBits> trees;
  std::array<int, kBundleBits> shifts;  // where each tree's ids begin in a place of the table
  std::size_t count = 0;
  int bits = 0;
};
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

std::size_t most_in_registers() { return 0; }

void sum_in_registers(const RowGradients&, const TreeIds&, std::int32_t*) {}

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

// Adds one vector of rows to parts[u], u = 1 … 2^bits - 1, where the id has the bits of u.
template <int bits>
HWY_INLINE void add_to_subsets(IdVec ids, WordVec gradients, WordVec* parts) {
  constexpr std::size_t kHalf = std::size_t{1} << (bits - 1);
  WordMask has[bits];
  HWY_UNROLL(4)
  for (int b = 0; b < bits; ++b) has[b] = has_bit(ids, b);
  WordVec above[kHalf];  // by the bits of u above the lowest
  above[0] = gradients;
  HWY_UNROLL(4)
  for (std::size_t u = 1; u < kHalf; ++u) {
    const int top = std::bit_width(u) - 1;
    above[u] = hn::IfThenElseZero(has[top + 1], above[u ^ std::size_t{1} << top]);
  }
  HWY_UNROLL(4)
  for (std::size_t u = 0; u < kHalf; ++u) {
    if (u > 0) parts[2 * u] = hn::Add(parts[2 * u], above[u]);
    parts[2 * u + 1] = add_where(parts[2 * u + 1], has[0], above[u]);
  }
}

// subsets[u] = Σ gradients of the rows whose id has all the bits of u, u = 1 … 2^bits - 1.
template <int bits>
void sum_subsets(const RowGradients& rows, const TreeIds& tree, std::int32_t* subsets) {
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
    HWY_UNROLL(8)
    for (std::size_t u = 1; u < kCount; ++u)
      totals[u] = hn::ReorderWidenMulAccumulate(d32, parts[u], ones, totals[u], spare[u]);
  }
  for (std::size_t u = 1; u < kCount; ++u) subsets[u] = hn::GetLane(hn::SumOfLanes(d32, hn::Add(totals[u], spare[u])));
}

// Beyond this a bundle is faster: without masks of its own an instruction set needs two operations for one.
std::size_t most_in_registers() { return HWY_TARGET <= HWY_AVX3 ? kMostInRegisters : 4; }

// sums[id] = Σ gradients of the rows with that id, for trees of 2 to most_in_registers() terminals. sums has room for
// kMostInRegisters.
void sum_in_registers(const RowGradients& rows, const TreeIds& tree, std::int32_t* sums) {
  sums[0] = rows.total;
  const int bits = tree.bits();
  if (bits == 1) sum_subsets<1>(rows, tree, sums);
  if (bits == 2) sum_subsets<2>(rows, tree, sums);
  if (bits == 3) sum_subsets<3>(rows, tree, sums);
  // From the rows with all bits of u to those with no others.
  for (int b = 0; b < bits; ++b)
    for (std::size_t u = 0; u < std::size_t{1} << bits; ++u)
      if ((u >> b & 1) == 0) sums[u] -= sums[u | std::size_t{1} << b];
}

#endif

constexpr std::size_t kPlaces = 512;  // formed before they are used, since what was just stored loads slowly

// places[i] = the ids of row first + i in all trees of the bundle, side by side.
void form_places(const Bundle& bundle, std::size_t first, std::size_t rows, std::uint16_t* places) {
  const hn::CappedTag<std::uint16_t, Basis::kTile / 2> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  for (std::size_t i = 0; i < rows; i += Basis::kTile) {
    for (std::size_t t = 0; t < bundle.count; ++t) bundle.trees[t].prefetch(first + i);
    for (std::size_t j = i; j < i + Basis::kTile; j += hn::Lanes(d)) {
      auto place = hn::PromoteTo(d, hn::LoadU(d8, bundle.trees[0].ids + first + j));
      for (std::size_t t = 1; t < bundle.count; ++t) {
        const auto ids = hn::PromoteTo(d, hn::LoadU(d8, bundle.trees[t].ids + first + j));
        place = hn::Or(place, hn::ShiftLeftSame(ids, bundle.shifts[t]));
      }
      hn::Store(place, d, places + j);
    }
  }
}

// Adds the rows of the table, 2^shift long, up: each by itself into sums, and all together into the first one.
void fold(std::int32_t* table, std::size_t rows, int shift, std::int32_t* sums) {
  const std::size_t columns = std::size_t{1} << shift;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t* values = table + (row << shift);
    std::int32_t sum = 0;
    for (std::size_t column = 0; column < columns; ++column) sum += values[column];
    sums[row] = sum;
    if (row == 0) continue;
    for (std::size_t column = 0; column < columns; ++column) table[column] += values[column];
  }
}

// sums[t · kMostBundled + id] = Σ gradients of the rows with that id in tree t of the bundle.
void sum_bundle(const RowGradients& rows, const Bundle& bundle, std::int32_t* sums) {
  static_assert(std::endian::native == std::endian::little);
  alignas(Basis::kTile) std::int32_t table[std::size_t{1} << kBundleBits];
  alignas(Basis::kTile) std::uint16_t places[kPlaces];
  std::fill_n(table, std::size_t{1} << bundle.bits, 0);
  for (std::size_t first = 0; first < rows.count; first += kPlaces) {
    const std::size_t count = std::min(kPlaces, rows.count - first);
    form_places(bundle, first, count, places);
    const std::int32_t* gradients = rows.longs + first;
    HWY_UNROLL(2)
    for (std::size_t j = 0; j < count; j += 4) {
      std::uint64_t four;  // one load for four places: loads are what this loop is short of
      std::memcpy(&four, places + j, sizeof four);
      table[four & 0xffff] += gradients[j];
      table[four >> 16 & 0xffff] += gradients[j + 1];
      table[four >> 32 & 0xffff] += gradients[j + 2];
      table[four >> 48] += gradients[j + 3];
    }
  }
  for (std::size_t t = bundle.count; t-- > 0;)
    fold(table, bundle.trees[t].terminals, bundle.shifts[t], sums + t * kMostBundled);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(most_in_registers);
HWY_EXPORT(sum_in_registers);
HWY_EXPORT(sum_bundle);

constexpr std::size_t kMostByteIds = 256;

// Of a tree with ids of any width: whole numbers have no order.
template <class Id>
void add_large_tree(const RowGradients& rows, const Id* ids, double step, std::span<double> sums) {
  if (sums.size() > kMostByteIds) {
    for (std::size_t i = 0; i < rows.count; ++i) sums[ids[i]] += step * rows.longs[i];
    return;
  }
  std::array<std::array<std::int32_t, kMostByteIds>, 4> tables{};
  for (std::size_t i = 0; i < rows.count; i += tables.size())
    for (std::size_t j = 0; j < tables.size(); ++j) tables[j][ids[i + j]] += rows.longs[i + j];
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] += step * (tables[0][k] + tables[1][k] + tables[2][k] + tables[3][k]);
}

// All trees over one block of rows.
class BlockSums {
 public:
  BlockSums(const Basis& basis, std::size_t first_row, const RowGradients& rows, double step, std::span<double> sums)
      : basis_(basis), first_row_(first_row), rows_(rows), step_(step), sums_(sums) {}

  void run() {
    const std::size_t in_registers = HWY_DYNAMIC_DISPATCH(most_in_registers)();
    for (std::size_t t = 0; t < basis_.trees(); ++t) {
      const std::uint32_t terminals = basis_.terminals(t);
      if (terminals == 1)
        add(t, &rows_.total);
      else if (terminals <= in_registers)
        add_in_registers(t);
      else if (terminals <= kMostBundled)
        bundle(t);
      else
        add_large(t);
    }
    add_bundle();
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

  void bundle(std::size_t tree) {
    const int bits = std::bit_width(basis_.terminals(tree) - 1);
    if (bundle_.bits + bits > static_cast<int>(kBundleBits)) add_bundle();
    bundled_[bundle_.count] = tree;
    bundle_.shifts[bundle_.count++] = bundle_.bits;
    bundle_.bits += bits;
  }

  void add_bundle() {
    if (bundle_.count == 0) return;
    const std::size_t last = bundled_[bundle_.count - 1];
    for (std::size_t t = 0; t < bundle_.count; ++t) bundle_.trees[t] = ids_of(bundled_[t], last + 1 + t);
    std::int32_t sums[kBundleBits * kMostBundled];
    HWY_DYNAMIC_DISPATCH(sum_bundle)(rows_, bundle_, sums);
    for (std::size_t t = 0; t < bundle_.count; ++t) add(bundled_[t], sums + t * kMostBundled);
    bundle_.count = 0;
    bundle_.bits = 0;
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
  Bundle bundle_;
  std::array<std::size_t, kBundleBits> bundled_{};
};

// The largest absolute value; infinity or NaN if there is one.
float largest(std::span<const float> gradients) {
  float most = 0;
  for (const float gradient : gradients) most = std::abs(gradient) <= most ? most : std::abs(gradient);
  return most;
}

void quantise(std::span<const float> gradients, double inverse_step, RowGradients& out) {
  out.total = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    // To the nearest, by cutting off a positive number.
    const double shifted = static_cast<double>(gradients[i]) * inverse_step + (kMostQuantised + 1.5);
    out.longs[i] = static_cast<std::int32_t>(shifted) - (kMostQuantised + 1);
    out.total += out.longs[i];
  }
  out.count = (gradients.size() + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
  std::fill(out.longs + gradients.size(), out.longs + out.count, 0);
  std::copy_n(out.longs, out.count, out.words);
}

}  // namespace

void add_quantised_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums) {
  ESPALIER_ASSERT(rows.begin % Basis::kTile == 0 && rows.end <= basis.rows());
  ESPALIER_ASSERT(sums.size() == basis.terminals() && gradients.size() == rows.size());
  const auto most = static_cast<double>(largest(gradients));
  if (most == 0) return;
  if (!std::isfinite(most)) return add_sums(basis, rows, gradients, sums);
  RowGradients block;
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kQuantisedBlockRows) {
    const std::size_t count = std::min(rows.end - begin, kQuantisedBlockRows);
    quantise(gradients.subspan(begin - rows.begin, count), kMostQuantised / most, block);
    BlockSums(basis, begin, block, most / kMostQuantised, sums).run();
  }
}

}  // namespace espalier
#endif
