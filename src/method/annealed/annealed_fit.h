// What ret, rules and linear share: propose, anneal at every shrinkage, choose size and shrinkage on rows that were not
// fitted (a validation set, or folds, as the paper does), and fit what was chosen to all rows.
#pragma once

#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/loss.h"
#include "espalier/run.h"
#include "method/annealed/proposal.h"
#include "method/annealed/settings.h"

namespace espalier {

struct AnnealedMethod {
  AnnealSettings settings;
  Loss loss;
  Criterion criterion = Criterion::mean_square;
  std::vector<std::size_t> levels;  // falling
  std::optional<Unit> counted;      // what levels count: in this unit none is over a budget that they are below
  bool largest_only = false;        // whether the largest level within the budget is what is wanted
  Propose propose;
};

// The sizes to try, at most `most`. Where the budget limits something else than what levels count, "the budget itself"
// is a size that only models tell: the largest of many levels that is within it.
void set_levels(AnnealedMethod& method, const FitRequest& request, std::size_t most);

FitResult fit_annealed(const AnnealedMethod& method, const FitRequest& request, const Run& run);

}  // namespace espalier
