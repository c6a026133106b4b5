#include "method/annealed/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "espalier/loss.h"

namespace espalier {

void check_annealed(const AnnealedOptions& options) {
  if (options.choose == ChooseBy::cv || options.loss != LossName::hinge) return;
  throw Error(ErrorCode::usage, fmt::format("choose must be cv with the hinge loss, which is no likelihood, got {}",
                                            choice_name(kChooseBy, options.choose)));
}

std::vector<std::size_t> levels_of(const AnnealedOptions& options, std::size_t most) {
  if (options.levels.size() == 1) return exponential_levels(static_cast<std::size_t>(options.levels[0]), most);
  std::vector<std::size_t> levels;
  for (const int level : options.levels) levels.push_back(std::min(most, static_cast<std::size_t>(level)));
  std::ranges::sort(levels, std::greater());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

AnnealPlan anneal_plan(const AnnealedOptions& options, const Loss& loss, std::uint64_t seed) {
  AnnealPlan plan;
  plan.solver = options.solver;
  plan.schedule = {options.iterations, options.mu};
  // The paper's step is 1e-5 for (f - y)², whose gradient is twice that of ½ (f - y)².
  plan.step = options.step.value_or(std::holds_alternative<SquaredLoss>(loss) ? 2e-5 : 1e-3);
  plan.seed = seed;
  return plan;
}

}  // namespace espalier
