#include "data/float_key.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace espalier {
namespace {

constexpr std::uint32_t kSign = 0x80000000U;
constexpr float kLargest = std::numeric_limits<float>::max();

}  // namespace

std::uint32_t key_of(float value) noexcept {
  if (std::isnan(value)) return kMissingKey;
  const float finite = std::max(value, -kLargest) + 0.0F;  // + 0 turns -0 into 0
  const auto bits = std::bit_cast<std::uint32_t>(finite);
  return bits & kSign ? ~bits : bits | kSign;
}

float value_of(std::uint32_t key) noexcept { return std::bit_cast<float>(key & kSign ? key ^ kSign : ~key); }

float threshold_between(std::uint32_t low, std::uint32_t high) noexcept {
  const float left = value_of(low), right = value_of(high);
  if (std::isinf(right)) return kLargest;
  const auto middle = static_cast<float>((static_cast<double>(left) + static_cast<double>(right)) / 2);
  return middle < right ? middle : left;
}

}  // namespace espalier
