#pragma once

namespace espalier {

// Rounds to 32 binary digits, so that numbers that differ by rounding errors only are mostly equal, and a rule for ties
// can decide.
inline double without_last_digits(double x) noexcept {
  constexpr double kLost = 0x1p21 + 1;  // of 53
  const double product = kLost * x;
  return product - (product - x);
}

}  // namespace espalier
