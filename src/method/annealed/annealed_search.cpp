#include "method/annealed/annealed_search.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "espalier/budget.h"
#include "espalier/model.h"
#include "espalier/target.h"
#include "method/choose/best.h"
#include "method/choose/setting_search.h"

namespace espalier {
namespace {

// The first level of a path with at most so many candidates: if a pool has fewer candidates than a level asks for,
// the level takes all of them.
std::optional<std::size_t> level_of(const AnnealedPath& path, std::size_t most) {
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path[i].groups.size() <= most) return i;
  return std::nullopt;
}

}  // namespace

AnnealedSearch::AnnealedSearch(const AnnealedMethod& method, const FitRequest& request, const AnnealPlan& plan,
                               Threads& threads, Reporter& reporter)
    : method_(method), request_(request), plan_(plan), threads_(threads), reporter_(reporter) {}

bool AnnealedSearch::is_short() const noexcept {
  constexpr std::size_t kLarge = 50;
  const bool counts = !request_.budget || request_.budget->unit == method_.counted;
  const bool is_large = counts && !method_.levels.empty() && method_.levels.front() >= kLarge;
  return !is_thorough() && plan_.solver != Solver::sgd && is_large;
}

AnnealPlan AnnealedSearch::plan_of_search() const {
  constexpr int kShorter = 3;
  AnnealPlan plan = plan_;
  if (!is_short()) return plan;
  plan.schedule.iterations = std::max(1, plan.schedule.iterations / kShorter);
  plan.exchange = {};
  return plan;
}

// Except for the unit that levels count, the size of a model is only known once it is built.
bool AnnealedSearch::within_budget(const AnnealedRows& rows, const AnnealedLevel& level) const {
  if (!request_.budget || request_.budget->unit == method_.counted) return true;
  return fits(size_of(stripped(rows.proposal->model(level, rows.loss))), *request_.budget);
}

// ---- folds ----------------------------------------------------------------------------------------------------------

void AnnealedSearch::add_fold(const Fold& fold) {
  FoldRows& rows = folds_.emplace_back();
  rows.own_fitted = take_rows(*request_.train, fold.rows);
  rows.own_others = take_rows(*request_.train, fold.held_out);
  rows.fitted = rows.own_fitted;
  rows.others = rows.own_others;
  prepare(rows);
}

void AnnealedSearch::add_training() {
  FoldRows& rows = folds_.emplace_back();
  rows.fitted = *request_.train;
  if (request_.validation) rows.others = *request_.validation;
  prepare(rows);
}

void AnnealedSearch::prepare(FoldRows& fold) {
  for (std::size_t row = 0; row < fold.others.target.rows(); ++row) fold.weight += fold.others.target.weight(row);
  held_out_ += fold.weight;
  fold.rows.emplace(method_.loss, fold.fitted, method_.propose(fold.fitted, nullptr, threads_), threads_);
  if (fold.others.target.rows() > 0) fold.rows->measure_on(fold.others);
  reporter_.advance();
}

// ---- trials ---------------------------------------------------------------------------------------------------------

// Anneals at these shrinkages.
void AnnealedSearch::start(std::span<const std::size_t> of, const AnnealPlan& plan) {
  for (const std::size_t s : of) {
    trials_[s].paths.clear();
    for (const FoldRows& fold : folds_) trials_[s].paths.emplace_back(*fold.rows, threads_);
    trials_[s].cost.assign(method_.levels.size(), kNever);
    trials_[s].error.assign(method_.levels.size(), kNever);
  }
  runs_ += of.size() * folds_.size();
  threads_.each(of.size() * folds_.size(), [&](std::size_t i) {
    const std::size_t s = of[i / folds_.size()];
    trials_[s].paths[i % folds_.size()].select(method_.criterion, shrinkages()[s], plan);
    reporter_.advance();
  });
}

// Measures these levels of the method at these shrinkages.
void AnnealedSearch::measure(std::span<const std::size_t> of, std::span<const std::size_t> levels) {
  if (method_.largest_only) {
    measure_largest(of);
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

void AnnealedSearch::add_up(AnnealedTrial& trial, std::size_t level) const {
  ScoreMeasure sum;
  for (std::size_t f = 0; f < folds_.size(); ++f) {
    const AnnealedPath& path = trial.paths[f];
    const auto at = level_of(path, method_.levels[level]);
    if (!at || !within_budget(*folds_[f].rows, path[*at])) return;
    const ScoreMeasure cost = cost_in_fold(trial, f, *at);
    sum = {sum.loss + cost.loss, sum.error + cost.error};
  }
  trial.cost[level] = sum.loss;
  trial.error[level] = sum.error;
}

// Times the weight of the rows that were not fitted.
ScoreMeasure AnnealedSearch::cost_in_fold(const AnnealedTrial& trial, std::size_t fold, std::size_t at) const {
  const ChooseBy by = method_.options.choose;
  if (by != ChooseBy::cv) return {trial.paths[fold].information(at, by), 0};
  const ScoreMeasure& measure = *trial.paths[fold].measure_of(at);
  return {folds_[fold].weight * measure.loss, folds_[fold].weight * measure.error};
}

// The largest level within the budget differs between folds, so it takes the first place in all of them.
void AnnealedSearch::measure_largest(std::span<const std::size_t> of) {
  std::vector<std::optional<std::size_t>> largest(of.size() * folds_.size());
  threads_.each(largest.size(), [&](std::size_t i) {
    const std::size_t fold = i % folds_.size();
    AnnealedPath& path = trials_[of[i / folds_.size()]].paths[fold];
    largest[i] = largest_within_budget(*folds_[fold].rows, path, path.size() == 0 ? 0 : path[0].groups.size());
  });
  for (std::size_t i = 0; i < of.size(); ++i) {
    AnnealedTrial& trial = trials_[of[i]];
    ScoreMeasure sum;
    for (std::size_t f = 0; f < folds_.size(); ++f) {
      const std::optional<std::size_t> at = largest[i * folds_.size() + f];
      const ScoreMeasure cost = at ? cost_in_fold(trial, f, *at) : ScoreMeasure{kNever, kNever};
      sum = {sum.loss + cost.loss, sum.error + cost.error};
    }
    trial.cost[0] = sum.loss;
    trial.error[0] = sum.error;
  }
}

// Some levels, and what the budget can hold at most: a level well below it says little about that.
void AnnealedSearch::measure_some(std::span<const std::size_t> of) {
  measure(of, coarse_levels());
  for (const std::size_t s : of)
    if (const auto level = largest_in_all_folds(trials_[s])) measure({&s, 1}, {&*level, 1});
}

// The largest level within the budget in all folds, where the size of a level is not known beforehand.
std::optional<std::size_t> AnnealedSearch::largest_in_all_folds(const AnnealedTrial& trial) const {
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

std::optional<std::size_t> AnnealedSearch::largest_within_budget(const AnnealedRows& rows, AnnealedPath& path,
                                                                 std::size_t most) const {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i].groups.size() > most) continue;
    path.finish(i);
    if (within_budget(rows, path[i])) return i;
  }
  return std::nullopt;
}

