#include "grow/partition/partition.h"

#include <array>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/partition/partition.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#ifndef ESPALIER_GROW_PARTITION_ONCE
#define ESPALIER_GROW_PARTITION_ONCE
namespace espalier {

// The numbers of the bits of a byte, one per byte of the word: first those of bits that are set, then the others.
inline constexpr auto kSetFirst = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    int place = 0;
    for (const std::uint32_t wanted : {1U, 0U}) {
      for (std::uint32_t bit = 0; bit < 8; ++bit)
        if (((byte >> bit) & 1U) == wanted) table[byte] |= std::uint64_t{bit} << (8 * place++);
    }
  }
  return table;
}();

// The same for a few items, of which each has a bit, as the elements of a vector of `size`: all those of an item stand
// together.
template <std::size_t items, std::size_t size>
constexpr auto elements_set_first() {
  constexpr std::size_t kEach = size / items;
  std::array<std::array<std::uint8_t, size>, std::size_t{1} << items> table{};
  for (std::uint32_t bits = 0; bits < table.size(); ++bits) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t item = (kSetFirst[bits] >> (8 * (i / kEach))) & 0xFFU;
      table[bits][i] = static_cast<std::uint8_t>(item * kEach + i % kEach);
    }
  }
  return table;
}
alignas(64) inline constexpr auto kBytesOfWords = elements_set_first<4, 16>();
alignas(64) inline constexpr auto kBytesOfPairs = elements_set_first<2, 16>();
alignas(64) inline constexpr auto kHalvesOfPairs = elements_set_first<4, 8>();

}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
// The answers for 64 bytes as bits of a word.
template <class Goes>
HWY_INLINE std::uint64_t marked_word(const std::uint8_t* bins, const Goes& goes) {
  const hn::CappedTag<std::uint8_t, 64> d;
#if HWY_TARGET == HWY_NEON  // pairs of bytes are added until a byte has the bits of eight
  alignas(16) static constexpr std::uint8_t kBit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const auto bit_of = [&](int i) HWY_ATTR {
    return hn::And(hn::VecFromMask(d, goes(hn::LoadU(d, bins + 16 * i))), hn::Load(d, kBit)).raw;
  };
  const uint8x16_t sums = vpaddq_u8(vpaddq_u8(bit_of(0), bit_of(1)), vpaddq_u8(bit_of(2), bit_of(3)));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::uint64_t part = 0;
    hn::StoreMaskBits(d, goes(hn::LoadU(d, bins + i)), reinterpret_cast<std::uint8_t*>(&part));
    word |= part << i;
  }
  return word;
#endif
}
#endif

// Bits are read and written by the byte, so vectors of fewer than eight lanes are of no use.
template <class Goes, class GoesOne>
HWY_INLINE std::size_t mark(const std::uint8_t* bins, std::size_t rows, std::uint64_t* bits, const Goes& goes,
                            const GoesOne& goes_one) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t lanes = hn::Lanes(d);
  auto* bytes = reinterpret_cast<std::uint8_t*>(bits);
  std::size_t count = 0, i = 0;
#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
  for (; i + 64 <= rows; i += 64) {
    bits[i / 64] = marked_word(bins + i, goes);
    count += static_cast<std::size_t>(std::popcount(bits[i / 64]));
  }
#endif
  for (; lanes % 8 == 0 && i + lanes <= rows; i += lanes) {
    const auto marked = goes(hn::LoadU(d, bins + i));
    hn::StoreMaskBits(d, marked, bytes + i / 8);
    count += hn::CountTrue(d, marked);
  }
  for (; i < rows; ++i) {
    const bool marked = goes_one(bins[i]);
    bits[i / 64] |= std::uint64_t{marked} << (i % 64);
    count += marked;
  }
  return count;
}

std::size_t at_most(const std::uint8_t* bins, std::size_t rows, std::uint8_t bin, int other, std::uint64_t* bits) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const auto highest = hn::Set(d, bin);
  const auto equal = hn::Set(d, static_cast<std::uint8_t>(other < 0 ? bin : other));
  return mark(
      bins, rows, bits, [&](auto v) HWY_ATTR { return hn::Or(hn::Eq(hn::Min(v, highest), v), hn::Eq(v, equal)); },
      [&](std::uint8_t v) { return v <= bin || v == other; });
}

