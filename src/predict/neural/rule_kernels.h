// What the rules of a group are of many rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predict/neural/rule_group.h"

namespace espalier {

// By row, kGroupRules each: `value` is max(0, least plane) of a plain rule and the same of the second layer of a deep
// one, `least` says which it was, the first of equal ones. `planes` has, of a deep group, the planes after relu,
// planes × kGroupRules a row. Rows are filled up to a multiple of kRowsAtOnce.
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
  std::vector<std::uint32_t> active;  // a row: bit r is set where rule r is above 0
  std::vector<float> planes;
};

// `inputs` has rows × the group's inputs. The bits do not depend on the machine: a plane begins with its offset, then
// each input is multiplied and added, in order.
void activate(const RuleGroup& group, const float* inputs, std::size_t rows, RuleActivity& out);

}  // namespace espalier
