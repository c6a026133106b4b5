// The options of trees that are built together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espalier/budget.h"
#include "espalier/target.h"
#include "grow/combined/combiner.h"
#include "method/options/option_kinds.h"
#include "method/options/shared_options.h"

namespace espalier {

inline constexpr Choices<SearchKind, 2> kCombineSearches = {
    {{"blocked", SearchKind::blocked}, {"greedy", SearchKind::greedy}}};
inline constexpr Choices<LeafHeuristic, 3> kLeafHeuristics = {
    {{"depth", LeafHeuristic::depth}, {"error", LeafHeuristic::error}, {"size", LeafHeuristic::size}}};
inline constexpr Choices<CombinedLoss, 2> kCombinedLosses = {
    {{"squared", CombinedLoss::squared}, {"log", CombinedLoss::log}}};

struct CombineOptions {
  std::optional<int> trees;
  std::optional<int> keep;
  int split_leaves = 5;
  std::optional<int> depth;
  std::optional<int> beam;
  double pick = 1;
  int rounds = 500;
  double tolerance = 0;
  SearchKind search = SearchKind::blocked;
  LeafHeuristic heuristic = LeafHeuristic::error;
  CombinedLoss loss = CombinedLoss::squared;
  std::optional<double> sample;
  std::vector<double> refit = {0, 0.3, 1, 3, 10, 30, 100};
  int patience = 6;
  Effort effort = Effort::normal;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = CombineOptions;
    visit("trees", &T::trees, Range{1, 1e5},
          "trees that are built together; by default 100, or with a budget one for every 32 leaves that it allows "
          "(or every 2^depth, if that is fewer)");
    visit("keep", &T::keep, Range{1, 1e5},
          "splits that each tree proposes per round; by default 20, or 100 for at most 30 trees and 10,000 rows");
    visit("split-leaves", &T::split_leaves, Range{1, 1e6}, "leaves per tree in which a round searches for splits");
    visit("depth", &T::depth, kTreeDepths, kTreeDepthHelp);
    visit("beam", &T::beam, Range{1, 1e4},
          "beam width: partial combinations that are kept while one is put together; by default 2, or 5 for "
          "effort high, or 20 for at most 30 trees and 10,000 rows");
    visit("pick", &T::pick, Range{1e-6, 1},
          "fraction of the proposed splits, sampled at random, that each step considers");
    visit("rounds", &T::rounds, Range{1, 1e6}, "maximum number of splits per tree");
    visit("tolerance", &T::tolerance, Range{0, 1},
          "growth ends when the loss of the combination is at most this fraction of a constant's loss");
    visit("search", &T::search, kCombineSearches,
          "whether a round keeps one split of each tree (blocked), or any of all trees' splits (greedy)");
    visit("heuristic", &T::heuristic, kLeafHeuristics,
          "which leaves are searched for splits: those nearest to the root, those with the largest squared error, or "
          "those with the most rows");
    visit("loss", &T::loss, kCombinedLosses,
          "loss of the combination: squared error (for classes, the Brier score), or log-loss (classes only)");
    visit(
        "sample", &T::sample, Range{1e-3, 1},
        "fraction of the rows, sampled at random, on which each tree is grown; by default 0.63, or 0.8 for at most 30 "
        "trees and 10,000 rows");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "regularisation of a final refit of all leaves, in rows: each leaf is pulled towards its mean as if by this "
          "many extra rows; 0: no refit; the best of several values is chosen");
    visit("patience", &T::patience, Range{0, 1e6},
          "early stopping: growth ends after this many sizes in a row, each with a tenth more rounds, without "
          "improvement on held-out rows; 0: no early stopping");
    visit("effort", &T::effort, kEfforts, kEffortHelp);
  }
};

// The number of trees: so many that each may have about 32 leaves within the budget, or as many as its depth allows, or
// the number asked for, reduced until every tree can have a split. A leaf has one number per output.
std::size_t combined_trees(const CombineOptions& options, const std::optional<Budget>& budget, std::size_t outputs);

CombinerOptions combiner_options(const CombineOptions& options, std::size_t trees, std::size_t rows);

// The sweeps of any refit of the leaves.
int refit_sweeps(const CombineOptions& options);

// An error if the options contradict each other, or do not fit the task.
void check_combine_options(const CombineOptions& options, std::optional<Task> task);

}  // namespace espalier
