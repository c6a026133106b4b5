// One addition in memory a row, into a table of the combinations of the trees' terminals: two trees of 64 terminals or
// four of 8 for one addition. The trees' sums are the margins of the table.
#include "route/basis/bundle_sums.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "route/basis/bundle_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

void sum_bundle(const BlockGradients& rows, const Bundle& bundle, std::int32_t* sums) {
  static_assert(std::endian::native == std::endian::little);
  alignas(Basis::kTile) std::int32_t table[std::size_t{1} << Bundle::kMostBits];
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
    fold(table, bundle.trees[t].terminals, bundle.shifts[t], sums + t * Bundle::kMostTerminals);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(sum_bundle);

}  // namespace

bool Bundle::has_room(std::uint32_t terminals) const noexcept {
  return static_cast<std::size_t>(bits) + std::bit_width(terminals - 1) <= kMostBits;
}

void Bundle::push(const TreeIds& tree) {
  ESPALIER_ASSERT(tree.terminals >= 2 && tree.terminals <= kMostTerminals && has_room(tree.terminals));
  trees[count] = tree;
  shifts[count++] = bits;
  bits += tree.bits();
}

void sum_bundle(const BlockGradients& rows, const Bundle& bundle, std::span<std::int32_t, Bundle::kRoom> sums) {
  HWY_DYNAMIC_DISPATCH(sum_bundle)(rows, bundle, sums.data());
}

}  // namespace espalier
#endif
