#include "method/annealed/annealed_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/annealed_path.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/choose/setting_search.h"
#include "method/finish/small_weights.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{10'000};

// One shrinkage and one size, each by its place in the method's list.
struct SizeChoice {
  std::size_t shrinkage = 0;
  std::size_t level = 0;
  bool operator==(const SizeChoice&) const = default;
};

// A fold's rows; with validation rows, views of rows that somebody else owns.
struct FoldRows {
  LabelledRows own_fitted, own_others;
  LabelledView fitted, others;
  double weight = 0;  // of the others
  std::optional<AnnealedRows> rows;
};

// One shrinkage: its paths over the folds, and the costs of its sizes on the rows that were not fitted, sums over the
// folds. A size that is not measured, or over the budget in any fold, costs kNever.
struct Trial {
  std::deque<AnnealedPath> paths;   // by fold; empty if the shrinkage is not tried
  std::vector<double> loss, error;  // by level of the method
};

class AnnealedFit {
 public:
  AnnealedFit(const AnnealedMethod& method, const FitRequest& request, const Run& run)
      : method_(method),
        request_(request),
        run_(run),
        plan_(anneal_plan(method.options, method.loss, run.seed)),
        reporter_(run, "annealing", steps()),
        threads_(run.threads, &reporter_) {
    plan_.levels = method.levels;
  }

  FitResult operator()() {
    FitResult result = request_.validation ? with_validation() : with_folds();
    warn_of_small_weights(request_.train->target, "shrinkage is", result);
    return result;
  }

 private:
  const std::vector<double>& shrinkages() const noexcept { return method_.options.shrinkage; }
  bool nothing_to_choose() const noexcept {
    return shrinkages().size() == 1 && (method_.levels.size() <= 1 || method_.largest_only);
  }
  bool is_thorough() const noexcept { return method_.options.effort == Effort::high; }

  FoldPlan fold_plan() const {
    if (!method_.options.folds) return plan_folds(kFoldRule, request_.train->target.rows());
    const auto count = static_cast<std::size_t>(*method_.options.folds);
    return {count == 1 ? kFolds : count, count};
  }

  // A pool and the runs of a fold for each shrinkage, then the final pool and run.
  std::uint64_t steps() const {
    const std::size_t folds = request_.validation ? 1 : nothing_to_choose() ? 0 : fold_plan().held_out;
    return folds * (1 + shrinkages().size()) + 2;
  }

  // The search only compares runs with each other, so they may be short, and a single hold-out may lend its pool to the
  // final fit. Not for small models: a few trees are chosen well only by a long run, from a pool of all rows. And not
  // for sgd, since the number of its steps acts as a shrinkage.
  bool is_short() const noexcept {
    constexpr std::size_t kLarge = 50;
    const bool counts = !request_.budget || request_.budget->unit == method_.counted;
    const bool is_large = counts && !method_.levels.empty() && method_.levels.front() >= kLarge;
    return !is_thorough() && plan_.solver != Solver::sgd && is_large;
  }

  AnnealPlan plan_of_search() const {
    constexpr int kShorter = 3;
    AnnealPlan plan = plan_;
    if (is_short()) plan.schedule.iterations = std::max(1, plan.schedule.iterations / kShorter);
    return plan;
  }

  std::unique_ptr<Proposal> propose(const LabelledView& train, const Pool* grown) {
    std::unique_ptr<Proposal> proposal = method_.propose(train, grown, threads_);
    reporter_.advance();
    return proposal;
  }

  bool within_budget(const Model& model) const {
    return !request_.budget || fits(size_of(stripped(model)), *request_.budget);
  }

  // Except for the unit that levels count, the size of a model is only known once it is built.
  bool within_budget(const AnnealedRows& rows, const AnnealedLevel& level) const {
    if (!request_.budget || request_.budget->unit == method_.counted) return true;
    return within_budget(rows.proposal->model(level, rows.loss));
  }

  // ---- trials -------------------------------------------------------------------------------------------------------

  void add_fold(const Fold& fold) {
    FoldRows& rows = folds_.emplace_back();
    rows.own_fitted = take_rows(*request_.train, fold.rows);
    rows.own_others = take_rows(*request_.train, fold.held_out);
    rows.fitted = rows.own_fitted;
    rows.others = rows.own_others;
    prepare(rows);
  }

