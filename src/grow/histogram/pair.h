// A gradient and a Hessian as whole numbers in one word, gradient above: one addition adds both, sums come out the same
// in any order, and differences of sums are exact. A scale turns real numbers into whole ones so that no sum over all
// rows leaves 31 bits.
#pragma once

#include <cstdint>

namespace espalier {

using Pair = std::uint64_t;

inline Pair pack(std::int32_t gradient, std::uint32_t hessian) noexcept {
  return (static_cast<Pair>(static_cast<std::uint32_t>(gradient)) << 32) + hessian;
}
inline std::int32_t gradient_of(Pair sum) noexcept { return static_cast<std::int32_t>(sum >> 32); }
// Positive for every set of rows that is not empty.
inline std::int32_t hessian_of(Pair sum) noexcept { return static_cast<std::int32_t>(sum & 0xFFFFFFFFU); }

// Whole number = real number × scale; powers of two.
struct PairScale {
  double gradient = 1;
  double hessian = 1;
  double noise = 0;  // Σ g² / Σ h of all rows, in units of the loss: what each degree of freedom gains twice by chance
};

}  // namespace espalier
