#include "method/annealed/annealed_path.h"

#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/round_weights.h"
#include "select/anneal/exchange.h"

namespace espalier {

AnnealedRows::AnnealedRows(const Loss& of, const LabelledView& rows, std::unique_ptr<Proposal> candidates,
                           Threads& threads)
    : train(rows),
      proposal(std::move(candidates)),
      loss(of, train.target),
      row_weight(row_weights(proposal->design(), loss, threads)) {}

void AnnealedRows::measure_on(const LabelledView& rows) {
  others = &rows;
  over_others = proposal->over(rows.table);
}

void AnnealedPath::select(RankingCriterion criterion, double shrinkage, const AnnealPlan& plan) {
  criterion_ = criterion;
  shrinkage_ = shrinkage;
  plan_ = plan;
  Problem over_training = problem(rows_.proposal->design());
  over_training.row_weight = rows_.row_weight;
  annealed_ = select_levels(over_training, plan_, threads_);
  refits_.resize(size());
  measures_.resize(size());
}

void AnnealedPath::finish(std::size_t level) {
  if (is_finished(level)) return;
  Problem over_training = problem(rows_.proposal->design());
  over_training.row_weight = rows_.row_weight;
  refits_[level] = refit_level(over_training, plan_, level, threads_, annealed_.levels[level]);
  AnnealedLevel& fitted = annealed_.levels[level];
  if (over_training.grouping == Grouping::rules) {
    exchange_rules(over_training, plan_.exchange, threads_, fitted);
    const auto over_rows = [&](const AnnealedLevel& of) {
      return measure_over(rows_.proposal->design(), rows_.train.target, of);
    };
    round_weights(rows_.loss, over_rows, fitted);
  }
  if (rows_.over_others) measures_[level] = measure_over(*rows_.over_others, rows_.others->target, fitted);
}

void AnnealedPath::finish_all() {
  threads_.each(size(), [&](std::size_t level) { finish(level); });
}

ScoreMeasure AnnealedPath::on_training_rows(std::size_t level) const {
  return measure_over(rows_.proposal->design(), rows_.train.target, annealed_.levels[level]);
}

double AnnealedPath::information(std::size_t level, ChooseBy by) const {
  Problem over_training = problem(rows_.proposal->design());
  over_training.row_weight = rows_.row_weight;
  const RowLoss& loss = rows_.loss;
  return espalier::information(by, loss.loss(), on_training_rows(level).loss, loss.total_weight() * loss.unit(),
                               parameters(over_training, annealed_.levels[level].groups));
}

std::vector<AnnealStep> AnnealedPath::steps() const {
  std::vector<AnnealStep> steps = annealed_.steps;
  for (const std::vector<AnnealStep>& of : refits_) steps.insert(steps.end(), of.begin(), of.end());
  return steps;
}

Problem AnnealedPath::problem(const Design& design) const {
  Problem result{design, rows_.loss};
  result.criterion = criterion_;
  result.shrinkage = shrinkage_;
  rows_.proposal->describe(result);
  return result;
}

ScoreMeasure AnnealedPath::measure_over(const Design& design, const Target& target, const AnnealedLevel& level) const {
  const RowLoss& loss = rows_.loss;
  const std::size_t rows = target.rows(), width = loss.width();
  const Problem over = problem(design);
  std::vector<float> scores(rows * width);
  score_rows(over, candidates_of(over, level), scores, threads_);
  std::vector<double> by_output(rows * loss.outputs());
  threads_.blocks(rows, chunk_rows(width), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t k = 0; k < loss.outputs(); ++k) {
        by_output[k * rows + row] = loss.offset() + loss.scale() * static_cast<double>(scores[row * width + k]);
      }
    }
  });
  return measure(loss.loss(), target, by_output, threads_);
}

}  // namespace espalier
