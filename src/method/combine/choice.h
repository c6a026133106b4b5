// The number of rounds, and the ridge of the refit, chosen on rows that were not fitted.
#pragma once

#include <functional>

#include "method/combine/growth.h"

namespace espalier {

struct CombineChoice {
  std::size_t rounds = 0;
  double ridge = 0;  // of the refit, in rows; 0: none
};

// The data and options of the choice.
struct CombineChoiceInput {
  const CombineOptions& options;
  const CombinerOptions& combiner;
  const CombineData& data;
  const CombineLimits& limits;
  std::uint64_t seed;
  std::function<void()> after_round;  // may be called from several threads at once
};

// The number of growths that are measured to choose on: one if there is a hold-out or rows are many, otherwise one per
// fold.
std::size_t combine_folds(const CombineData& data);

CombineChoice choose_combine(const CombineChoiceInput& from, Threads& threads);

}  // namespace espalier
