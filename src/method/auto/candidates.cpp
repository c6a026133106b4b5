// Tested by tests/method/auto/auto_test.cpp.
#include "method/auto/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "espalier/compact.h"
#include "espalier/error.h"
#include "espalier/method.h"
#include "method/finish/path_point.h"

namespace espalier {
namespace {

bool supports(std::string_view name, Unit unit) {
  const std::vector<Unit>& units = find_method(name).budgets;
  return std::ranges::find(units, unit) != units.end();
}

// A hundred rounds, or fewer where a round is one tree for each of many classes: what is left of thousands of trees is
// worse, and takes minutes.
std::size_t rounds_to_compact(const Target& target) {
  constexpr std::size_t kTrees = 300;
  const std::size_t trees_per_round = target.labels.size() > 2 ? target.labels.size() : 1;
  return std::clamp<std::size_t>(kTrees / trees_per_round, 10, 100);
}

FitResult fit_by_default(const Method& method, FitRequest request, const Run& run) {
  request.budget = method.default_budget;
  FitResult result = method.fit(request, run);
  result.chosen +=
      fmt::format("{}at most {} by default", result.chosen.empty() ? "" : ", ", to_string(*request.budget));
  return result;
}

// Grown without regard to the budget, then pruned to it, with all leaves refitted together.
FitResult fit_compacted(const FitRequest& request, const Run& run) {
  FitRequest whole = request;
  whole.budget.reset();
  whole.path = false;
  whole.options["trees"] = fmt::format("{}", rounds_to_compact(request.train->target));
  const FitResult grown = find_method("boost").fit(whole, run);
  CompactRequest compaction;
  compaction.train = request.train;
  compaction.validation = request.validation;
  compaction.budget = request.budget;
  FitResult result = compact(grown.model, compaction, run);
  if (request.path) result.path = {path_point(result.model, request, run)};
  return result;
}

}  // namespace

std::vector<std::string> auto_candidates(const std::vector<std::string>& asked, const std::optional<Budget>& budget) {
  std::vector<std::string> able;
  for (const std::string_view name : kAutoCandidates)
    if (!budget || supports(name, budget->unit)) able.emplace_back(name);
  for (const std::string& name : asked) {
    if (std::ranges::count(asked, name) > 1)
      throw Error(ErrorCode::usage, fmt::format("candidates must differ, got {} twice", name));
    if (std::ranges::find(able, name) != able.end()) continue;
    throw Error(ErrorCode::usage, fmt::format("candidates must support a budget in {}, as {} do, got {}",
                                              unit_name(budget->unit), listed(able), name));
  }
  if (!asked.empty()) return asked;
  if (!budget || budget->unit != Unit::rules) std::erase(able, "rules");
  return able;
}

std::vector<AutoWay> ways_of(std::string_view candidate, const std::optional<Budget>& budget) {
  const Method& method = find_method(candidate);
  std::vector<AutoWay> ways = {{std::string(candidate), method.fit}};
  if (!budget) {
    if (method.default_budget)
      ways[0].fit = [&method](const FitRequest& request, const Run& run) {
        return fit_by_default(method, request, run);
      };
    return ways;
  }
  // As many rounds as the budget holds, or more that are then made smaller.
  if (candidate == "boost") ways.push_back({"compacted boost", fit_compacted});
  return ways;
}

}  // namespace espalier
