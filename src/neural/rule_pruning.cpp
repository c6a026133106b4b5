#include "neural/rule_pruning.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace espalier {

std::size_t rules_after(const PruneSchedule& schedule, std::size_t rules, std::size_t epoch, std::size_t epochs) {
  if (schedule.keep >= rules) return rules;
  const auto t = static_cast<double>(epoch), all = static_cast<double>(epochs);
  const double share = std::max(0.0, (all - 2 * t) / (2 * t * schedule.speed + all));
  return schedule.keep + static_cast<std::size_t>(static_cast<double>(rules - schedule.keep) * share);
}

std::vector<std::vector<double>> squared_norms(std::span<const RuleGroup> groups, const float* inputs, std::size_t rows,
                                               std::span<const float> weights) {
  std::vector<std::vector<double>> norms;
  RuleActivity activity;
  for (const RuleGroup& group : groups) {
    activate(group, inputs, rows, activity);
    std::vector<double>& of_group = norms.emplace_back(kGroupRules);
    for (std::size_t row = 0; row < rows; ++row) {
      const float* values = activity.values_of(row);
      const double weight = weights.empty() ? 1 : weights[row];
      for (std::size_t r = 0; r < kGroupRules; ++r)
        of_group[r] += weight * (static_cast<double>(values[r]) * static_cast<double>(values[r]));
    }
  }
  return norms;
}

std::size_t prune(std::span<const RuleGroup> groups, const std::vector<std::vector<double>>& squared_norms,
                  std::size_t count, std::span<std::uint32_t> alive) {
  struct Scored {
    double score = 0;
    std::size_t group = 0, rule = 0;
  };
  std::vector<Scored> scored;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t r = 0; r < groups[g].shape().rules; ++r) {
      if (((alive[g] >> r) & 1) == 0) continue;
      double squares = 0;
      for (std::size_t k = 0; k < groups[g].shape().outputs; ++k) {
        const double value = groups[g].values(k)[r];
        squares += value * value;
      }
      scored.push_back({std::sqrt(squares * squared_norms[g][r]), g, r});
    }
  }
  std::ranges::stable_sort(scored, std::ranges::greater(), &Scored::score);
  for (std::size_t i = count; i < scored.size(); ++i) alive[scored[i].group] &= ~(std::uint32_t{1} << scored[i].rule);
  return std::min(count, scored.size());
}

}  // namespace espalier
