// The candidates of auto: methods at their defaults, each within the budget.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/run.h"

namespace espalier {

// In the order in which they are tried.
inline constexpr std::array<std::string_view, 5> kAutoCandidates = {"graft", "rules", "boost", "gif", "ret"};

// The candidates that are asked for; by default all that support the budget, if there is one, with rules only if it is
// in rules. An error if a candidate that is asked for does not support it.
std::vector<std::string> auto_candidates(const std::vector<std::string>& asked, const std::optional<Budget>& budget);

// One way of fitting; a candidate may have several, and the best of them represents it.
struct AutoWay {
  std::string name;  // in messages
  std::function<FitResult(const FitRequest&, const Run&)> fit;
};

// Without a budget, a candidate keeps to its own default, if it has one.
std::vector<AutoWay> ways_of(std::string_view candidate, const std::optional<Budget>& budget);

}  // namespace espalier
