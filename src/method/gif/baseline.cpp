#include "method/gif/baseline.h"

#include <algorithm>
#include <utility>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/budget.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "grow/criterion/target_mean.h"
#include "grow/induced/averaged_forest.h"
#include "method/bagged/bagged.h"
#include "method/choose/ladder.h"
#include "method/finish/largest_within.h"
#include "method/finish/path_point.h"
#include "method/gif/growth.h"
#include "method/gif/limits.h"

namespace espalier {
namespace {

SplitOrder order_of(GifGrow grow) {
  if (grow == GifGrow::random) return SplitOrder::random;
  return grow == GifGrow::breadth_first ? SplitOrder::breadth_first : SplitOrder::best_first;
}

class BaselineFit {
 public:
  BaselineFit(const GifOptions& options, const FitRequest& request, const Run& run)
      : request_(request),
        run_(run),
        budget_(*request.budget),
        reporter_(run, "splitting leaves", budget_.amount),
        threads_(run.threads, &reporter_),
        data_(*request.train, affordable(request.train->table, budget_),
              candidates(options.features, root_of_columns(request), request), threads_),
        rows_(rows_with_weight(data_.target())),
        start_(data_.loss(GifLoss::squared, options.saturation, rows_)),
        forest_(rows_, data_.splitter(data_.scales().size() > 1 ? start_.get() : nullptr), *start_,
                {static_cast<std::size_t>(options.trees[0]), order_of(options.grow), most_of(budget_)}, run.seed,
                threads_) {}

  FitResult operator()() {
    grow();
    const auto model_of = [&](std::size_t splits) { return model(splits); };
    const std::size_t grown = forest_.splits();
    const std::size_t splits = budget_.unit == Unit::bytes ? largest_within(grown, model_of, budget_) : grown;
    FitResult result;
    result.model = model(splits);
    for (std::size_t size = 0; request_.path; size = std::min(next_size(size), splits)) {
      result.path.push_back(path_point(model(size), request_, Run{1, run_.threads, {}}));
      if (size == splits) break;
    }
    const std::size_t least = budget_.unit == Unit::nodes ? 3 : 2;  // a stump
    const bool for_the_budget = budget_.unit == Unit::bytes ? grown > 0 : budget_.amount < least;
    warn_of_limits(request_, data_, splits == 0 && for_the_budget, result);
    return result;
  }

 private:
  // A budget in bytes is overrun by at most a tenth of the splits.
  void grow() {
    std::size_t check = next_size(0);
    while (forest_.grow()) {
      if (budget_.unit != Unit::bytes) {
        report(budget_.unit == Unit::nodes ? forest_.size().nodes : forest_.size().leaves);
      } else if (forest_.splits() == check) {
        const Size size = size_of(stripped(model(check)));
        if (!fits(size, budget_)) return;
        report(size.bytes);
        check = next_size(check);
      }
    }
  }

  void report(std::size_t used) {
    if (used <= reported_) return reporter_.pulse();
    reporter_.advance(used - reported_);
    reported_ = used;
  }

  Model model(std::size_t splits) const {
    std::vector<Tree> trees = forest_.trees(splits);
    for (Tree& tree : trees) data_.to_scores(tree.weights, GifLoss::squared);
    return data_.model(std::move(trees), GifLoss::squared, *start_);
  }

  const FitRequest& request_;
  const Run& run_;
  const Budget budget_;
  Reporter reporter_;
  Threads threads_;
  const GifData data_;
  const std::vector<std::uint32_t> rows_;
  const std::unique_ptr<NodeLoss> start_;
  AveragedForest forest_;
  std::size_t reported_ = 0;  // of the budget
};

}  // namespace

FitResult fit_gif_baseline(const GifOptions& options, const FitRequest& request, const Run& run) {
  return BaselineFit(options, request, run)();
}

}  // namespace espalier
