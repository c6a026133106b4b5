// The open settings are chosen on rows that were not fitted: γ, λ, the factor on new roots, the leaves per tree, how
// far to grow, how long to exchange, and the λ of the last refit. The search starts from a first setting, changes one
// thing after another, and keeps what does better.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <set>
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

// The sizes at which a forest is measured, in leaves: each a tenth larger than the one before.
inline std::size_t next_graft_size(std::size_t leaves) {
  return leaves < 2 ? 2 : leaves + std::max<std::size_t>(1, leaves / 10);
}

class GraftChooser {
 public:
  // Chooses on these parts of the rows, each of which has rows to watch.
  GraftChooser(const std::deque<GraftRows>& parts, const GraftTask& task, const GraftLists& lists, Reporter& reporter,
               Threads& threads);

  GraftChoice run();
  // The maximum number of settings that are tried, which is how far the reporter advances.
  static std::size_t most_trials(const GraftLists& lists);
  // The resulting forest on the first part.
  const LeafForest& forest() const noexcept { return *forest_; }

 private:
  using Place = std::array<std::size_t, 4>;  // in each list
  struct Result {
    double cost = std::numeric_limits<double>::infinity();
    GraftChoice choice;
    std::optional<LeafForest> forest;
  };
  Place first() const;
  std::size_t size(std::size_t list) const;
  GraftChoice choice_at(const Place& place) const;
  bool try_place(const Place& place);
  Result measure(const Place& place, bool exchanges);
  std::optional<std::size_t> grow(Result& result);
  void exchange(Result& result, std::optional<std::size_t> leaves);
  void go_back();
  void refit(Result& result);
  bool is_better(Result& result);
  double cost();

  const std::deque<GraftRows>& parts_;
  const GraftTask& task_;
  const GraftLists& lists_;
  Reporter& reporter_;
  Threads& threads_;
  std::deque<GraftTrial> trials_;  // of the setting that is being measured, one per part
  std::set<Place> tried_;
  Place place_{};  // of the best result
  Result best_;
  std::optional<LeafForest> forest_;
};

}  // namespace espalier
