// The contribution of each feature. For trees: its splits, and their gain as a share of all gain. For a linear model:
// its terms, and Σ |weight| · spread, how far they move the scores from row to row, as a share of the total. For neural
// rules: the hyperplanes that use it, and Σ ‖value‖ · spread of a rule · its mean |weight| in the rule's planes,
// likewise. Linear in the splits, terms or weights.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "espalier/forest.h"
#include "espalier/importance.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

void add(const Forest& forest, std::vector<Importance>& result) {
  for (std::size_t s = 0; s < forest.splits.size(); ++s) {
    Importance& importance = result[forest.splits[s].feature];
    ++importance.splits;
    // Rounding may leave the gain of a useless split a little below zero.
    if (forest.statistics) importance.gain += std::max(0.0F, forest.statistics->split_gain[s]);
  }
}

void add(const Linear& linear, std::vector<Importance>& result) {
  const std::size_t outputs = linear.intercept.size();
  for (std::size_t t = 0; t < linear.terms.size(); ++t) {
    Importance& importance = result[linear.terms[t].feature];
    ++importance.splits;
    if (!linear.statistics) continue;
    double size = 0;
    for (std::size_t k = 0; k < outputs; ++k) size += std::fabs(static_cast<double>(linear.weights[t * outputs + k]));
    importance.gain += size * static_cast<double>(linear.statistics->spread[t]);
  }
}

void add(const NeuralRules& rules, std::vector<Importance>& result) {
  each_rule(rules, [&](const NeuralNet& net, const RuleView& rule) {
    const double spread = rules.statistics ? rules.statistics->spread[rule.number] : 0;
    const double of_plane = norm_of(rule.values) * spread / static_cast<double>(rule.planes);
    for (std::size_t j = 0; j < rule.planes; ++j) {
      const Importance* last = nullptr;  // inputs of a feature are contiguous
      for (std::size_t i = 0; i < rule.inputs; ++i) {
        const double weight = std::fabs(rule.plane(j)[i]);
        if (weight == 0) continue;
        Importance& importance = result[rules.inputs[net.inputs[i]].feature];
        importance.gain += of_plane * weight;
        if (std::exchange(last, &importance) != &importance) ++importance.splits;
      }
    }
  });
}

}  // namespace

std::vector<Importance> importances(const Model& model) {
  std::vector<Importance> result;
  for (const Feature& feature : model.features) result.push_back({feature.name, feature.type, 0, 0});
  std::visit([&](const auto& body) { add(body, result); }, model.body);
  double total = 0;
  for (const Importance& importance : result) total += importance.gain;
  if (total > 0)
    for (Importance& importance : result) importance.gain /= total;
  std::ranges::sort(result, [](const Importance& a, const Importance& b) {
    return std::tie(b.gain, b.splits, a.feature) < std::tie(a.gain, a.splits, b.feature);
  });
  return result;
}

}  // namespace espalier
