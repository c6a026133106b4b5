#include "grow/histogram/partition.h"

#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/histogram/partition.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#ifndef ESPALIER_GROW_HISTOGRAM_PARTITION_ONCE
#define ESPALIER_GROW_HISTOGRAM_PARTITION_ONCE
namespace espalier {

// Every bit of a byte twice.
inline constexpr auto kTwice = [] {
  std::array<std::uint16_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    for (std::uint32_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit) & 1U) table[byte] = static_cast<std::uint16_t>(table[byte] | (3U << (2 * bit)));
    }
  }
  return table;
}();

}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `bits` holds zeros beyond the last row.
// Bits are read and written by the byte, so vectors of fewer than eight lanes are of no use.
std::size_t at_most(const std::uint8_t* bins, std::size_t rows, std::uint8_t bin, int other, std::uint64_t* bits) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const auto highest = hn::Set(d, bin);
  const auto equal = hn::Set(d, static_cast<std::uint8_t>(other < 0 ? bin : other));
  const std::size_t lanes = hn::Lanes(d);
  auto* bytes = reinterpret_cast<std::uint8_t*>(bits);
  std::size_t count = 0, i = 0;
  for (; lanes % 8 == 0 && i + lanes <= rows; i += lanes) {
    const auto v = hn::LoadU(d, bins + i);
    const auto goes = hn::Or(hn::Eq(hn::Min(v, highest), v), hn::Eq(v, equal));
    hn::StoreMaskBits(d, goes, bytes + i / 8);
    count += hn::CountTrue(d, goes);
  }
  for (; i < rows; ++i) {
    const bool goes = bins[i] <= bin || bins[i] == other;
    bits[i / 64] |= std::uint64_t{goes} << (i % 64);
    count += goes;
  }
  return count;
}

// Without a branch: written to both, kept in one.
template <class T>
HWY_INLINE void part_one_by_one(const T* items, std::size_t i, std::size_t rows, const std::uint64_t* bits, T* left,
                                T* right) {
  for (; i < rows; ++i) {
    const std::size_t goes = (bits[i / 64] >> (i % 64)) & 1U;
    const T item = items[i];
    *right = item;
    *left = item;
    left += goes;
    right += 1 - goes;
  }
}

template <class T>
void part_items(const T* items, std::size_t rows, const std::uint64_t* bits, T* left, T* right) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
  std::size_t i = 0;
  for (; lanes % 8 == 0 && i + lanes <= rows; i += lanes) {
    const auto v = hn::LoadU(d, items + i);
    const auto goes = hn::LoadMaskBits(d, bytes + i / 8);
    // To a register first: compressing into memory is slow on some machines.
    const std::size_t count = hn::CountTrue(d, goes);
    hn::StoreU(hn::Compress(v, goes), d, left);
    hn::StoreU(hn::Compress(v, hn::Not(goes)), d, right);
    left += count;
    right += lanes - count;
  }
  part_one_by_one(items, i, rows, bits, left, right);
}

void part_bytes(const std::uint8_t* items, std::size_t rows, const std::uint64_t* bits, std::uint8_t* left,
                std::uint8_t* right) {
  part_items(items, rows, bits, left, right);
}
void part_words(const std::uint32_t* items, std::size_t rows, const std::uint64_t* bits, std::uint32_t* left,
                std::uint32_t* right) {
  part_items(items, rows, bits, left, right);
}
// Pairs are partitioned as two halves each: eight halves take one byte of bits, every bit twice.
void part_pairs(const std::uint64_t* items, std::size_t rows, const std::uint64_t* bits, std::uint64_t* left,
                std::uint64_t* right) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
  const auto* halves = reinterpret_cast<const std::uint32_t*>(items);
  auto *to_left = reinterpret_cast<std::uint32_t*>(left), *to_right = reinterpret_cast<std::uint32_t*>(right);
  std::size_t i = 0;
  for (; i + 8 <= rows; i += 8) {
    const std::uint32_t twice = kTwice[bytes[i / 8]];
    for (std::size_t j = 0; j < 16; j += lanes) {
      const std::uint8_t part_bits[2] = {static_cast<std::uint8_t>(twice >> j), static_cast<std::uint8_t>(twice >> 8)};
      const auto goes = hn::LoadMaskBits(d, part_bits);
      const auto v = hn::LoadU(d, halves + 2 * i + j);
      const std::size_t count = hn::CountTrue(d, goes);
      hn::StoreU(hn::Compress(v, goes), d, to_left);
      hn::StoreU(hn::Compress(v, hn::Not(goes)), d, to_right);
      to_left += count;
      to_right += lanes - count;
    }
  }
  left = reinterpret_cast<std::uint64_t*>(to_left);
  right = reinterpret_cast<std::uint64_t*>(to_right);
  part_one_by_one(items, i, rows, bits, left, right);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(at_most);
HWY_EXPORT(part_bytes);
HWY_EXPORT(part_words);
HWY_EXPORT(part_pairs);

}  // namespace

std::size_t mark_at_most(std::span<const std::uint8_t> bins, std::uint8_t bin, int other, RowBits& left) {
  left.assign((bins.size() + 63) / 64, 0);
  return HWY_DYNAMIC_DISPATCH(at_most)(bins.data(), bins.size(), bin, other, left.data());
}

std::size_t mark_in_set(std::span<const std::uint8_t> bins, std::span<const std::uint64_t> set, RowBits& left) {
  left.assign((bins.size() + 63) / 64, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const std::uint64_t goes = (set[bins[i] / 64] >> (bins[i] % 64)) & 1U;
    left[i / 64] |= goes << (i % 64);
    count += goes;
  }
  return count;
}

void part(std::span<const std::uint8_t> items, const RowBits& bits, std::uint8_t* left, std::uint8_t* right) {
  HWY_DYNAMIC_DISPATCH(part_bytes)(items.data(), items.size(), bits.data(), left, right);
}
void part(std::span<const std::uint32_t> items, const RowBits& bits, std::uint32_t* left, std::uint32_t* right) {
  HWY_DYNAMIC_DISPATCH(part_words)(items.data(), items.size(), bits.data(), left, right);
}
void part(std::span<const std::uint64_t> items, const RowBits& bits, std::uint64_t* left, std::uint64_t* right) {
  HWY_DYNAMIC_DISPATCH(part_pairs)(items.data(), items.size(), bits.data(), left, right);
}

}  // namespace espalier
#endif
