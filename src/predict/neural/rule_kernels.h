// The values of a group's rules over many rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predict/neural/rule_group.h"

namespace espalier {

// By row, kGroupRules each: `value` is max(0, least plane) for a plain rule and the same of the second layer for a deep
// one; `least` is the index of the least, the first on ties. `planes` has, for a deep group, the planes after relu,
// planes × kGroupRules per row. Rows are filled up to a multiple of kRowsAtOnce.
struct RuleActivity {
  static constexpr std::size_t kRowsAtOnce = 4;

  void resize(std::size_t rows, const GroupShape& shape);

  const float* values_of(std::size_t row) const noexcept { return value.data() + row * kGroupRules; }
  const std::int32_t* least_of(std::size_t row) const noexcept { return least.data() + row * kGroupRules; }
  const float* planes_of(std::size_t row, std::size_t count) const noexcept {
    return planes.data() + row * count * kGroupRules;
  }

  std::vector<float> value;
  std::vector<std::int32_t> least;
  std::vector<std::uint32_t> active;  // per row: bit r is set if rule r is above 0
  std::vector<float> planes;
};

// `inputs` has rows × the group's inputs. The bits do not depend on the machine: a plane begins with its offset, then
// each input is multiplied and added, in order.
void activate(const RuleGroup& group, const float* inputs, std::size_t rows, RuleActivity& out);

}  // namespace espalier
