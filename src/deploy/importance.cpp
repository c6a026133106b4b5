// How much each feature contributes: its splits, and their gain as a share of all gain. Linear in the splits.
#include <algorithm>
#include <tuple>

#include "espalier/deploy.h"

namespace espalier {

std::vector<Importance> importances(const Model& model) {
  const auto& forest = std::get<Forest>(model.body);
  std::vector<Importance> result;
  for (const Feature& feature : model.features) result.push_back({feature.name, feature.type, 0, 0});
  double total = 0;
  for (std::size_t s = 0; s < forest.splits.size(); ++s) {
    Importance& importance = result[forest.splits[s].feature];
    ++importance.splits;
    if (!forest.statistics) continue;
    // Rounding may leave the gain of a useless split a little below zero.
    const double gain = std::max(0.0F, forest.statistics->split_gain[s]);
    importance.gain += gain;
    total += gain;
  }
  if (total > 0)
    for (Importance& importance : result) importance.gain /= total;
  std::ranges::sort(result, [](const Importance& a, const Importance& b) {
    return std::tie(b.gain, b.splits, a.feature) < std::tie(a.gain, a.splits, b.feature);
  });
  return result;
}

}  // namespace espalier
