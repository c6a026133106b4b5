// An annealing run whose levels are all fitted further.
#pragma once

#include "select/anneal/anneal.h"

namespace espalier::test {

inline Annealed annealed(const Problem& problem, const AnnealPlan& plan, Threads& threads) {
  Annealed result = select_levels(problem, plan, threads);
  for (std::size_t i = 0; i < result.levels.size(); ++i) {
    const std::vector<AnnealStep> steps = refit_level(problem, plan, i, threads, result.levels[i]);
    result.steps.insert(result.steps.end(), steps.begin(), steps.end());
  }
  return result;
}

}  // namespace espalier::test
