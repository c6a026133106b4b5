#pragma once

namespace espalier {

// To 32 binary digits, so that what differs by rounding errors only is mostly the same, and a rule for ties can decide.
inline double without_last_digits(double x) noexcept {
  constexpr double kLost = 0x1p21 + 1;  // of 53
  const double product = kLost * x;
  return product - (product - x);
}

}  // namespace espalier