  void prepare(FoldRows& fold) {
    for (std::size_t row = 0; row < fold.others.target.rows(); ++row) fold.weight += fold.others.target.weight(row);
    held_out_ += fold.weight;
    fold.rows.emplace(method_.loss, fold.fitted, propose(fold.fitted, nullptr), threads_);
    fold.rows->measure_on(fold.others);
  }

  // Anneals at these shrinkages.
  void start(std::span<const std::size_t> of, const AnnealPlan& plan) {
    for (const std::size_t s : of) {
      trials_[s].paths.clear();
      for (const FoldRows& fold : folds_) trials_[s].paths.emplace_back(*fold.rows, threads_);
      trials_[s].loss.assign(method_.levels.size(), kNever);
      trials_[s].error.assign(method_.levels.size(), kNever);
    }
    threads_.each(of.size() * folds_.size(), [&](std::size_t i) {
      const std::size_t s = of[i / folds_.size()];
      trials_[s].paths[i % folds_.size()].select(method_.criterion, shrinkages()[s], plan);
      reporter_.advance();
    });
  }

  // The first level of a path with at most so many candidates: if a pool has fewer candidates than a level asks for,
  // the level takes all of them.
  std::optional<std::size_t> level_of(const AnnealedPath& path, std::size_t most) const {
    for (std::size_t i = 0; i < path.size(); ++i)
      if (path[i].groups.size() <= most) return i;
    return std::nullopt;
  }

  // Measures these levels of the method at these shrinkages.
  void measure(std::span<const std::size_t> of, std::span<const std::size_t> levels) {
    if (method_.largest_only) {
      for (const std::size_t s : of) measure_largest(trials_[s]);
      return;
    }
    // A level of a path, which several levels of the method may stand for, is finished once.
    std::vector<std::pair<AnnealedPath*, std::size_t>> wanted;
    for (const std::size_t s : of)
      for (AnnealedPath& path : trials_[s].paths)
        for (const std::size_t level : levels)
          if (const auto at = level_of(path, method_.levels[level])) wanted.emplace_back(&path, *at);
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    threads_.each(wanted.size(), [&](std::size_t i) { wanted[i].first->finish(wanted[i].second); });
    for (const std::size_t s : of)
      for (const std::size_t level : levels) add_up(trials_[s], level);
  }

  void add_up(Trial& trial, std::size_t level) const {
    double loss = 0, error = 0;
    for (std::size_t f = 0; f < folds_.size(); ++f) {
      const AnnealedPath& path = trial.paths[f];
      const auto at = level_of(path, method_.levels[level]);
      if (!at || !within_budget(*folds_[f].rows, path[*at])) return;
      loss += folds_[f].weight * path.measure_of(*at)->loss;
      error += folds_[f].weight * path.measure_of(*at)->error;
    }
    trial.loss[level] = loss;
    trial.error[level] = error;
  }

  // The largest level within the budget differs between folds, so it takes the first place in all of them.
  void measure_largest(Trial& trial) const {
    double loss = 0, error = 0;
    for (std::size_t f = 0; f < folds_.size(); ++f) {
      AnnealedPath& path = trial.paths[f];
      bool found = false;
      for (std::size_t i = 0; i < path.size(); ++i) {
        path.finish(i);
        if (!within_budget(*folds_[f].rows, path[i])) continue;
        loss += folds_[f].weight * path.measure_of(i)->loss;
        error += folds_[f].weight * path.measure_of(i)->error;
        found = true;
        break;
      }
      if (!found) return;
    }
    trial.loss[0] = loss;
    trial.error[0] = error;
  }

  // ---- choosing -----------------------------------------------------------------------------------------------------

  std::vector<std::size_t> all_levels() const {
    std::vector<std::size_t> levels(method_.levels.size());
    std::iota(levels.begin(), levels.end(), std::size_t{0});
    return levels;
  }

  // Every fourth level, if there are many.
  std::vector<std::size_t> coarse_levels() const {
    constexpr std::size_t kFew = 12, kEvery = 4;
    std::vector<std::size_t> levels = all_levels();
    if (is_thorough() || levels.size() <= kFew) return levels;
    std::erase_if(levels, [&](std::size_t level) { return level % kEvery != 0 && level + 1 != levels.size(); });
    return levels;
  }

