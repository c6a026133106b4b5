// The rules of all nets one after the other, each with its part of its net's arrays.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "espalier/neural_rules.h"

namespace espalier {

struct RuleView {
  std::size_t number = 0;  // among the rules of all nets
  std::size_t planes = 0;
  std::size_t inputs = 0;          // of its net
  std::span<const float> weights;  // planes × (inputs + 1)
  std::span<const float> mixing;   // deep: planes × planes, then one per plane
  std::span<const float> values;   // one per output

  std::span<const float> plane(std::size_t j) const noexcept { return weights.subspan(j * (inputs + 1), inputs); }
  float offset(std::size_t j) const noexcept { return weights[j * (inputs + 1) + inputs]; }
  std::span<const float> mix(std::size_t k) const noexcept { return mixing.subspan(k * planes, planes); }
  float mix_offset(std::size_t k) const noexcept { return mixing[planes * planes + k]; }
};

// Numbers of a rule's mixing.
constexpr std::size_t mixing_size(std::size_t planes) noexcept { return planes * (planes + 1); }

// ‖values‖
inline double norm_of(std::span<const float> values) noexcept {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

// visit(net, rule)
template <class Visit>
void each_rule(const NeuralRules& rules, Visit&& visit) {
  RuleView rule;
  for (const NeuralNet& net : rules.nets) {
    rule.inputs = net.inputs.size();
    std::size_t weight = 0;
    std::size_t mixing = 0;
    for (std::size_t r = 0; r < net.planes.size(); ++r, ++rule.number) {
      rule.planes = net.planes[r];
      rule.weights = std::span(net.weights).subspan(weight, rule.planes * (rule.inputs + 1));
      if (rules.deep) rule.mixing = std::span(net.mixing).subspan(mixing, mixing_size(rule.planes));
      rule.values = std::span(net.values).subspan(r * rules.intercept.size(), rules.intercept.size());
      weight += rule.weights.size();
      mixing += rule.mixing.size();
      visit(net, std::as_const(rule));
    }
  }
}

}  // namespace espalier
