// The settings that the caller left open are chosen on rows that were not fitted: γ, λ, the factor on new roots, the
// leaves per tree, how far to grow, how long to exchange, and the λ of the last refit. The search starts from a first
// setting, changes one thing after another, and keeps what does better.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/progress.h"
#include "method/graft/trial.h"

namespace espalier {

// The values to choose from. A list is searched from its `first` entry, in either direction as long as that helps.
template <class T>
struct GraftList {
  std::vector<T> values;
  std::size_t first = 0;
};
struct GraftLists {
  TreeClasses tree_classes = TreeClasses::all;
  GraftList<double> gamma, ridge, new_root;
  GraftList<std::size_t> tree_leaves;
  std::vector<double> refit;  // descending; empty: no last refit
  int searches = 0;
};

struct GraftChoice {
  GraftSetting setting;
  std::size_t tree_leaves = LeafTree::kMostLeaves;
  std::optional<std::size_t> leaves;  // none: as many as the budget allows
  bool swaps = false;
  int searches = 0;
  std::optional<double> refit;
};

// The first setting of every list, grown as far as the budget allows.
GraftChoice first_choice(const GraftLists& lists);

// The most settings that are tried, which is also how far choose_graft() advances the reporter.
std::size_t most_trials(std::span<const GraftLists> lists);

struct ChosenGraft {
  GraftChoice choice;
  LeafForest forest;  // as grown on the first fold
};

// Chooses on folds of the rows, each of which has rows to watch. The lists of the cheapest first setting are searched.
ChosenGraft choose_graft(const std::deque<GraftRows>& folds, const GraftTask& task, std::span<const GraftLists> lists,
                         Reporter& reporter, Threads& threads);

}  // namespace espalier