  // Tries these shrinkages, but leaves out those that have been tried.
  void try_out(std::vector<std::size_t> of) {
    std::erase_if(of, [&](std::size_t s) { return !trials_[s].paths.empty(); });
    start(of, plan_of_search());
    measure_some(of);
  }

  // Some levels, and what the budget can hold at most: a level well below it says little about that.
  void measure_some(std::span<const std::size_t> of) {
    measure(of, coarse_levels());
    for (const std::size_t s : of)
      if (const auto level = largest_within_budget(trials_[s])) measure({&s, 1}, {&*level, 1});
  }

  // The largest level within the budget in all folds, where the size of a level is not known beforehand.
  std::optional<std::size_t> largest_within_budget(const Trial& trial) const {
    if (method_.largest_only || !request_.budget || request_.budget->unit == method_.counted) return std::nullopt;
    for (std::size_t level = 0; level < method_.levels.size(); ++level) {
      bool within = true;
      for (std::size_t f = 0; f < folds_.size() && within; ++f) {
        const auto at = level_of(trial.paths[f], method_.levels[level]);
        within = at && within_budget(*folds_[f].rows, trial.paths[f][*at]);
      }
      if (within) return level;
    }
    return std::nullopt;
  }

  // The least loss over the folds.
  std::optional<SizeChoice> choose() {
    const std::vector<std::size_t> sorted = strongest_first();
    const std::size_t count = sorted.size();
    trials_.resize(count);
    if (is_thorough()) {
      try_out(sorted);
      return best();
    }
    // The middle one and its neighbours, then further on for as long as the best one has a neighbour that was not
    // tried.
    const auto beside = [&](std::size_t place) {
      const std::size_t begin = place - std::min<std::size_t>(place, 1), end = std::min(count, place + 2);
      return std::vector(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                         sorted.begin() + static_cast<std::ptrdiff_t>(end));
    };
    try_out(beside(count / 2));
    std::optional<SizeChoice> choice = best();
    for (std::size_t last = count; choice && choice->shrinkage != last; choice = best()) {
      last = choice->shrinkage;
      try_out(beside(static_cast<std::size_t>(std::ranges::find(sorted, last) - sorted.begin())));
    }
    return choice;
  }

  // Also measures the levels beside the best one, up to the next that have been measured.
  std::optional<SizeChoice> refine(const std::optional<SizeChoice>& choice) {
    if (!choice || method_.largest_only) return choice;
    const std::vector<std::size_t> coarse = coarse_levels();
    const auto at = std::ranges::lower_bound(coarse, choice->level),
               after = std::ranges::upper_bound(coarse, choice->level);
    const std::size_t begin = at == coarse.begin() ? 0 : *(at - 1) + 1;
    const std::size_t end = after == coarse.end() ? method_.levels.size() : *after;
    std::vector<std::size_t> levels;
    for (std::size_t level = begin; level < end; ++level)
      if (level != choice->level) levels.push_back(level);
    measure({&choice->shrinkage, 1}, levels);
    return best();
  }

  // On ties the strongest shrinkage wins, and among its levels the smallest.
  std::optional<SizeChoice> best() const {
    SettingSearch<SizeChoice> search([&](const SizeChoice& choice) {
      return Best<SizeChoice>{choice, trials_[choice.shrinkage].loss[choice.level]};
    });
    for (const std::size_t s : strongest_first())
      for (std::size_t level = trials_[s].loss.size(); level-- > 0;) search.improve({s, level});
    return search.trials() > 0 && search.best().cost < kNever ? std::optional(search.setting()) : std::nullopt;
  }

