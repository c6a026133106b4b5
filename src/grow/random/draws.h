// The random draws of one tree, thousands per millisecond: SplitMix64 (Steele, Lea and Flood 2014), a mixed counter,
// from a state that Random hashed from (seed, purpose, tree). A fifth of Philox's cost, and good enough for picking
// columns and thresholds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/random.h"

namespace espalier {

class Draws {
 public:
  explicit Draws(Random random) noexcept : state_(random.bits()) {}

  std::uint64_t bits() noexcept {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  // 0 … n-1, n < 2^32: multiply and keep the high half; values that would favour some results are drawn again.
  std::size_t below(std::size_t n) noexcept {
    while (true) {
      const std::uint64_t product = (bits() >> 32) * n;
      const auto low = static_cast<std::uint32_t>(product);
      if (low >= n || low >= (std::uint64_t{1} << 32) % n) return product >> 32;
    }
  }

  double uniform() noexcept { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }  // in (0, 1)

 private:
  std::uint64_t state_;
};

}  // namespace espalier
