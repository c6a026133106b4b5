#include "method/gif/choice.h"

#include <algorithm>
#include <deque>
#include <span>

#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/choose/growths.h"
#include "method/choose/ladder.h"
#include "method/choose/setting_search.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{5000};
constexpr double kNoRidge = 0;
constexpr double kEnough = 1e-4;         // as a share of the constant's loss: nodes that lower it by less are not taken
constexpr std::size_t kFirstRefit = 16;  // nodes
constexpr std::size_t kFewNodes = 500;   // size up to which everything is tried
constexpr int kPasses = 2;

// The mean of Σ_k (y_k - f_k)², where one of the y is 1 and the others are 0.
double brier_score(const Model& model, const LabelledView& others, const Run& run) {
  const Target& target = others.target;
  const std::vector<double> scores = predict_scores(model, others.table, run);
  const std::size_t count = scores.size() / target.rows();
  double sum = 0, total = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    for (std::size_t k = 0; k < count; ++k) {
      const bool is_it = static_cast<std::size_t>(target.classes[row]) == k;
      const double residual = scores[row * count + k] - (is_it ? 1 : 0);
      sum += target.weight(row) * residual * residual;
    }
    total += target.weight(row);
  }
  return sum / total;
}

// The squared loss; with several targets, each in units of its own spread.
double squared_cost(const Model& model, const LabelledView& others, const std::vector<TargetScale>& scales,
                    const Run& run) {
  if (model.task == Task::classification) return brier_score(model, others, run);
  const Metrics metrics = evaluate(model, others.table, others.target, run);
  const auto& regression = std::get<RegressionMetrics>(metrics);
  if (regression.targets.empty()) return regression.mse;
  double sum = 0;
  for (std::size_t k = 0; k < scales.size(); ++k)
    sum += regression.targets[k].mse / (scales[k].spread * scales[k].spread);
  return sum;
}

// The log-loss with the weights multiplied by each of these.
std::vector<double> scaled_costs(const Model& model, const LabelledView& others, std::span<const double> scales,
                                 const Run& run, Threads& threads) {
  const Target& target = others.target;
  const std::vector<double>& start = std::get<Forest>(model.body).intercept;
  const std::vector<double> scores = predict_scores(model, others.table, run);
  std::vector<double> costs(scales.size());
  threads.each(scales.size(), [&](std::size_t s) {
    const double scale = scales[s];
    std::vector<double> row_scores(start.size());
    double sum = 0, total = 0;
    for (std::size_t row = 0; row < target.rows(); ++row) {
      for (std::size_t k = 0; k < start.size(); ++k)
        row_scores[k] = start[k] + scale * (scores[row * start.size() + k] - start[k]);
      sum +=
          target.weight(row) * (model.link == Link::softmax ? SoftmaxLoss::value(target.classes[row], row_scores)
                                                            : LogisticLoss::value(target.classes[row], row_scores[0]));
      total += target.weight(row);
    }
    costs[s] = sum / total;
  });
  return costs;
}

// The most settings that are tried.
std::size_t trials(const GifChoiceInput& from) { return 1 + kPasses * from.settings.changes.size(); }

class Chooser {
 public:
  Chooser(const GifChoiceInput& from, const GifCallbacks& grower, Threads& threads)
      : from_(from),
        grower_(grower),
        threads_(threads),
        folds_(make_folds(from.data.target(), kFoldRule, from.request.validation != nullptr, from.seed)) {
    for (const Fold& fold : folds_)
      held_out_.push_back(fold.by_validation() ? *from.request.validation
                                               : owned_.emplace_back(take_rows(*from.request.train, fold.held_out)));
  }

  // From the first setting step by step to neighbours that do better; every change is tried in at most two passes.
  GifChoice operator()() {
    if (folds_.empty()) return first(from_.settings.first);
    SettingSearch<GifSetting, GifChoice> search([&](const GifSetting& setting) { return measured(setting); },
                                                trials(from_));
    search.improve(from_.settings.first);
    search.climb_in_turns(from_.settings.changes, kPasses);
    for (std::size_t i = search.trials() * folds_.size(); i < trials(from_) * folds_.size(); ++i) grower_.done(nullptr);
    return search.best().choice;
  }

