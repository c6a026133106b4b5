#include "select/anneal/anneal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/random.h"
#include "espalier/error.h"
#include "select/anneal/block_descent.h"
#include "select/anneal/column_descent.h"
#include "select/anneal/momentum_descent.h"
#include "select/anneal/stochastic_descent.h"

namespace espalier {
namespace {

constexpr double kConverged = 1e-4;  // share of the objective that a refit must gain to be followed by another

// One epoch of the chosen solver. Returns the objective after it.
class Descent {
 public:
  Descent(const Problem& problem, const AnnealPlan& plan, std::size_t stream, Threads& threads)
      : problem_(problem), plan_(plan), stream_(stream), threads_(threads) {
    switch (plan.solver) {
      case Solver::blocks:
        break;  // made by the first epoch that takes them
      case Solver::momentum:
        momentum_.emplace(problem, true, threads);
        break;
      case Solver::sgd:
        stochastic_.emplace(problem, plan.step, threads);
        break;
    }
  }

  double epoch(std::size_t number, Candidates& candidates) {
    const std::uint64_t stream = stream_ << 32 | number;
    if (stochastic_) return finite(stochastic_->epoch(plan_.seed, stream, candidates));
    if (momentum_) return momentum_->epoch(candidates);
    if (ColumnDescent::takes(problem_, candidates.members.size())) {
      blocks_.reset();
      if (!columns_) columns_.emplace(problem_, threads_);
      return columns_->step(candidates);
    }
    if (!blocks_) blocks_.emplace(problem_, threads_);
    // In a newly drawn order: the first members to move take what the others could have taken too.
    std::vector<std::uint32_t> order = candidates.members;
    Random(plan_.seed, "order of the members", stream).shuffle(std::span(order));
    const std::size_t block = std::clamp<std::size_t>(order.size() / plan_.per_block, 1, plan_.block);
    return blocks_->run(order, block, candidates).objective;
  }

 private:
  double finite(double objective) const {
    if (std::isfinite(objective)) return objective;
    throw Error(ErrorCode::usage,
                fmt::format("step must be smaller than {}, with which the weights diverge", plan_.step));
  }

  const Problem& problem_;
  const AnnealPlan& plan_;
  const std::uint64_t stream_;
  Threads& threads_;
  std::optional<BlockDescent> blocks_;
  std::optional<ColumnDescent> columns_;
  std::optional<MomentumDescent> momentum_;
  std::optional<StochasticDescent> stochastic_;
};

// All candidates, best first.
std::vector<std::uint32_t> ranked_once(const Problem& problem, const Candidates& all, RuleRanking ranking,
                                       Threads& threads) {
  const std::vector<double> worth = static_worth(problem, ranking, threads);
  std::vector<std::uint32_t> order = ranked(problem, all);  // ascending, since all weights are still 0
  std::ranges::stable_sort(order, std::greater(), [&](std::uint32_t rule) { return worth[rule]; });
  return order;
}

// The levels that are possible, descending.
std::vector<std::size_t> reachable(const std::vector<std::size_t>& levels, std::size_t groups) {
  std::vector<std::size_t> result;
  for (const std::size_t level : levels) {
    const std::size_t size = std::min(level, groups);
    if (size > 0 && (result.empty() || size < result.back())) result.push_back(size);
  }
  return result;
}

void store_weights(const Problem& problem, const Candidates& candidates, AnnealedLevel& level) {
  level.intercept = candidates.intercept;
  level.weights.clear();
  for (const std::uint32_t group : level.groups) {
    const auto [first, count] = parameters_of(problem, group);
    const auto from = candidates.weights.begin() + static_cast<std::ptrdiff_t>(first * problem.width());
    level.weights.insert(level.weights.end(), from, from + static_cast<std::ptrdiff_t>(count * problem.width()));
  }
}

AnnealedLevel snapshot(const Problem& problem, const Candidates& candidates, std::span<const std::uint32_t> best) {
  AnnealedLevel level;
  level.groups.assign(best.begin(), best.end());
  std::ranges::sort(level.groups);
  store_weights(problem, candidates, level);
  return level;
}

template <class Note>
void fit_columns(const Problem& problem, Threads& threads, Candidates& fitted, Note&& note) {
  constexpr int kMostSteps = 50;
  constexpr double kEnough = 1e-5;
  ColumnDescent descent(problem, threads);
  double before = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const double after = descent.step(fitted);
    note(after);
    if (step > 0 && before - after <= kEnough * before) break;
    before = after;
  }
}

}  // namespace

