// Chooses shrinkage and size of an annealed model: the least loss, over the folds, on rows that were not fitted. By
// default not all are tried: shrinkages from the middle towards the best, every fourth size, and runs that are shorter
// than the final one; with much effort, all of them.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "method/annealed/annealed_fit.h"
#include "method/annealed/annealed_path.h"
#include "method/choose/folds.h"

namespace espalier {

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

// One shrinkage: its paths over the folds, and the costs of its sizes, sums over the folds of the loss on the rows that
// were not fitted, or an information criterion. A size that is not measured, or over the budget in any fold, costs
// kNever.
struct AnnealedTrial {
  std::deque<AnnealedPath> paths;   // by fold; empty if the shrinkage is not tried
  std::vector<double> cost, error;  // by level of the method; no error by an information criterion
};

class AnnealedSearch {
 public:
  // `plan` is that of the final fit. All must outlive it; the reporter advances by a step for every pool and run.
  AnnealedSearch(const AnnealedMethod& method, const FitRequest& request, const AnnealPlan& plan, Threads& threads,
                 Reporter& reporter);

  // The search only compares runs with each other, so they may be short and exchange no rules, and a single hold-out
  // may lend its pool to the final fit. Not for small models: a few trees are chosen well only by a long run, from a
  // pool of all rows. And not for sgd, since the number of its steps acts as a shrinkage.
  bool is_short() const noexcept;

  // Folds of the training rows, or all of them: measured on the validation rows, if there are any.
  void add_fold(const Fold& fold);
  void add_training();
  const std::deque<FoldRows>& folds() const noexcept { return folds_; }
  double held_out() const noexcept { return held_out_; }  // the weight of all rows that are not fitted

  // None if no size is within the budget.
  std::optional<SizeChoice> choose();

  // The same for a model that is taken from the first fold's run itself, which is whole at the shrinkage that is
  // chosen.
  struct Chosen {
    AnnealedPath& path;
    std::optional<std::size_t> level;  // of the path
  };
  Chosen choose_path();

  // On the rows that were held out.
  double error_of(const SizeChoice& choice) const { return trials_[choice.shrinkage].error[choice.level] / held_out_; }

  // All sizes at this shrinkage, which was tried.
  const AnnealedTrial& measure_all(std::size_t shrinkage);

  // The first fold's run at this shrinkage, null if there is none.
  const AnnealedPath* tried(std::size_t shrinkage) const;

  std::vector<std::size_t> strongest_first() const;

  // The largest level of the path with at most so many candidates that is within the budget. It is finished.
  std::optional<std::size_t> largest_within_budget(const AnnealedRows& rows, AnnealedPath& path,
                                                   std::size_t most) const;

 private:
  const std::vector<double>& shrinkages() const noexcept { return method_.options.shrinkage; }
  bool is_thorough() const noexcept { return method_.options.effort == Effort::high; }
  AnnealPlan plan_of_search() const;
  bool within_budget(const AnnealedRows& rows, const AnnealedLevel& level) const;
  std::vector<std::size_t> all_levels() const;
  std::vector<std::size_t> coarse_levels() const;

  void report_runs(std::size_t runs);
  void prepare(FoldRows& fold);
  void start(std::span<const std::size_t> of, const AnnealPlan& plan);
  void measure(std::span<const std::size_t> of, std::span<const std::size_t> levels);
  void measure_some(std::span<const std::size_t> of);
  void measure_largest(std::span<const std::size_t> of);
  void add_up(AnnealedTrial& trial, std::size_t level) const;
  ScoreMeasure cost_in_fold(const AnnealedTrial& trial, std::size_t fold, std::size_t at) const;
  std::optional<std::size_t> largest_in_all_folds(const AnnealedTrial& trial) const;

  void try_out(std::vector<std::size_t> of);
  std::optional<SizeChoice> search();
  std::optional<SizeChoice> refine(const std::optional<SizeChoice>& choice);
  std::optional<SizeChoice> best() const;

  const AnnealedMethod& method_;
  const FitRequest& request_;
  const AnnealPlan& plan_;
  Threads& threads_;
  Reporter& reporter_;
  std::deque<FoldRows> folds_;
  std::size_t runs_ = 0;                              // that the reporter was told of
  std::vector<AnnealedTrial> trials_, short_trials_;  // by shrinkage; the latter once a whole run has taken their place
  double held_out_ = 0;
};

}  // namespace espalier
