#include "method/annealed/settings.h"

#include <algorithm>

#include "espalier/loss.h"

namespace espalier {

std::vector<std::size_t> levels_of(const AnnealSettings& settings, std::size_t most) {
  if (settings.levels.size() == 1) return exponential_levels(static_cast<std::size_t>(settings.levels[0]), most);
  std::vector<std::size_t> levels;
  for (const int level : settings.levels) levels.push_back(std::min(most, static_cast<std::size_t>(level)));
  std::ranges::sort(levels, std::greater());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

AnnealOptions anneal_options(const AnnealSettings& settings, const Loss& loss, std::uint64_t seed) {
  AnnealOptions options;
  options.solver = settings.solver;
  options.schedule = {settings.iterations, settings.mu};
  // The paper's step is 1e-5 for (f - y)², whose gradient is twice that of ½ (f - y)².
  options.step = settings.step.value_or(std::holds_alternative<SquaredLoss>(loss) ? 2e-5 : 1e-3);
  options.seed = seed;
  return options;
}

}  // namespace espalier