 private:
  // As many nodes as the budget allows, and the finish that is taken unless another does better.
  GifChoice first(const GifSetting& setting) const {
    return {setting, {}, {from_.options.refit.back(), from_.options.scale.back()}};
  }

  Best<GifChoice> measured(const GifSetting& setting) {
    const std::span<const double> ridges = from_.options.refit, scales = from_.options.scale;
    Growths<GifGrowth> growths(folds_.size(), threads_);
    for (const Fold& fold : folds_) growths.add(from_.data, fold.rows, setting, from_.options, from_.seed);
    Best<GifChoice> best{first(setting)};
    Patience patience(from_.options.patience, kFewNodes);
    double enough = 0;
    std::size_t next_refit = kFirstRefit, ridge = 0;
    for (std::size_t size = 0;; size = next_size(size)) {
      const bool more = growths.grow([&](GifGrowth& forest) { return grower_.grow(forest, size); });
      const auto take = [&](const GifFinish& finish, double cost) {
        if (more && !patience.is_limited()) return;
        best.take({setting, more ? std::optional(on_all_rows(size)) : std::nullopt, finish}, cost, enough);
      };
      const std::vector<double> by_scale = costs_of_scales(growths);
      const std::size_t scale = index_of_least(by_scale);
      if (size == 0) enough = kEnough * by_scale[scale];
      patience.add(size, by_scale[scale]);
      if (ridges[0] == kNoRidge) take({kNoRidge, scales[scale]}, by_scale[scale]);
      const bool last = !more || patience.is_over();
      if (ridges.back() != kNoRidge && (last || size >= next_refit)) {
        next_refit = 2 * size;
        const std::span<const double> tried = size <= kFewNodes ? ridges : beside(ridges, ridge);
        const std::vector<double> costs = costs_of_ridges(growths, tried);
        for (std::size_t r = 0; r < tried.size(); ++r) take({tried[r], 1}, costs[r]);
        ridge = static_cast<std::size_t>(&tried[index_of_least(costs)] - ridges.data());
      }
      if (!last) continue;
      for (const GifGrowth& forest : growths.all()) grower_.done(&forest);
      return best;
    }
  }

  // A forest on all rows may be larger than one on some of them, in proportion to the rows.
  std::size_t on_all_rows(std::size_t size) const {
    return static_cast<std::size_t>(static_cast<double>(size) * folds_[0].rows_per_fitted_row());
  }

  // Costs of the forests as they are, per scale; the squared loss has no scale, so it has a single cost.
  std::vector<double> costs_of_scales(Growths<GifGrowth>& growths) const {
    return growths.costs([&](const GifGrowth& forest, std::size_t fold) -> std::vector<double> {
      const Model model = forest.model(forest.forest().taken());
      const bool has_scale = model.link == Link::softmax || model.link == Link::logistic;
      if (has_scale) return scaled_costs(model, held_out_[fold], from_.options.scale, run(), threads_);
      return {squared_cost(model, held_out_[fold], from_.data.scales(), run())};
    });
  }

  // Costs after a refit with each of these ridges.
  std::vector<double> costs_of_ridges(Growths<GifGrowth>& growths, std::span<const double> ridges) const {
    return growths.costs(ridges, [&](const GifGrowth& forest, std::size_t fold, double ridge) {
      return squared_cost(forest.refitted(forest.forest().taken(), ridge), held_out_[fold], from_.data.scales(), run());
    });
  }

  // For predictions: folds are measured side by side, a single one by all threads.
  Run run() const { return {1, folds_.size() == 1 ? threads_.count() : 1, {}}; }

  const GifChoiceInput& from_;
  const GifCallbacks& grower_;
  Threads& threads_;
  const std::vector<Fold> folds_;
  std::vector<LabelledView> held_out_;  // by fold
  std::deque<LabelledRows> owned_;      // the rows that held_out_ views, unless they are validation rows
};

}  // namespace

std::size_t growths_to_choose(const GifChoiceInput& from) {
  return trials(from) * count_folds(kFoldRule, from.data.target().rows(), from.request.validation != nullptr);
}

GifChoice choose_gif(const GifChoiceInput& from, const GifCallbacks& grower, Threads& threads) {
  return Chooser(from, grower, threads)();
}

}  // namespace espalier
