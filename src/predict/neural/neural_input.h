// The input of networks from a value: a number, and that number scaled. In double from a float32 and rounded once, so
// that it is the same wherever it is computed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "espalier/neural_rules.h"

namespace espalier {

// The number of a value of the feature, for an input that is its value or whether it is missing.
inline float number_of(const NeuralInput& input, float value) noexcept {
  const bool present = std::isfinite(value);
  if (input.kind == NeuralInput::Kind::missing) return present ? 0 : 1;
  return present ? value : input.fill;
}

// The same for the code of a label; unknown and missing labels have a code below 0.
inline float number_of(const NeuralInput& input, std::int32_t code) noexcept {
  return code >= 0 && static_cast<std::uint32_t>(code) == input.label ? 1 : 0;
}

// Linear interpolation between the knots on either side of the number, constant beyond the first and the last.
inline double between_knots(const NeuralInput& input, double number) noexcept {
  const auto right = std::upper_bound(input.knots.begin(), input.knots.end(), number);
  if (right == input.knots.begin()) return input.levels.front();
  if (right == input.knots.end()) return input.levels.back();
  const auto i = static_cast<std::size_t>(right - input.knots.begin());
  const double from = input.knots[i - 1], to = input.knots[i];
  const double low = input.levels[i - 1], high = input.levels[i];
  return low + (number - from) / (to - from) * (high - low);
}

inline float scaled(const NeuralInput& input, float number) noexcept {
  constexpr double kMost = kMostInput;
  const double value = number;
  const double result = input.knots.empty()
                            ? (value - static_cast<double>(input.centre)) / static_cast<double>(input.spread)
                            : between_knots(input, value);
  return static_cast<float>(std::clamp(result, -kMost, kMost));
}

}  // namespace espalier
