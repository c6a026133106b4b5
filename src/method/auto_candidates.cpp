#include "method/auto_candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace espalier {
namespace {

bool honours(std::string_view name, Unit unit) {
  const std::vector<Unit>& units = find_method(name).budgets;
  return std::ranges::find(units, unit) != units.end();
}

}  // namespace

std::vector<std::string> auto_candidates(const std::vector<std::string>& asked, const Budget& budget) {
  std::vector<std::string> able;
  for (const std::string_view name : kAutoCandidates)
    if (honours(name, budget.unit)) able.emplace_back(name);
  for (const std::string& name : asked) {
    if (std::ranges::find(able, name) != able.end()) continue;
    throw Error(ErrorCode::usage, fmt::format("candidates must be able to honour a budget in {}, as {} are, got {}",
                                              unit_name(budget.unit), listed(able), name));
  }
  if (!asked.empty()) return asked;
  if (budget.unit != Unit::rules) std::erase(able, "rules");
  return able;
}

std::vector<AutoWay> ways_of(std::string_view candidate) {
  return {{std::string(candidate), find_method(candidate).fit}};
}

}  // namespace espalier
