// Sums of quantised gradients by terminal for several trees at once.
#pragma once

#include <array>
#include <span>

#include "route/basis/block_gradients.h"

namespace espalier {

// Trees whose ids have kMostBits bits together.
struct Bundle {
  static constexpr std::size_t kMostBits = 12;  // a table of 16 KB stays in the first cache
  static constexpr std::size_t kMostTerminals = 64;
  static constexpr std::size_t kRoom = kMostBits * kMostTerminals;

  std::array<TreeIds, kMostBits> trees;
  std::array<int, kMostBits> shifts;  // where each tree's ids begin in a place of the table
  std::size_t count = 0;
  int bits = 0;

  bool has_room(std::uint32_t terminals) const noexcept;
  void push(const TreeIds& tree);  // of 2 to kMostTerminals terminals
};

// sums[t · Bundle::kMostTerminals + id] = Σ gradients of the rows with that id in tree t of the bundle.
void sum_bundle(const BlockGradients& rows, const Bundle& bundle, std::span<std::int32_t, Bundle::kRoom> sums);

}  // namespace espalier