// The 256 bits of the set are looked up as 32 bytes, in two halves.
std::size_t in_set(const std::uint8_t* bins, std::size_t rows, const std::uint64_t* set, std::uint64_t* bits) {
  const auto goes_one = [&](std::uint8_t v) { return ((set[v / 64] >> (v % 64)) & 1U) != 0; };
#if HWY_TARGET == HWY_SCALAR
  return mark(
      bins, rows, bits, [](auto v) { return hn::Eq(v, v); }, goes_one);  // one lane: only goes_one is called
#else
  const hn::CappedTag<std::uint8_t, 64> d;
  alignas(16) static constexpr std::uint8_t kBit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(set);
  const auto low = hn::LoadDup128(d, bytes), high = hn::LoadDup128(d, bytes + 16), bit = hn::LoadDup128(d, kBit);
  const auto seven = hn::Set(d, 7), fifteen = hn::Set(d, 15);
  return mark(
      bins, rows, bits,
      [&](auto v) HWY_ATTR {
        const auto place = hn::And(hn::ShiftRight<3>(v), fifteen);
        const auto byte = hn::IfThenElse(hn::Lt(v, hn::Set(d, 128)), hn::TableLookupBytes(low, place),
                                         hn::TableLookupBytes(high, place));
        return hn::TestBit(byte, hn::TableLookupBytes(bit, hn::And(v, seven)));
      },
      goes_one);
#endif
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

// One vector after another, where the instruction set can compress one: to a register first, since compressing into
// memory is slow on some machines. Returns the number of items that were parted.
template <class T>
HWY_INLINE std::size_t part_vectors(const T* items, std::size_t rows, const std::uint64_t* bits, T*& left, T*& right) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
  std::size_t i = 0;
  for (; lanes % 8 == 0 && i + lanes <= rows; i += lanes) {
    const auto v = hn::LoadU(d, items + i);
    const auto goes = hn::LoadMaskBits(d, bytes + i / 8);
    const std::size_t count = hn::CountTrue(d, goes);
    hn::StoreU(hn::Compress(v, goes), d, left);
    hn::StoreU(hn::CompressNot(v, goes), d, right);
    left += count;
    right += lanes - count;
  }
  return i;
}

// Otherwise groups of `size` items are permuted twice, by a table: those that go left to the front, those that go right
// to the front. `load(items)` gives the vector of a group, and `store(v, first, to)` stores all of its items, those
// whose bits in `first` are set before the others.
template <int size, class T, class Load, class Store>
HWY_INLINE std::size_t part_groups(const T* items, std::size_t rows, const std::uint64_t* bits, T*& left, T*& right,
                                   const Load& load, const Store& store) {
  constexpr std::uint32_t kAll = (1U << size) - 1;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
  std::size_t i = 0, lefts = 0, rights = 0;
  for (; i + 8 <= rows; i += 8) {
    const std::uint32_t byte = bytes[i / 8];
    for (std::size_t j = 0; j < 8; j += size) {  // rights is less by j here, which costs nothing in an address
      const std::uint32_t goes = (byte >> j) & kAll;
      const auto count = static_cast<std::size_t>(std::popcount(goes));
      const auto v = load(items + i + j);
      store(v, goes, left + lefts);
      store(v, goes ^ kAll, right + (rights + j));
      lefts += count;
      rights -= count;
    }
    rights += 8;
  }
  left += lefts;
  right += rights;
  return i;
}

void part_bytes(const std::uint8_t* items, std::size_t rows, const std::uint64_t* bits, std::uint8_t* left,
                std::uint8_t* right) {
#if HWY_TARGET <= HWY_AVX3_DL || HWY_HAVE_SCALABLE
  const std::size_t done = part_vectors(items, rows, bits, left, right);
#elif HWY_TARGET == HWY_SCALAR
  const std::size_t done = 0;
#else
  // One permutation serves both sides: those that go right stand behind the others.
  const hn::FixedTag<std::uint8_t, 8> d;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(bits);
  std::size_t done = 0, lefts = 0;
  for (; done + 8 <= rows; done += 8) {
    const std::uint8_t goes = bytes[done / 8];
    const auto count = static_cast<std::size_t>(std::popcount(goes));
    const auto order = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(&kSetFirst[goes]));
    const std::uint64_t parted = hn::GetLane(
        hn::BitCast(hn::FixedTag<std::uint64_t, 1>(), hn::TableLookupBytes(hn::LoadU(d, items + done), order)));
    const std::uint64_t others = (parted >> (4 * count)) >> (4 * count);  // at once, 64 would be too many
    std::memcpy(left + lefts, &parted, 8);
    std::memcpy(right + (done - lefts), &others, 8);
    lefts += count;
  }
  left += lefts;
  right += done - lefts;
#endif
  part_one_by_one(items, done, rows, bits, left, right);
}

#if HWY_TARGET <= HWY_AVX2
// The places of eight items in a vector of them.
HWY_INLINE auto places(hn::FixedTag<std::uint32_t, 8> d, std::uint32_t first) {
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  return hn::PromoteTo(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(&kSetFirst[first])));
}
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE auto places(hn::FixedTag<std::uint64_t, 8>, std::uint32_t first) {
  return hn::Vec512<std::uint64_t>{
      _mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&kSetFirst[first])))};
}
#endif

