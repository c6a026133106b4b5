// Feature selection with annealing (Barbu et al. 2017), over trees with their leaves refitted (Dawer, Guo, Barbu 2020,
// II.E), over whole trees, over rules (Dawer 2018, chapter 3) or over columns: every epoch moves the weights of all
// candidates that are still in, then drops the worst on a fixed schedule, until the smallest wanted number is left.
//
// Many sizes come from one run (algorithm 2): whenever the schedule passes one of them, the current candidates are kept
// and their weights are fitted further. All candidates that leave in an epoch leave by one ranking, so that every level
// contains the next.
#pragma once

#include <optional>
#include <vector>

#include "select/anneal/candidates.h"
#include "select/anneal/schedule.h"
#include "select/anneal/static_ranking.h"

namespace espalier {

enum class Solver : std::uint8_t {
  blocks,    // Newton steps on blocks of members
  momentum,  // accelerated gradient steps on all at once
  sgd,       // the papers' stochastic gradient steps
};

// The local search over the rules of a level, see exchange.h.
struct Exchange {
  int rounds = 0;      // in which every rule may be exchanged
  double overlap = 1;  // the most that rules in opposite directions may overlap; 1: any
};

struct AnnealPlan {
  Solver solver = Solver::blocks;
  Schedule schedule;
  std::vector<std::size_t> levels;  // numbers of groups to stop at, descending
  double step = 1e-3;               // of sgd
  int refits = 10;  // maximum number of passes over the trees of each level; sgd takes as many epochs as the schedule
  // The size of blocks of members that move together: at most `block`, and at most one in `per_block` of the members
  // that are in. Large blocks share what their members could all take, which keeps the ranking fair while there are
  // many; with few left, small blocks show what each adds to the others.
  std::size_t block = 16;
  std::size_t per_block = 32;
  RuleRanking ranking = RuleRanking::weights;  // others: no annealing, the levels are the first rules of the ranking
  Exchange exchange;
  std::uint64_t seed = 1;
};

struct AnnealedLevel {
  std::vector<std::uint32_t> groups;  // ascending: members, or for rules parameters
  std::vector<float> weights;         // of the groups' parameters, one after the other, × width
  std::vector<float> intercept;       // width
  double objective = 0;
  std::optional<int> decimals = {};  // of weights and intercept in the units of the target, if they were rounded
};

// The level as the candidates of a run over the same members, on these rows or on others.
Candidates candidates_of(const Problem& problem, const AnnealedLevel& level);

struct AnnealStep {
  bool refit = false;
  std::size_t epoch = 0;      // from 1
  std::size_t survivors = 0;  // groups whose weights it moved
  double objective = 0;       // after it, before any are dropped
};

struct Annealed {
  std::vector<AnnealedLevel> levels;  // descending; levels beyond the number of candidates become that number, once
  std::vector<AnnealStep> steps;
};

// The annealing run alone: levels have the weights that they had when the run passed them. An error if the steps of sgd
// are so long that the objective diverges.
Annealed select_levels(const Problem& problem, const AnnealPlan& plan, Threads& threads);

// Newton steps on one member after the other, until hardly anything is gained; at most so many passes.
std::vector<AnnealStep> fit_further(const Problem& problem, int passes, Threads& threads, AnnealedLevel& level);

// Fits the weights of a level further, the one at `index` of the run's levels.
std::vector<AnnealStep> refit_level(const Problem& problem, const AnnealPlan& plan, std::size_t index, Threads& threads,
                                    AnnealedLevel& level);

}  // namespace espalier
