// A gradient and a Hessian as whole numbers in one word, gradient above: one addition adds both, sums come out the same
// in any order, and differences of sums are exact. A scale turns real numbers into whole ones so that no sum over all
// rows exceeds 31 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace espalier {

using PackedGradient = std::uint64_t;

inline constexpr double kLargestSum = 0x1p30;  // of real numbers times their scale

inline PackedGradient pack(std::int32_t gradient, std::uint32_t hessian) noexcept {
  return (static_cast<PackedGradient>(static_cast<std::uint32_t>(gradient)) << 32) + hessian;
}
inline std::int32_t gradient_of(PackedGradient sum) noexcept { return static_cast<std::int32_t>(sum >> 32); }
// Positive for every set of rows that is not empty.
inline std::int32_t hessian_of(PackedGradient sum) noexcept { return static_cast<std::int32_t>(sum & 0xFFFFFFFFU); }

// The effect of chance alone on sums, from all rows.
struct PairNoise {
  double gain = 0;         // Σ g² / Σ h: twice what a degree of freedom gains by chance, in units of the loss
  double row_hessian = 0;  // the mean Hessian of a row
};

// Whole number = real number × scale; powers of two.
struct PairScale {
  double gradient = 1;
  double hessian = 1;
  PairNoise noise;
};

struct NoiseSums {
  double square = 0;   // Σ w g², over all outputs
  double hessian = 0;  // Σ w h
  double weight = 0;
  double rows = 0;  // the number of rows that have a weight
};

// A row of weight two is two equal rows, which adds no noise; but rows that weigh less also gain less by chance. The
// sums may have the weights in some unit.
inline PairNoise noise_of(const NoiseSums& sums, std::size_t outputs, double unit = 1) noexcept {
  const double rows = std::max(sums.rows, sums.weight * unit);
  const double gain = sums.square / sums.hessian * std::min(1.0, sums.weight / sums.rows * unit) / unit;
  if (!std::isfinite(gain)) return {};
  return {gain, sums.hessian / (rows * static_cast<double>(outputs))};
}

}  // namespace espalier
