// The sizes of one annealing run over some rows. Fitting their weights further and measuring them takes longer than the
// run, so each waits until it is asked for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/threads.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "method/annealed/information.h"
#include "method/annealed/proposal.h"
#include "method/choose/score_measure.h"
#include "select/anneal/anneal.h"
#include "select/design.h"
#include "select/row_loss.h"

namespace espalier {

// Rows to fit, with their candidates, and the rows to measure models on, if there are any.
struct AnnealedRows {
  // The rows must outlive it.
  AnnealedRows(const Loss& loss, const LabelledView& rows, std::unique_ptr<Proposal> candidates, Threads& threads);
  void measure_on(const LabelledView& rows);

  const LabelledView& train;
  std::unique_ptr<Proposal> proposal;
  RowLoss loss;
  std::vector<float> row_weight;
  const LabelledView* others = nullptr;
  std::unique_ptr<Design> over_others;
};

class AnnealedPath {
 public:
  // Both must outlive it.
  AnnealedPath(const AnnealedRows& rows, Threads& threads) : rows_(rows), threads_(threads) {}

  // The annealing run. The plan's levels are sizes of a model.
  void select(RankingCriterion criterion, double shrinkage, const AnnealPlan& plan);

  // From the largest down.
  std::size_t size() const noexcept { return annealed_.levels.size(); }
  const AnnealedLevel& operator[](std::size_t level) const { return annealed_.levels[level]; }

  // Refits a level, and measures it if there are rows for that. Several threads may do this for different levels.
  void finish(std::size_t level);
  void finish_all();
  bool is_finished(std::size_t level) const { return !refits_[level].empty(); }

  const std::optional<ScoreMeasure>& measure_of(std::size_t level) const { return measures_[level]; }
  ScoreMeasure on_training_rows(std::size_t level) const;
  double information(std::size_t level, ChooseBy by) const;  // of a finished level

  // The steps of the run, then those of every level that is finished.
  std::vector<AnnealStep> steps() const;

 private:
  Problem problem(const Design& design) const;
  ScoreMeasure measure_over(const Design& design, const Target& target, const AnnealedLevel& level) const;

  const AnnealedRows& rows_;
  Threads& threads_;
  RankingCriterion criterion_ = RankingCriterion::mean_square;
  double shrinkage_ = 0;
  AnnealPlan plan_;
  Annealed annealed_;
  std::vector<std::vector<AnnealStep>> refits_;  // by level
  std::vector<std::optional<ScoreMeasure>> measures_;
};

}  // namespace espalier
