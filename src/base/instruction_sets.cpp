#include "espalier/instruction_sets.h"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "base/text.h"
#include "espalier/error.h"

namespace espalier {
namespace {

std::string lower_case_name(std::int64_t target) {
  std::string name = hwy::TargetName(target);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

// Asking Highway for its targets makes it forget which of them are disabled, until they are chosen again.
void choose_again() { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) names.push_back(lower_case_name(target));
  choose_again();
  return names;
}

void limit_instruction_sets(std::string_view best) {
  if (best.empty()) {
    hwy::DisableTargets(0);
    return choose_again();
  }
  std::vector<std::string> names;
  for (std::int64_t target = 1; target != 0 && target <= HWY_STATIC_TARGET; target <<= 1) {  // better ones are smaller
    if ((HWY_TARGETS & target) == 0) continue;
    names.push_back(lower_case_name(target));
    if (names.back() != best) continue;
    hwy::DisableTargets(target - 1);
    return choose_again();
  }
  throw Error(ErrorCode::usage, fmt::format("the instruction set must be {}, got \"{}\"", listed(names, "or"), best));
}

}  // namespace espalier