const AnnealedTrial& AnnealedSearch::measure_all(std::size_t shrinkage) {
  measure({&shrinkage, 1}, all_levels());
  return trials_[shrinkage];
}

const AnnealedPath* AnnealedSearch::tried(std::size_t shrinkage) const {
  for (const std::vector<AnnealedTrial>* trials : {&trials_, &short_trials_})
    if (shrinkage < trials->size() && !(*trials)[shrinkage].paths.empty()) return &(*trials)[shrinkage].paths[0];
  return nullptr;
}

// ---- choosing -------------------------------------------------------------------------------------------------------

std::vector<std::size_t> AnnealedSearch::all_levels() const {
  std::vector<std::size_t> levels(method_.levels.size());
  std::iota(levels.begin(), levels.end(), std::size_t{0});
  return levels;
}

// Every fourth level, if there are many.
std::vector<std::size_t> AnnealedSearch::coarse_levels() const {
  constexpr std::size_t kFew = 12, kEvery = 4;
  std::vector<std::size_t> levels = all_levels();
  if (is_thorough() || levels.size() <= kFew) return levels;
  std::erase_if(levels, [&](std::size_t level) { return level % kEvery != 0 && level + 1 != levels.size(); });
  return levels;
}

// Tries these shrinkages, but leaves out those that have been tried.
void AnnealedSearch::try_out(std::vector<std::size_t> of) {
  std::erase_if(of, [&](std::size_t s) { return !trials_[s].paths.empty(); });
  start(of, plan_of_search());
  measure_some(of);
}

std::optional<SizeChoice> AnnealedSearch::search() {
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
std::optional<SizeChoice> AnnealedSearch::refine(const std::optional<SizeChoice>& choice) {
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
std::optional<SizeChoice> AnnealedSearch::best() const {
  SettingSearch<SizeChoice> search([&](const SizeChoice& choice) {
    return Best<SizeChoice>{choice, trials_[choice.shrinkage].cost[choice.level]};
  });
  for (const std::size_t s : strongest_first())
    for (std::size_t level = trials_[s].cost.size(); level-- > 0;) search.improve({s, level});
  return search.trials() > 0 && search.best().cost < kNever ? std::optional(search.setting()) : std::nullopt;
}

std::vector<std::size_t> AnnealedSearch::strongest_first() const {
  std::vector<std::size_t> order(shrinkages().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t s) { return shrinkages()[s]; });
  return order;
}

// The runs that were left out count as done.
void AnnealedSearch::report_runs(std::size_t runs) {
  if (runs > runs_) reporter_.advance(runs - runs_);
  runs_ = std::max(runs, runs_);
}

std::optional<SizeChoice> AnnealedSearch::choose() {
  const std::optional<SizeChoice> choice = refine(search());
  report_runs(shrinkages().size() * folds_.size());
  return choice;
}

// Short runs choose only the shrinkage, if there are several.
AnnealedSearch::Chosen AnnealedSearch::choose_path() {
  const std::optional<SizeChoice> found = shrinkages().size() > 1 || !is_short() ? search() : std::nullopt;
  trials_.resize(shrinkages().size());
  const std::size_t s = found ? found->shrinkage : 0;
  if (is_short() || trials_[s].paths.empty()) {
    trials_.swap(short_trials_);
    trials_.resize(shrinkages().size());
    start({&s, 1}, plan_);
    measure_some({&s, 1});
  }
  const std::optional<SizeChoice> choice = refine(best());
  Chosen chosen{trials_[s].paths[0], {}};
  if (choice && method_.largest_only) {
    chosen.level = largest_within_budget(*folds_[0].rows, chosen.path, method_.levels[0]);
  } else if (choice) {
    chosen.level = level_of(chosen.path, method_.levels[choice->level]);
  }
  report_runs(shrinkages().size() + 2);
  return chosen;
}

}  // namespace espalier
