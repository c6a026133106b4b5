// The options of trees that are built together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/option_kinds.h"
#include "espalier/budget.h"
#include "espalier/target.h"
#include "grow/combined/combiner.h"

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

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = CombineOptions;
    visit("trees", &T::trees, Range{1, 1e5},
          "trees that are built together; if not given, 100, or with a budget one for every 32 leaves that it allows");
    visit("keep", &T::keep, Range{1, 1e5},
          "splits that each tree proposes a round; if not given, 20, of at most 30 trees and 10000 rows 100");
    visit("split-leaves", &T::split_leaves, Range{1, 1e6}, "leaves of each tree that splits are looked for in");
    visit(
        "beam", &T::beam, Range{1, 1e4},
        "combinations that are kept while one is put together; if not given, 5, of at most 30 trees and 10000 rows 20");
    visit("pick", &T::pick, Range{1e-6, 1}, "share of the proposed splits, drawn at random, that each step looks at");
    visit("rounds", &T::rounds, Range{1, 1e6}, "most splits of a tree");
    visit("tolerance", &T::tolerance, Range{0, 1},
          "growth ends where the loss of the combination is at most this share of a constant's");
    visit("search", &T::search, kCombineSearches,
          "whether a round keeps one split of each tree, or any of all trees' splits");
    visit(
        "heuristic", &T::heuristic, kLeafHeuristics,
        "which leaves splits are looked for in: the highest, those with the largest squared error, or with most rows");
    visit("loss", &T::loss, kCombinedLosses,
          "what the combination is judged by: squared error, of classes the Brier score; or the log-loss of classes");
    visit("sample", &T::sample, Range{1e-3, 1},
          "share of the rows, drawn at random, that each tree is grown on; if not given, 0.63, of at most 30 trees and "
          "10000 rows 0.8");
    visit(
        "refit", &T::refit, NumberList{0, 1e9},
        "rows that each leaf is held to its mean by in a final refit of all leaves; the best of several; 0: no refit");
    visit("patience", &T::patience, Range{0, 1e6},
          "numbers of rounds, each a tenth larger than the one before, that may be no better on held-out rows before "
          "growth ends; 0: the other limits alone end it");
  }
};

// So many trees that each may have some 32 leaves within the budget, or those that are asked for, as far as every one
// may have a split. A leaf has a number for each output.
std::size_t combined_trees(const CombineOptions& options, const std::optional<Budget>& budget, std::size_t outputs);

CombinerOptions combiner_options(const CombineOptions& options, std::size_t trees, std::size_t rows);

// An error if the options do not go together, or not with the task.
void check_combine_options(const CombineOptions& options, std::optional<Task> task);

}  // namespace espalier
