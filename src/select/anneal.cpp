#include "select/anneal.h"

#include <algorithm>

#include "base/random.h"
#include "select/block_descent.h"
#include "select/stochastic_descent.h"

namespace espalier {
namespace {

constexpr double kConverged = 1e-5;  // share of the objective that a pass must gain to be followed by another

}  // namespace

Annealed anneal(const Problem& problem, const AnnealOptions& options, Threads& threads) {
  Annealed result;
  Candidates candidates = all_candidates(problem);
  std::vector<std::size_t> levels;
  for (const std::size_t level : options.levels) {
    const std::size_t k = std::min(level, candidates.groups);
    if (k > 0 && (levels.empty() || k < levels.back())) levels.push_back(k);
  }
  if (levels.empty()) return result;
  const std::size_t all = candidates.groups;
  BlockOptions block_options;
  block_options.members = options.block;
  block_options.intercept = options.intercept;
  BlockDescent blocks(problem, block_options, threads);
  StochasticDescent stochastic(problem, options.step, threads);
  std::size_t next = 0;
  for (int e = 1; e <= options.schedule.iterations && next < levels.size(); ++e) {
    double value = 0;
    if (options.solver == Solver::sgd) {
      value = stochastic.epoch(options.seed, static_cast<std::uint64_t>(e), candidates);
    } else {
      std::vector<std::uint32_t> order = candidates.members;
      Random(options.seed, "order of the members", static_cast<std::uint64_t>(e)).shuffle(std::span(order));
      value = blocks.run(order, candidates).objective;
    }
    if (options.trace) result.steps.push_back({false, static_cast<std::size_t>(e), candidates.groups, value});
    const std::vector<std::uint32_t> order = ranked(problem, candidates);
    const std::size_t left = survivors(options.schedule, all, levels.back(), e);
    while (next < levels.size() && levels[next] >= left) {
      AnnealedLevel level;
      level.groups.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(levels[next]));
      std::ranges::sort(level.groups);
      level.fitted = candidates;
      keep(problem, level.groups, level.fitted);
      result.levels.push_back(std::move(level));
      ++next;
    }
    keep(problem, std::span(order).first(left), candidates);
  }
  threads.each(result.levels.size(), [&](std::size_t i) {
    AnnealedLevel& level = result.levels[i];
    if (options.solver == Solver::sgd) {
      StochasticDescent refit(problem, options.step, threads);
      for (int e = 1; e <= options.schedule.iterations; ++e) {
        level.objective = refit.epoch(options.seed, static_cast<std::uint64_t>(1000000 * (i + 1)) + static_cast<std::uint64_t>(e), level.fitted);
      }
      return;
    }
    BlockOptions one = block_options;
    one.members = 1;
    BlockDescent refit(problem, one, threads);
    double before = 0;
    for (int pass = 0; pass < options.refits; ++pass) {
      const BlockDescent::Epoch epoch = refit.run(level.fitted.members, level.fitted);
      level.objective = epoch.objective;
      if (pass > 0 && !epoch.taken_back && before - level.objective <= kConverged * before) break;
      before = level.objective;
    }
  });
  return result;
}

}  // namespace espalier
