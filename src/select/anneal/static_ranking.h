// Rules ranked once, each by itself (Dawer 2018, section 3.3), the baseline of rule selection with annealing. With
// y = ±1, n⁺ and n⁻ the weight of a rule's rows of either class, and n = n⁺ + n⁻:
//
//   hinge   min over ± of Σ_i max(0, 1 ∓ y_i r(x_i) / ‖r‖), r(x_i) / ‖r‖ = 1/√n on the rule's rows    (3.6)
//   margin  m² = (n⁺ − n⁻)² / n                                                                       (3.8, 3.9)
//
// Where n ≥ 1 the hinge loss is N − |m|, so that both put the rules in the same order (3.7).
#pragma once

#include "select/anneal/candidates.h"

namespace espalier {

enum class RuleRanking : std::uint8_t {
  weights,  // by the weights that annealing gives them
  margin,
  hinge,
};

// For a loss of two classes. By parameter; higher is better: m², or minus the hinge loss. Rules without rows have none.
std::vector<double> static_worth(const Problem& problem, RuleRanking ranking, Threads& threads);

}  // namespace espalier