  std::vector<std::size_t> strongest_first() const {
    std::vector<std::size_t> order(shrinkages().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t s) { return shrinkages()[s]; });
    return order;
  }

  // ---- results ------------------------------------------------------------------------------------------------------

  // Only the shrinkage is chosen by short runs, if there are several.
  FitResult with_validation() {
    FoldRows& fold = folds_.emplace_back();
    fold.fitted = *request_.train;
    fold.others = *request_.validation;
    prepare(fold);
    const std::optional<SizeChoice> chosen = shrinkages().size() > 1 || !is_short() ? choose() : std::nullopt;
    trials_.resize(shrinkages().size());
    std::size_t s = chosen ? chosen->shrinkage : 0;
    std::vector<Trial> tried;
    if (is_short() || trials_[s].paths.empty()) {
      tried.swap(trials_);
      trials_.resize(shrinkages().size());
      start({&s, 1}, plan_);
      measure_some({&s, 1});
    }
    const std::optional<SizeChoice> choice = refine(best());
    AnnealedPath& path = trials_[s].paths[0];
    std::optional<std::size_t> kept;
    if (choice && method_.largest_only) {
      kept = largest_within_budget(*fold.rows, path, method_.levels[0]);
    } else if (choice) {
      kept = level_of(path, method_.levels[choice->level]);
    }
    FitResult result = make_result(*fold.rows, path, kept);
    if (request_.path) add_path(result, *fold.rows, path);
    for (std::size_t i = 0; request_.trace && i < shrinkages().size(); ++i) {
      if (!trials_[i].paths.empty())
        add_trace(result, shrinkages()[i], trials_[i].paths[0]);
      else if (!tried.empty() && !tried[i].paths.empty())
        add_trace(result, shrinkages()[i], tried[i].paths[0]);
    }
    return result;
  }

  FitResult with_folds() {
    std::optional<SizeChoice> choice;
    if (!nothing_to_choose()) {
      for (const Fold& fold : make_folds(request_.train->target, fold_plan(), run_.seed, WeightlessRows::keep))
        add_fold(fold);
      if (held_out_ > 0) choice = refine(choose());
    }
    return final_fit(choice);
  }

  // At the chosen shrinkage on all rows; at the chosen size, or the next smaller one that is within the budget.
  FitResult final_fit(const std::optional<SizeChoice>& choice) {
    // If rows were held out once, the trees that were grown from the others will do.
    const bool again = !is_short() || folds_.size() != 1;
    const LabelledView& train = *request_.train;
    AnnealedRows rows(method_.loss, train, propose(train, again ? nullptr : folds_[0].rows->proposal->pool()),
                      threads_);
    const std::size_t s = choice ? choice->shrinkage : strongest_first()[0];
    const double shrinkage = shrinkages()[s];
    AnnealedPath path(rows, threads_);
    path.select(method_.criterion, shrinkage, plan_);
    reporter_.advance();
    const bool chosen = choice && !method_.largest_only;
    const std::size_t wanted = chosen ? method_.levels[choice->level] : method_.levels.empty() ? 0 : method_.levels[0];
    FitResult result = make_result(rows, path, largest_within_budget(rows, path, wanted));
    if (request_.path) add_path(result, rows, path);
    if (request_.path && chosen) add_fold_measures(result, path, s);
    if (request_.trace) add_trace(result, shrinkage, path);
    if (!(held_out_ > 0) && !nothing_to_choose()) {
      result.warnings.push_back(
          fmt::format("no rows could be held out, so nothing was chosen: the shrinkage is the strongest, {}, and the "
                      "size is the largest",
                      shrinkage));
    }
    return result;
  }

  // The largest level with at most so many candidates.
  std::optional<std::size_t> largest_within_budget(const AnnealedRows& rows, AnnealedPath& path,
                                                   std::size_t most) const {
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].groups.size() > most) continue;
      path.finish(i);
      if (within_budget(rows, path[i])) return i;
    }
    return std::nullopt;
  }

  // Copies the folds' measurements of the sizes that they have in common with the final path.
  void add_fold_measures(FitResult& result, const AnnealedPath& path, std::size_t shrinkage) {
    measure({&shrinkage, 1}, all_levels());
    const Trial& trial = trials_[shrinkage];
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto at = std::ranges::find(method_.levels, path[i].groups.size());
      if (at == method_.levels.end()) continue;
      const auto level = static_cast<std::size_t>(at - method_.levels.begin());
      if (trial.loss[level] == kNever) continue;
      PathPoint& point = result.path[path.size() - 1 - i];
      point.validation_loss = trial.loss[level] / held_out_;
      point.validation_error = trial.error[level] / held_out_;
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
  std::deque<FoldRows> folds_;
  std::vector<Trial> trials_;  // one per shrinkage
  double held_out_ = 0;        // total weight of all rows that were measured in folds
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
