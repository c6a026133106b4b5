// The number of rounds, and the ridge of the refit, chosen on rows that were not fitted.
#pragma once

#include <algorithm>
#include <functional>

#include "method/combine/growth.h"

namespace espalier {

struct CombineChoice {
  std::size_t rounds = 0;
  double ridge = 0;  // of the refit, in rows; 0: none
};

// The data and options of the choice.
struct CombineCandidates {
  const CombineOptions& options;
  const CombinerOptions& combiner;
  const CombineData& data;
  const CombineLimits& limits;
  std::uint64_t seed;
  std::function<void()> after_round;  // may be called from several threads at once
};

// Numbers of rounds at which trees are measured, each a tenth larger than the one before.
inline std::size_t next_combine_rounds(std::size_t rounds) { return rounds + std::max<std::size_t>(1, rounds / 10); }

// The number of growths that run in step to choose: one with a hold-out if there is one or rows are many, otherwise one
// per fold.
std::size_t combine_parts(const CombineData& data);

CombineChoice choose_combine(const CombineCandidates& from, Threads& threads);

}  // namespace espalier
