// Partition of a node's rows into its children's, in order, by one bit per row. Where the instruction set compresses
// vectors (AVX-512), that does it; elsewhere groups of items are permuted by a table. On one core of a Zen 4 EPYC a
// byte takes 0.04 ns by AVX-512 with VBMI2 and 0.09 by AVX2, a row number 0.14 and 0.12, a pair 0.16 and 0.21;
// one by one, about 0.5 each (bench/micro/histogram_bench.cpp).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

// Bit i of word i / 64 is set if row i goes left. Kernels read whole words.
using RowBits = std::vector<std::uint64_t>;
inline std::size_t words_of(std::size_t rows) noexcept { return (rows + 63) / 64; }

// How many of these rows go left; bits beyond them are 0.
inline std::size_t count_left(const std::uint64_t* bits, std::size_t rows) noexcept {
  std::size_t count = 0;
  for (std::size_t word = 0; word < words_of(rows); ++word)
    count += static_cast<std::size_t>(std::popcount(bits[word]));
  return count;
}

// Marks rows whose bin is at most `bin`, or is `other` (kNoOther: no other), in words that are 0. Returns their number.
inline constexpr int kNoOther = -1;
std::size_t mark_at_most(std::span<const std::uint8_t> bins, std::uint8_t bin, int other, std::uint64_t* left);

// Marks rows whose bin is in the set of 256 bits.
std::size_t mark_in_set(std::span<const std::uint8_t> bins, std::span<const std::uint64_t> set, std::uint64_t* left);

// Moves the items that go left to `left`, the others to `right`. Both may be written up to 64 bytes beyond their items,
// so they must not touch; `left` may be `items` itself or lie before it, and is then not written beyond them.
void part(std::span<const std::uint8_t> items, const std::uint64_t* bits, std::uint8_t* left, std::uint8_t* right);
void part(std::span<const std::uint32_t> items, const std::uint64_t* bits, std::uint32_t* left, std::uint32_t* right);
void part(std::span<const std::uint64_t> items, const std::uint64_t* bits, std::uint64_t* left, std::uint64_t* right);
void part(std::span<const double> items, const std::uint64_t* bits, double* left, double* right);

}  // namespace espalier
