// Linear in the weights.
#include "model/neural_rules.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/assert.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

bool finite(double value) noexcept { return std::isfinite(value); }
bool within_weights(float weight) noexcept { return std::fabs(weight) <= kMostWeight; }
bool not_negative(float number) noexcept { return std::isfinite(number) && number >= 0; }

void check_scale(const NeuralInput& input) {
  ESPALIER_ASSERT(finite(input.fill) && finite(input.centre) && finite(input.spread) && input.spread > 0);
  ESPALIER_ASSERT(input.kind == NeuralInput::Kind::value || (input.fill == 0 && input.knots.empty()));
  ESPALIER_ASSERT(input.knots.size() != 1 && input.levels.size() == input.knots.size());
  ESPALIER_ASSERT(input.knots.empty() || (input.centre == 0 && input.spread == 1));
  ESPALIER_ASSERT(std::ranges::all_of(input.knots, finite) && std::ranges::all_of(input.levels, finite));
  ESPALIER_ASSERT(std::ranges::adjacent_find(input.knots, std::ranges::greater_equal()) == input.knots.end());
  ESPALIER_ASSERT(std::ranges::is_sorted(input.levels));
}

void check_inputs(const std::vector<NeuralInput>& inputs, const std::vector<Feature>& features) {
  const auto place = [](const NeuralInput& input) { return std::tuple(input.feature, input.kind, input.label); };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const NeuralInput& input = inputs[i];
    const Feature& feature = features.at(input.feature);
    const bool label = input.kind == NeuralInput::Kind::label;
    ESPALIER_ASSERT(i == 0 || place(inputs[i - 1]) < place(input));
    ESPALIER_ASSERT((feature.type == ColumnType::categorical) == label);
    ESPALIER_ASSERT(label ? input.label < feature.labels.size() : input.label == 0);
    check_scale(input);
  }
}

void check_net(const NeuralNet& net, const NeuralRules& rules) {
  std::size_t planes = 0;
  std::size_t mixing = 0;
  for (const std::uint32_t of_rule : net.planes) {
    ESPALIER_ASSERT(of_rule >= 1 && of_rule <= kMostPlanes);
    planes += of_rule;
    mixing += mixing_size(of_rule);
  }
  ESPALIER_ASSERT(std::ranges::adjacent_find(net.inputs, std::ranges::greater_equal()) == net.inputs.end());
  ESPALIER_ASSERT(net.inputs.empty() || net.inputs.back() < rules.inputs.size());
  ESPALIER_ASSERT(net.weights.size() == planes * (net.inputs.size() + 1));
  ESPALIER_ASSERT(net.mixing.size() == (rules.deep ? mixing : 0));
  ESPALIER_ASSERT(net.values.size() == net.planes.size() * rules.intercept.size());
  ESPALIER_ASSERT(std::ranges::all_of(net.weights, within_weights) && std::ranges::all_of(net.mixing, within_weights));
  ESPALIER_ASSERT(std::ranges::all_of(net.values, finite));
}

void append(std::vector<float>& to, std::span<const float> numbers) {
  to.insert(to.end(), numbers.begin(), numbers.end());
}

void append_rule(const RuleView& rule, NeuralNet& net) {
  net.planes.push_back(static_cast<std::uint32_t>(rule.planes));
  append(net.weights, rule.weights);
  append(net.mixing, rule.mixing);
  append(net.values, rule.values);
}

void append_statistics(const RuleStatistics& from, std::size_t rule, RuleStatistics& to) {
  for (const auto numbers :
       {&RuleStatistics::rows, &RuleStatistics::leaf, &RuleStatistics::both, &RuleStatistics::spread})
    (to.*numbers).push_back((from.*numbers)[rule]);
}

}  // namespace

void check_neural(const NeuralRules& rules, const std::vector<Feature>& features) {
  ESPALIER_ASSERT(std::ranges::all_of(rules.intercept, finite));
  check_inputs(rules.inputs, features);
  for (const NeuralNet& net : rules.nets) check_net(net, rules);
  if (!rules.statistics) return;
  const RuleStatistics& statistics = *rules.statistics;
  for (const auto* numbers : {&statistics.rows, &statistics.leaf, &statistics.both, &statistics.spread})
    ESPALIER_ASSERT(numbers->size() == rules.rules() && std::ranges::all_of(*numbers, not_negative));
}

std::vector<bool> used_inputs(const NeuralRules& rules) {
  std::vector<bool> used(rules.inputs.size());
  for (const NeuralNet& net : rules.nets)
    for (const std::uint32_t input : net.inputs) used[input] = true;
  return used;
}

std::vector<std::uint32_t> numbers_of(const std::vector<bool>& kept) {
  std::vector<std::uint32_t> numbers(kept.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    numbers[i] = next;
    next += kept[i] ? 1 : 0;
  }
  return numbers;
}

NeuralRules without_idle_parts(const NeuralRules& rules) {
  NeuralRules kept;
  kept.intercept = rules.intercept;
  kept.deep = rules.deep;
  if (rules.statistics) kept.statistics.emplace();
  const NeuralNet* last = nullptr;
  each_rule(rules, [&](const NeuralNet& net, const RuleView& rule) {
    if (std::ranges::all_of(rule.values, [](float value) { return value == 0; })) return;
    if (std::exchange(last, &net) != &net) kept.nets.emplace_back().inputs = net.inputs;
    append_rule(rule, kept.nets.back());
    if (rules.statistics) append_statistics(*rules.statistics, rule.number, *kept.statistics);
  });
  kept.inputs = rules.inputs;
  const std::vector<bool> used = used_inputs(kept);
  const std::vector<std::uint32_t> numbers = numbers_of(used);
  for (NeuralNet& net : kept.nets)
    for (std::uint32_t& input : net.inputs) input = numbers[input];
  kept.inputs.clear();
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) kept.inputs.push_back(rules.inputs[i]);
  return kept;
}

}  // namespace espalier
