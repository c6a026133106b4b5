// Blocks of rows for the ways of summing quantised gradients, and the plain loop that they are held against.
#pragma once

#include <vector>

#include "base/random.h"
#include "basis/sums/block_gradients.h"

namespace espalier::test {

// A block of rows with random gradients, and ids of a tree over it.
struct Block {
  BlockGradients rows{};
  std::vector<std::uint8_t> ids;

  Block(std::size_t count, std::uint32_t terminals, Random& random) : ids(2 * kQuantisedBlockRows) {
    rows.count = (count + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
    for (std::size_t i = 0; i < count; ++i) {
      rows.mantissas[i] = static_cast<std::uint8_t>(random.below(kMostMantissa + 1));
      const int power = 1 << random.below(7);
      rows.powers[i] = static_cast<std::int8_t>(random.below(2) == 0 ? power : -power);
      rows.longs[i] = rows.mantissas[i] * rows.powers[i];
      rows.total += rows.longs[i];
    }
    fill(ids, terminals, random);
  }
  static void fill(std::vector<std::uint8_t>& ids, std::uint32_t terminals, Random& random) {
    for (std::uint8_t& id : ids) id = static_cast<std::uint8_t>(random.below(terminals));
  }
  static TreeIds tree(const std::vector<std::uint8_t>& ids, std::uint32_t terminals) {
    return {ids.data(), ids.data() + kQuantisedBlockRows, terminals};
  }
  std::vector<std::int32_t> plain_sums(const std::vector<std::uint8_t>& of, std::uint32_t terminals) const {
    std::vector<std::int32_t> sums(terminals);
    for (std::size_t i = 0; i < rows.count; ++i) sums[of[i]] += rows.longs[i];
    return sums;
  }
};

}  // namespace espalier::test
