#include "select/anneal/schedule.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace espalier {

std::size_t survivors(const Schedule& schedule, std::size_t candidates, std::size_t last, int epoch) {
  if (candidates <= last) return candidates;
  const double all = schedule.iterations, e = epoch;
  const double share = std::max(0.0, (all - 2 * e) / (2 * e * schedule.mu + all));
  const double left = static_cast<double>(last) + static_cast<double>(candidates - last) * share;
  // A product that should be whole may come out a little below.
  return std::clamp(static_cast<std::size_t>(left + 1e-9), last, candidates);
}

std::vector<std::size_t> exponential_levels(std::size_t count, std::size_t most) {
  std::vector<std::size_t> levels;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 1 : static_cast<double>(count - 1 - i) / static_cast<double>(count - 1);
    const double level = exponential(share * logarithm(static_cast<double>(most)));
    const auto whole = std::clamp<std::size_t>(static_cast<std::size_t>(level + 0.5), 1, most);
    if (levels.empty() || whole < levels.back()) levels.push_back(whole);
  }
  return levels;
}

}  // namespace espalier
