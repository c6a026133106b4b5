#include "method/annealed/annealed_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/annealed_path.h"
#include "method/annealed/annealed_search.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/finish/small_weights.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{10'000};

class AnnealedFit {
 public:
  AnnealedFit(const AnnealedMethod& method, const FitRequest& request, const Run& run)
      : method_(method),
        request_(request),
        run_(run),
        plan_(anneal_plan(method.options, method.loss, run.seed)),
        reporter_(run, "annealing", steps()),
        threads_(run.threads, &reporter_),
        search_(method, request, plan_, threads_, reporter_) {
    plan_.levels = method.levels;
    plan_.ranking = method.ranking;
    plan_.exchange = method.exchange;
  }

  FitResult operator()() {
    FitResult result = chooses_by_all_rows() ? with_all_rows() : with_folds();
    warn_of_small_weights(request_.train->target, "shrinkage is", result);
    warn_of_large_levels(result);
    return result;
  }

 private:
  const std::vector<double>& shrinkages() const noexcept { return method_.options.shrinkage; }
  bool nothing_to_choose() const noexcept {
    return shrinkages().size() == 1 && (method_.levels.size() <= 1 || method_.largest_only);
  }
  // Every run is over all training rows, and measured on validation rows or by what it says of its own.
  bool chooses_by_all_rows() const noexcept {
    return request_.validation != nullptr || method_.options.choose != ChooseBy::cv;
  }
  FoldPlan fold_plan() const {
    if (!method_.options.folds) return plan_folds(kFoldRule, request_.train->target.rows());
    const auto count = static_cast<std::size_t>(*method_.options.folds);
    return {count == 1 ? kFolds : count, count};
  }

  // A pool and the runs of a fold for each shrinkage, then the final pool and run.
  std::uint64_t steps() const {
    const std::size_t folds = chooses_by_all_rows() ? 1 : nothing_to_choose() ? 0 : fold_plan().held_out;
    return folds * (1 + shrinkages().size()) + 2;
  }

  // The model is one of those that were compared.
  FitResult with_all_rows() {
    search_.add_training();
    const AnnealedSearch::Chosen chosen = search_.choose_path();
    const AnnealedRows& rows = *search_.folds()[0].rows;
    FitResult result = make_result(rows, chosen.path, chosen.level);
    if (chosen.level && chosen.path.measure_of(*chosen.level))
      compare(chosen.path[*chosen.level].groups.size(), chosen.path.measure_of(*chosen.level)->error, result);
    if (request_.path) add_path(result, rows, chosen.path);
    for (std::size_t s = 0; request_.trace && s < shrinkages().size(); ++s)
      if (const AnnealedPath* path = search_.tried(s)) add_trace(result, shrinkages()[s], *path);
    return result;
  }

  FitResult with_folds() {
    std::optional<SizeChoice> choice;
    if (!nothing_to_choose()) {
      for (const Fold& fold : make_folds(request_.train->target, fold_plan(), run_.seed, WeightlessRows::keep))
        search_.add_fold(fold);
      if (search_.held_out() > 0) choice = search_.choose();
    }
    FitResult result = final_fit(choice);
    if (choice) compare(method_.levels[choice->level], search_.error_of(*choice), result);
    return result;
  }

  // Only a budget in what levels count is also the rival's. And not with what a short search measured: the model is
  // better than that.
  void compare(std::size_t parts, double error, FitResult& result) const {
    const bool comparable = method_.rival && request_.budget && request_.budget->unit == method_.counted;
    if (!comparable || (search_.is_short() && !request_.validation)) return;
    double of_rival = 0;
    for (const FoldRows& fold : search_.folds())
      of_rival += fold.weight * method_.rival->error(fold.fitted, fold.others, parts);
    of_rival /= search_.held_out();
    if (of_rival < error) result.warnings.push_back(method_.rival->note(parts, of_rival, error));
  }

