// What the ways of summing quantised gradients share: a block of rows, and a tree's ids over it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "model/basis.h"
#include "route/basis/quantised_sums.h"

namespace espalier {

// Rounded gradients of a block of rows, zeros up to a whole number of tiles: `count` includes them.
struct BlockGradients {
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

  int bits() const noexcept { return static_cast<int>(std::bit_width(terminals - 1)); }
  // Into the second cache: the first one is full.
  void prefetch(std::size_t row) const noexcept { __builtin_prefetch(next + row, 0, 2); }
};

}  // namespace espalier
