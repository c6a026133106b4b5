// Floats as unsigned integers that order like them. -inf shares the key of the lowest finite float, so that every
// boundary between two keys has a finite threshold; -0 is 0.
#pragma once

#include <cstdint>

namespace espalier {

inline constexpr std::uint32_t kMissingKey = 0xFFFFFFFFU;
std::uint32_t key_of(float value) noexcept;
float value_of(std::uint32_t key) noexcept;

// The float32 t in the middle with value_of(low) <= t < value_of(high).
float threshold_between(std::uint32_t low, std::uint32_t high) noexcept;

}  // namespace espalier