  // At the chosen shrinkage on all rows; at the chosen size, or the next smaller one that is within the budget.
  FitResult final_fit(const std::optional<SizeChoice>& choice) {
    // If rows were held out once, the trees that were grown from the others will do.
    const std::deque<FoldRows>& folds = search_.folds();
    const Pool* pool = search_.is_short() && folds.size() == 1 ? folds[0].rows->proposal->pool() : nullptr;
    AnnealedRows rows(method_.loss, *request_.train, method_.propose(*request_.train, pool, threads_), threads_);
    reporter_.advance();
    const std::size_t s = choice ? choice->shrinkage : search_.strongest_first()[0];
    const double shrinkage = shrinkages()[s];
    AnnealedPath path(rows, threads_);
    path.select(method_.criterion, shrinkage, plan_);
    reporter_.advance();
    const bool chosen = choice && !method_.largest_only;
    const std::size_t wanted = chosen ? method_.levels[choice->level] : method_.levels.empty() ? 0 : method_.levels[0];
    FitResult result = make_result(rows, path, search_.largest_within_budget(rows, path, wanted));
    if (request_.path) add_path(result, rows, path);
    if (request_.path && chosen) add_fold_measures(result, path, s);
    if (request_.trace) add_trace(result, shrinkage, path);
    if (!(search_.held_out() > 0) && !nothing_to_choose()) {
      result.warnings.push_back(
          fmt::format("no rows could be held out, so nothing was chosen: the shrinkage is the strongest, {}, and the "
                      "size is the largest",
                      shrinkage));
    }
    return result;
  }

  // Copies the folds' measurements of the sizes that they have in common with the final path.
  void add_fold_measures(FitResult& result, const AnnealedPath& path, std::size_t shrinkage) {
    const AnnealedTrial& trial = search_.measure_all(shrinkage);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto at = std::ranges::find(method_.levels, path[i].groups.size());
      if (at == method_.levels.end()) continue;
      const auto level = static_cast<std::size_t>(at - method_.levels.begin());
      if (trial.cost[level] == kNever) continue;
      PathPoint& point = result.path[path.size() - 1 - i];
      point.validation_loss = trial.cost[level] / search_.held_out();
      point.validation_error = trial.error[level] / search_.held_out();
    }
  }

  FitResult make_result(const AnnealedRows& rows, const AnnealedPath& path, std::optional<std::size_t> kept) const {
    FitResult result;
    if (kept) {
      result.model = rows.proposal->model(path[*kept], rows.loss);
      return result;
    }
    AnnealedLevel none;
    none.intercept = rows.loss.start();
    result.model = rows.proposal->model(none, rows.loss);
    if (path.size() > 0 && request_.budget) {
      result.warnings.push_back(
          fmt::format("a budget of {} is too small for any of the sizes tried; the model is a constant",
                      to_string(*request_.budget)));
    }
    return result;
  }

  // From the smallest model up.
  void add_path(FitResult& result, const AnnealedRows& rows, AnnealedPath& path) {
    path.finish_all();
    result.path.resize(path.size());
    threads_.each(path.size(), [&](std::size_t i) {
      PathPoint& point = result.path[path.size() - 1 - i];
      const ScoreMeasure train = path.on_training_rows(i);
      point.size = size_of(stripped(rows.proposal->model(path[i], rows.loss)));
      point.train_error = train.error;
      point.train_loss = train.loss;
      if (const std::optional<ScoreMeasure>& others = path.measure_of(i)) {
        point.validation_error = others->error;
        point.validation_loss = others->loss;
      }
    });
  }

  void warn_of_large_levels(FitResult& result) const {
    const std::vector<int>& given = method_.options.levels;
    const auto beyond = [&](int level) { return static_cast<std::size_t>(level) > method_.levels.front(); };
    if (given.size() < 2 || method_.levels.empty() || std::ranges::none_of(given, beyond)) return;
    result.warnings.push_back(
        fmt::format("levels above {0} count as {0}, the most that the budget and the number of candidates allow",
                    method_.levels.front()));
  }

  static void add_trace(FitResult& result, double shrinkage, const AnnealedPath& path) {
    for (const AnnealStep& step : path.steps()) {
      result.trace.push_back({shrinkage, step.refit ? "refit" : "select", step.epoch, step.survivors, step.objective});
    }
  }

  const AnnealedMethod& method_;
  const FitRequest& request_;
  const Run& run_;
  AnnealPlan plan_;
  Reporter reporter_;
  Threads threads_;
  AnnealedSearch search_;
};

}  // namespace

void set_levels(AnnealedMethod& method, const FitRequest& request, std::size_t most) {
  method.levels = levels_of(method.options, most);
  method.largest_only =
      method.options.levels == std::vector{1} && request.budget && request.budget->unit != method.counted;
  if (method.largest_only) method.levels = levels_of({}, most);
}

FitResult fit_annealed(const AnnealedMethod& method, const FitRequest& request, const Run& run) {
  return AnnealedFit(method, request, run)();
}

}  // namespace espalier
