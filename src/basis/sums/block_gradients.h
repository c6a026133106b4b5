// The shared part of the ways to sum quantised gradients: a block of rows, and a tree's ids over it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "basis/ids/basis.h"
#include "basis/sums/quantised_sums.h"

namespace espalier {

// Rounded gradients of a block of rows, padded with zeros to a whole number of tiles, which `count` includes.
struct BlockGradients {
  alignas(Basis::kTile) std::uint8_t mantissas[kQuantisedBlockRows];
  alignas(Basis::kTile) std::int8_t powers[kQuantisedBlockRows];  // of 2, with the gradient's sign
  alignas(Basis::kTile) std::int32_t longs[kQuantisedBlockRows];  // mantissa · power
  std::size_t count;
  std::int32_t total;
};

// Rounded gradients and Hessians of a block of rows, as gradient · 2^32 + Hessian: one addition adds both, and as long
// as sums of Hessians fit into 32 bits, they can be separated again. Padded with zeros to a whole number of tiles,
// which `count` includes.
struct BlockPairs {
  alignas(Basis::kTile) std::int64_t pairs[kQuantisedBlockRows];
  std::size_t count;

  static std::int32_t hessian(std::int64_t sum) noexcept { return static_cast<std::int32_t>(sum); }
  static std::int32_t gradient(std::int64_t sum) noexcept {
    return static_cast<std::int32_t>((sum - hessian(sum)) >> 32);
  }
};

// A tree's ids from the first row of the block on, and the ids that will be read after them: a block is too short a run
// of addresses for the processor to predict what comes next.
struct TreeIds {
  const std::uint8_t* ids;
  const std::uint8_t* next;
  std::uint32_t terminals;

  int bits() const noexcept { return static_cast<int>(std::bit_width(terminals - 1)); }
  // Into the second-level cache: the first is full. The next block's ids too, which otherwise nobody fetches from
  // memory while sums keep the processor busy; beyond the last block this requests memory that is never read, which
  // does no harm.
  void prefetch(std::size_t row) const noexcept {
    __builtin_prefetch(next + row, 0, 2);
    __builtin_prefetch(ids + kQuantisedBlockRows + row, 0, 1);
  }
};

}  // namespace espalier
