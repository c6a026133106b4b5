// Pools of trees to select from (Dawer, Guo, Barbu 2020, II.C): boosting chains, each from its own random start, with
// one depth or several.
//
//   one chain                      the paper's SCSD
//   many chains, one depth         MCSD
//   many chains, several depths    MCMD
#pragma once

#include <vector>

#include "base/threads.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/pool.h"

namespace espalier {

struct ChainOptions {
  Loss loss;
  std::size_t trees = 3000;
  std::size_t chains = 30;
  std::vector<int> depths = {2, 3, 4, 5, 6, 7};  // chain c has depth number c mod size
  double rate = 0.3;
  double l2 = 1;
  double min_weight = 1;
  double start_spread = 1;  // sd of a row's random start, for regression in sd of the target; not for a single chain
};

// Trees of the first rounds come first, whatever their chain. A chain ends early if nothing is left to gain. Same trees
// on any number of threads.
Pool grow_pool(const LabelledView& train, const ChainOptions& options, std::uint64_t seed, Threads& threads);

}  // namespace espalier