Candidates candidates_of(const Problem& problem, const AnnealedLevel& level) {
  const std::size_t width = problem.width();
  Candidates candidates;
  candidates.in.assign(problem.design.parameters(), 0);
  candidates.weights.assign(problem.design.parameters() * width, 0.0F);
  candidates.intercept = level.intercept;
  candidates.groups = level.groups.size();
  auto from = level.weights.begin();
  for (const std::uint32_t group : level.groups) {
    const auto [first, count] = parameters_of(problem, group);
    std::fill_n(candidates.in.begin() + static_cast<std::ptrdiff_t>(first), count, std::uint8_t{1});
    std::copy_n(from, count * width, candidates.weights.begin() + static_cast<std::ptrdiff_t>(first * width));
    from += static_cast<std::ptrdiff_t>(count * width);
  }
  for (std::uint32_t member = 0; member < problem.design.members(); ++member) {
    const auto begin = candidates.in.begin() + static_cast<std::ptrdiff_t>(problem.design.first(member));
    const auto end = begin + static_cast<std::ptrdiff_t>(problem.design.count(member));
    if (std::find(begin, end, 1) != end) candidates.members.push_back(member);
  }
  return candidates;
}

Annealed select_levels(const Problem& problem, const AnnealPlan& plan, Threads& threads) {
  Annealed result;
  Candidates candidates = all_candidates(problem);
  const std::size_t all = candidates.groups;
  const std::vector<std::size_t> levels = reachable(plan.levels, all);
  if (plan.ranking != RuleRanking::weights) {
    const std::vector<std::uint32_t> order = ranked_once(problem, candidates, plan.ranking, threads);
    for (const std::size_t level : levels)
      result.levels.push_back(snapshot(problem, candidates, std::span(order).first(level)));
    return result;
  }
  Descent descent(problem, plan, 0, threads);
  for (int e = 1; e <= plan.schedule.iterations && result.levels.size() < levels.size(); ++e) {
    const double objective = descent.epoch(static_cast<std::size_t>(e), candidates);
    result.steps.push_back({false, static_cast<std::size_t>(e), candidates.groups, objective});
    const std::vector<std::uint32_t> order = ranked(problem, candidates);
    const bool last = e == plan.schedule.iterations;
    const std::size_t left = last ? levels.back() : survivors(plan.schedule, all, levels.back(), e);
    while (result.levels.size() < levels.size() && levels[result.levels.size()] >= left) {
      result.levels.push_back(snapshot(problem, candidates, std::span(order).first(levels[result.levels.size()])));
    }
    keep(problem, std::span(order).first(left), candidates);
  }
  return result;
}

std::vector<AnnealStep> fit_further(const Problem& problem, int passes, Threads& threads, AnnealedLevel& level) {
  std::vector<AnnealStep> steps;
  Candidates fitted = candidates_of(problem, level);
  BlockDescent descent(problem, threads);
  for (int pass = 1; pass <= passes; ++pass) {
    const double before = level.objective;
    const BlockDescent::Epoch epoch = descent.run(fitted.members, 1, fitted);
    level.objective = epoch.objective;
    steps.push_back({true, static_cast<std::size_t>(pass), level.groups.size(), level.objective});
    if (pass > 1 && !epoch.taken_back && before - level.objective <= kConverged * before) break;
  }
  store_weights(problem, fitted, level);
  return steps;
}

// The papers' way: as many epochs again as the whole schedule has. Otherwise until hardly anything is gained: columns
// all at once if they are few enough, trees by Gauss-Seidel.
std::vector<AnnealStep> refit_level(const Problem& problem, const AnnealPlan& plan, std::size_t index, Threads& threads,
                                    AnnealedLevel& level) {
  const bool by_columns = ColumnDescent::takes(problem, level.groups.size());
  if (plan.solver != Solver::sgd && !by_columns) return fit_further(problem, plan.refits, threads, level);
  std::vector<AnnealStep> steps;
  Candidates fitted = candidates_of(problem, level);
  const auto note = [&](double objective) {
    level.objective = objective;
    steps.push_back({true, steps.size() + 1, level.groups.size(), objective});
  };
  if (plan.solver == Solver::sgd) {
    Descent descent(problem, plan, index + 1, threads);
    for (int e = 1; e <= plan.schedule.iterations; ++e) {
      note(descent.epoch(static_cast<std::size_t>(e), fitted));
    }
  } else {
    fit_columns(problem, threads, fitted, note);
  }
  store_weights(problem, fitted, level);
  return steps;
}

}  // namespace espalier