template <class T>
HWY_INLINE std::size_t part_eights(const T* items, std::size_t rows, const std::uint64_t* bits, T*& left, T*& right) {
  const hn::FixedTag<T, 8> d;
  return part_groups<8>(
      items, rows, bits, left, right, [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); },
      [&](auto v, std::uint32_t first, T* to)
          HWY_ATTR { hn::StoreU(hn::TableLookupLanes(v, hn::IndicesFromVec(d, places(d, first))), d, to); });
}
#endif

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET > HWY_AVX2 && !HWY_HAVE_SCALABLE
// Vectors of 16 bytes, permuted by the byte.
template <int size, class T, class Table>
HWY_INLINE std::size_t part_sixteen_bytes(const T* items, std::size_t rows, const std::uint64_t* bits, T*& left,
                                          T*& right, const Table& table) {
  const hn::FixedTag<std::uint8_t, 16> d;
  return part_groups<size>(
      items, rows, bits, left, right,
      [&](const T* from) HWY_ATTR { return hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(from)); },
      [&](auto v, std::uint32_t first, T* to) HWY_ATTR {
        hn::StoreU(hn::TableLookupBytes(v, hn::Load(d, table[first].data())), d, reinterpret_cast<std::uint8_t*>(to));
      });
}
#endif

void part_words(const std::uint32_t* items, std::size_t rows, const std::uint64_t* bits, std::uint32_t* left,
                std::uint32_t* right) {
#if HWY_TARGET <= HWY_AVX3 || HWY_HAVE_SCALABLE
  const std::size_t done = part_vectors(items, rows, bits, left, right);
#elif HWY_TARGET == HWY_AVX2
  const std::size_t done = part_eights(items, rows, bits, left, right);
#elif HWY_TARGET == HWY_SCALAR
  const std::size_t done = 0;
#else
  const std::size_t done = part_sixteen_bytes<4>(items, rows, bits, left, right, kBytesOfWords);
#endif
  part_one_by_one(items, done, rows, bits, left, right);
}

void part_pairs(const std::uint64_t* items, std::size_t rows, const std::uint64_t* bits, std::uint64_t* left,
                std::uint64_t* right) {
#if HWY_HAVE_SCALABLE
  const std::size_t done = part_vectors(items, rows, bits, left, right);
#elif HWY_TARGET <= HWY_AVX3
  const std::size_t done = part_eights(items, rows, bits, left, right);
#elif HWY_TARGET == HWY_AVX2
  const hn::FixedTag<std::uint32_t, 8> d;  // the halves of four pairs
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  const std::size_t done = part_groups<4>(
      items, rows, bits, left, right,
      [&](const std::uint64_t* from) HWY_ATTR { return hn::LoadU(d, reinterpret_cast<const std::uint32_t*>(from)); },
      [&](auto v, std::uint32_t first, std::uint64_t* to) HWY_ATTR {
        const auto order = hn::PromoteTo(d, hn::LoadU(bytes, kHalvesOfPairs[first].data()));
        hn::StoreU(hn::TableLookupLanes(v, hn::IndicesFromVec(d, order)), d, reinterpret_cast<std::uint32_t*>(to));
      });
#elif HWY_TARGET == HWY_SCALAR
  const std::size_t done = 0;
#else
  const std::size_t done = part_sixteen_bytes<2>(items, rows, bits, left, right, kBytesOfPairs);
#endif
  part_one_by_one(items, done, rows, bits, left, right);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(at_most);
HWY_EXPORT(in_set);
HWY_EXPORT(part_bytes);
HWY_EXPORT(part_words);
HWY_EXPORT(part_pairs);

}  // namespace

std::size_t mark_at_most(std::span<const std::uint8_t> bins, std::uint8_t bin, int other, std::uint64_t* left) {
  return HWY_DYNAMIC_DISPATCH(at_most)(bins.data(), bins.size(), bin, other, left);
}

std::size_t mark_in_set(std::span<const std::uint8_t> bins, std::span<const std::uint64_t> set, std::uint64_t* left) {
  return HWY_DYNAMIC_DISPATCH(in_set)(bins.data(), bins.size(), set.data(), left);
}

void part(std::span<const std::uint8_t> items, const std::uint64_t* bits, std::uint8_t* left, std::uint8_t* right) {
  HWY_DYNAMIC_DISPATCH(part_bytes)(items.data(), items.size(), bits, left, right);
}
void part(std::span<const std::uint32_t> items, const std::uint64_t* bits, std::uint32_t* left, std::uint32_t* right) {
  HWY_DYNAMIC_DISPATCH(part_words)(items.data(), items.size(), bits, left, right);
}
void part(std::span<const std::uint64_t> items, const std::uint64_t* bits, std::uint64_t* left, std::uint64_t* right) {
  HWY_DYNAMIC_DISPATCH(part_pairs)(items.data(), items.size(), bits, left, right);
}
void part(std::span<const double> items, const std::uint64_t* bits, double* left, double* right) {
  HWY_DYNAMIC_DISPATCH(part_pairs)
  (reinterpret_cast<const std::uint64_t*>(items.data()), items.size(), bits, reinterpret_cast<std::uint64_t*>(left),
   reinterpret_cast<std::uint64_t*>(right));
}

}  // namespace espalier
#endif
