// Sums of quantised gradients, or of pairs of gradient and Hessian, by terminal for several trees at once.
#pragma once

#include <array>
#include <span>

#include "basis/sums/block_gradients.h"

namespace espalier {

// Trees whose ids have at most kMostBits bits together.
struct Bundle {
  static constexpr std::size_t kMostBits = 12;  // a table of 16 KB, or 32 of pairs, stays in the first-level cache
  static constexpr std::size_t kMostTerminals = 256;
  static constexpr std::size_t kRoom =
      256 + 16;  // of the sums: one tree of 8 bits and one of 4 have the most terminals

  std::array<TreeIds, kMostBits> trees;
  std::array<int, kMostBits> shifts;            // where each tree's ids begin in a place of the table
  std::array<std::uint32_t, kMostBits> starts;  // where each tree's sums begin
  std::size_t count = 0;
  int bits = 0;

  bool has_room(std::uint32_t terminals) const noexcept;
  void push(const TreeIds& tree);  // of at most kMostTerminals terminals
};

// sums[starts[t] + id] = Σ gradients of the rows with that id in tree t of the bundle.
void sum_bundle(const BlockGradients& rows, const Bundle& bundle, std::span<std::int32_t, Bundle::kRoom> sums);

// The same for pairs, both halves added at once.
void sum_bundle(const BlockPairs& rows, const Bundle& bundle, std::span<std::int64_t, Bundle::kRoom> sums);

}  // namespace espalier
