// The part that ret, rules and linear share: propose, anneal at every shrinkage, choose size and shrinkage on rows that
// were not fitted (a validation set, or folds as in the paper), and fit the choice to all rows.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "method/annealed/options.h"
#include "method/annealed/proposal.h"
#include "method/options/options.h"

namespace espalier {

// A simpler model of as many parts, with which the chosen one is compared on the rows that were held out.
struct Rival {
  std::function<double(const LabelledView& fitted, const LabelledView& others, std::size_t parts)> error;
  // What to say if the rival has less error.
  std::function<std::string(std::size_t parts, double of_rival, double of_chosen)> note;
};

struct AnnealedMethod {
  AnnealedOptions options;
  Loss loss;
  RankingCriterion criterion = RankingCriterion::mean_square;
  RuleRanking ranking = RuleRanking::weights;
  Exchange exchange;                // of rules
  std::vector<std::size_t> levels;  // descending
  std::optional<Unit> counted;  // the unit in which levels are counted: whether one is within a budget in it is known
                                // without building its model
  bool largest_only = false;    // whether to take the largest level within the budget
  Propose propose;
  std::optional<Rival> rival;
};

// The sizes to try, at most `most`. If the budget is in another unit than levels, sizes are known only from built
// models: many levels are tried, and the largest that fits is taken.
void set_levels(AnnealedMethod& method, const FitRequest& request, std::size_t most);

FitResult fit_annealed(const AnnealedMethod& method, const FitRequest& request, const Run& run);

// Fills in what is the same for all annealed methods. `parse` throws for options that are wrong for any data.
template <class Options>
void set_annealed(Options (*parse)(const OptionValues&), FitResult (*fit)(const FitRequest&, const Run&),
                  Method& method) {
  method.options = describe<Options>();
  method.takes_validation = true;
  method.gives_path = true;
  method.gives_trace = true;
  method.check = [parse](const OptionValues& values) { parse(values); };
  method.fit = fit;
}

}  // namespace espalier
