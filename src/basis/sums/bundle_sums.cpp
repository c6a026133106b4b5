// One addition in memory per row, into a table of the combinations of the trees' terminals: two trees of 64 terminals
// or four of 8 for one addition. The trees' sums are the margins of the table. If the trees leave room in it, there are
// four tables in turn: neighbouring rows are often in the same terminals, and an addition would wait for the one before
// it.
#include "basis/sums/bundle_sums.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/sums/bundle_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kPlaces = 512;  // computed before they are used, since data that was just stored loads slowly
constexpr std::uint16_t kTurns = 4;
constexpr int kMostBitsInTurns = 8;  // more terminals are rarely the same in neighbours

// places[i] = the ids of row first + i in all trees of the bundle, side by side, and above them i mod 4 if `turns`.
void form_places(const Bundle& bundle, bool turns, std::size_t first, std::size_t rows, std::uint16_t* places) {
  const hn::CappedTag<std::uint16_t, Basis::kTile / 2> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  const auto table = hn::ShiftLeftSame(hn::And(hn::Iota(d, 0), hn::Set(d, turns ? kTurns - 1 : 0)), bundle.bits);
  for (std::size_t i = 0; i < rows; i += Basis::kTile) {
    for (std::size_t t = 0; t < bundle.count; ++t) bundle.trees[t].prefetch(first + i);
    for (std::size_t j = i; j < i + Basis::kTile; j += hn::Lanes(d)) {
      auto place = table;
      for (std::size_t t = 0; t < bundle.count; ++t) {
        const auto ids = hn::PromoteTo(d, hn::LoadU(d8, bundle.trees[t].ids + first + j));
        place = hn::Or(place, hn::ShiftLeftSame(ids, bundle.shifts[t]));
      }
      hn::Store(place, d, places + j);
    }
  }
}

// table[place] += gradient, row after row.
template <class Sum>
HWY_INLINE void add_at(const std::uint16_t* places, const Sum* gradients, std::size_t rows, Sum* table) {
  static_assert(std::endian::native == std::endian::little);
  HWY_UNROLL(2)
  for (std::size_t j = 0; j < rows; j += 4) {
    std::uint64_t four;  // one load for four places: this loop is limited by loads
    std::memcpy(&four, places + j, sizeof four);
    table[four & 0xffff] += gradients[j];
    table[four >> 16 & 0xffff] += gradients[j + 1];
    table[four >> 32 & 0xffff] += gradients[j + 2];
    table[four >> 48] += gradients[j + 3];
  }
}

// Adds the rows of the table, 2^shift long, up: each by itself into sums, and all together into the first one.
template <class Sum>
void fold(Sum* table, std::size_t rows, int shift, Sum* sums) {
  const std::size_t columns = std::size_t{1} << shift;
  for (std::size_t row = 0; row < rows; ++row) {
    const Sum* values = table + (row << shift);
    Sum sum = 0;
    for (std::size_t column = 0; column < columns; ++column) sum += values[column];
    sums[row] = sum;
    if (row == 0) continue;
    for (std::size_t column = 0; column < columns; ++column) table[column] += values[column];
  }
}

template <class Sum>
HWY_INLINE void sum_all(const Sum* gradients, std::size_t rows, const Bundle& bundle, Sum* sums) {
  alignas(Basis::kTile) Sum table[std::size_t{1} << Bundle::kMostBits];
  alignas(Basis::kTile) std::uint16_t places[kPlaces];
  const bool turns = bundle.bits <= kMostBitsInTurns;
  std::fill_n(table, (turns ? std::size_t{kTurns} : 1) << bundle.bits, 0);
  for (std::size_t first = 0; first < rows; first += kPlaces) {
    const std::size_t count = std::min(kPlaces, rows - first);
    form_places(bundle, turns, first, count, places);
    add_at(places, gradients + first, count, table);
  }
  Sum by_turn[kTurns];
  if (turns) fold(table, kTurns, bundle.bits, by_turn);
  for (std::size_t t = bundle.count; t-- > 0;)
    fold(table, bundle.trees[t].terminals, bundle.shifts[t], sums + bundle.starts[t]);
}

void sum_gradients(const BlockGradients& rows, const Bundle& bundle, std::int32_t* sums) {
  sum_all(rows.longs, rows.count, bundle, sums);
}

void sum_pairs(const BlockPairs& rows, const Bundle& bundle, std::int64_t* sums) {
  sum_all(rows.pairs, rows.count, bundle, sums);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(sum_gradients);
HWY_EXPORT(sum_pairs);

}  // namespace

bool Bundle::has_room(std::uint32_t terminals) const noexcept {
  return count < kMostBits && static_cast<std::size_t>(bits) + std::bit_width(terminals - 1) <= kMostBits;
}

void Bundle::push(const TreeIds& tree) {
  ESPALIER_ASSERT(tree.terminals >= 1 && tree.terminals <= kMostTerminals && has_room(tree.terminals));
  starts[count] = count == 0 ? 0 : starts[count - 1] + trees[count - 1].terminals;
  trees[count] = tree;
  shifts[count++] = bits;
  bits += tree.bits();
}

void sum_bundle(const BlockGradients& rows, const Bundle& bundle, std::span<std::int32_t, Bundle::kRoom> sums) {
  HWY_DYNAMIC_DISPATCH(sum_gradients)(rows, bundle, sums.data());
}

void sum_bundle(const BlockPairs& rows, const Bundle& bundle, std::span<std::int64_t, Bundle::kRoom> sums) {
  HWY_DYNAMIC_DISPATCH(sum_pairs)(rows, bundle, sums.data());
}

}  // namespace espalier
#endif
