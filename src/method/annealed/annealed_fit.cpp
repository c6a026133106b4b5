#include "method/annealed/annealed_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/choose/score_measure.h"
#include "method/choose/setting_search.h"
#include "method/finish/small_weights.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{10'000};

// One shrinkage and one size, each by its place in the method's list.
struct SizeChoice {
  std::size_t shrinkage = 0;
  std::size_t level = 0;
  bool operator==(const SizeChoice&) const = default;
};

// The costs of the sizes of one shrinkage on rows that were not fitted: sums over the folds, by level.
struct FoldSums {
  std::vector<double> loss, error;
};

// The path of one shrinkage over some training rows, measured on other rows.
struct MeasuredPath {
  Annealed annealed;
  std::vector<ScoreMeasure> measures;  // one per level of `annealed`; empty if there were no rows to measure on
};

class AnnealedFit {
 public:
  AnnealedFit(const AnnealedMethod& method, const FitRequest& request, const Run& run)
      : method_(method),
        request_(request),
        run_(run),
        reporter_(run, "annealing", steps()),
        threads_(run.threads, &reporter_) {}

  FitResult operator()() {
    FitResult result = request_.validation ? with_validation() : final_fit(*request_.train, choose_by_folds());
    warn_of_small_weights(request_.train->target, "shrinkage is", result);
    return result;
  }

 private:
  std::size_t shrinkages() const noexcept { return method_.options.shrinkage.size(); }
  bool nothing_to_choose() const noexcept {
    return shrinkages() == 1 && (method_.levels.size() <= 1 || method_.largest_only);
  }

  FoldPlan fold_plan() const {
    if (!method_.options.folds) return plan_folds(kFoldRule, request_.train->target.rows());
    const auto count = static_cast<std::size_t>(*method_.options.folds);
    return {count == 1 ? kFolds : count, count};
  }

  std::uint64_t steps() const {
    if (request_.validation) return 1 + shrinkages();
    return nothing_to_choose() ? 2 : fold_plan().held_out * (1 + shrinkages()) + 2;
  }

  // ---- one set of rows ----------------------------------------------------------------------------------------------

  Annealed anneal_at(double shrinkage, const Proposal& proposal, const RowLoss& loss,
                     const std::vector<float>& row_weight) {
    Problem problem{proposal.design(), loss};
    problem.criterion = method_.criterion;
    problem.shrinkage = shrinkage;
    problem.row_weight = row_weight;
    proposal.describe(problem);
    AnnealPlan plan = anneal_plan(method_.options, method_.loss, run_.seed);
    plan.levels = method_.levels;
    return anneal(problem, plan, threads_);
  }

  std::vector<ScoreMeasure> measure_levels(const Annealed& annealed, const Proposal& proposal, const Design& design,
                                           const RowLoss& loss, const Target& target) {
    std::vector<ScoreMeasure> measures(annealed.levels.size());
    Problem problem{design, loss};
    proposal.describe(problem);
    threads_.each(measures.size(), [&](std::size_t i) {
      const std::size_t rows = target.rows(), width = loss.width();
      std::vector<float> scores(rows * width);
      score_rows(problem, candidates_of(problem, annealed.levels[i]), scores, threads_);
      std::vector<double> by_output(rows * loss.outputs());
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < loss.outputs(); ++k) {
          by_output[k * rows + row] = loss.offset() + loss.scale() * static_cast<double>(scores[row * width + k]);
        }
      }
      measures[i] = measure(method_.loss, target, by_output, threads_);
    });
    return measures;
  }

  // The paths of all shrinkages over the training rows, measured on the other rows.
  std::vector<MeasuredPath> paths(const Proposal& proposal, const RowLoss& loss, const LabelledView& others) {
    const std::vector<float> row_weight = row_weights(proposal.design(), loss, threads_);
    const std::unique_ptr<Design> design = proposal.over(others.table);
    std::vector<MeasuredPath> result(shrinkages());
    threads_.each(shrinkages(), [&](std::size_t s) {
      result[s].annealed = anneal_at(method_.options.shrinkage[s], proposal, loss, row_weight);
      result[s].measures = measure_levels(result[s].annealed, proposal, *design, loss, others.target);
      reporter_.advance();
    });
    return result;
  }

  bool within_budget(const Model& model) const {
    return !request_.budget || fits(size_of(stripped(model)), *request_.budget);
  }

  // Except for the unit that levels count, the size of a model is only known once it is built.
  bool within_budget(const Proposal& proposal, const AnnealedLevel& level, const RowLoss& loss) const {
    if (!request_.budget || request_.budget->unit == method_.counted) return true;
    return within_budget(proposal.model(level, loss));
  }

  // ---- choosing -----------------------------------------------------------------------------------------------------

  // The least loss over the folds for every shrinkage and level; a level that is over the budget in any fold is
  // excluded.
  std::optional<SizeChoice> choose_by_folds() {
    if (nothing_to_choose()) return std::nullopt;
    const std::vector<double> none(method_.levels.size());
    sums_.assign(shrinkages(), {none, none});
    for (const Fold& fold : make_folds(request_.train->target, fold_plan(), run_.seed, WeightlessRows::keep))
      add_fold(fold);
    if (!(held_out_ > 0)) return std::nullopt;
    std::vector<std::vector<double>> losses;
    for (const FoldSums& sums : sums_) losses.push_back(sums.loss);
    return best_of(losses);
  }

  // On ties the strongest shrinkage wins, and among its levels the smallest.
  std::optional<SizeChoice> best_of(const std::vector<std::vector<double>>& losses) const {
    SettingSearch<SizeChoice> search([&](const SizeChoice& choice) {
      return Best<SizeChoice>{choice, losses[choice.shrinkage][choice.level]};
    });
    for (const std::size_t s : strongest_first())
      for (std::size_t level = losses[s].size(); level-- > 0;) search.improve({s, level});
    return search.best().cost < kNever ? std::optional(search.setting()) : std::nullopt;
  }

  std::vector<std::size_t> strongest_first() const {
    std::vector<std::size_t> order(shrinkages());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t s) { return method_.options.shrinkage[s]; });
    return order;
  }

  void add_fold(const Fold& fold) {
    const LabelledRows fitted = take_rows(*request_.train, fold.rows),
                       others = take_rows(*request_.train, fold.held_out);
    double weight = 0;
    for (std::size_t row = 0; row < others.table.rows; ++row) weight += others.target.weight(row);
    held_out_ += weight;
    const LabelledView train = fitted;
    const std::unique_ptr<Proposal> proposal = method_.propose(train, threads_);
    reporter_.advance();
    const RowLoss loss(method_.loss, train.target);
    const std::vector<MeasuredPath> measured = paths(*proposal, loss, others);
    for (std::size_t s = 0; s < measured.size(); ++s) add_sums(measured[s], *proposal, loss, weight, sums_[s]);
  }

  void add_sums(const MeasuredPath& path, const Proposal& proposal, const RowLoss& loss, double weight,
                FoldSums& sums) const {
    const std::vector<AnnealedLevel>& levels = path.annealed.levels;
    bool found = false;
    for (std::size_t i = 0; i < method_.levels.size(); ++i) {
      // If a pool has fewer candidates than a level asks for, the level takes all of them.
      const auto at = std::ranges::find_if(
          levels, [&](const AnnealedLevel& level) { return level.groups.size() <= method_.levels[i]; });
      if (at == levels.end() || !within_budget(proposal, *at, loss)) {
        if (!method_.largest_only) sums.loss[i] = kNever;
        continue;
      }
      const ScoreMeasure& measure = path.measures[static_cast<std::size_t>(at - levels.begin())];
      // The largest level within the budget differs between folds, so it takes the first place in all of them.
      const std::size_t to = method_.largest_only ? 0 : i;
      sums.loss[to] += weight * measure.loss;
      sums.error[to] += weight * measure.error;
      found = true;
      if (method_.largest_only) break;
    }
    if (!method_.largest_only) return;
    if (!found) sums.loss[0] = kNever;
    std::fill(sums.loss.begin() + 1, sums.loss.end(), kNever);
  }

  // ---- results ------------------------------------------------------------------------------------------------------

  FitResult with_validation() {
    const std::unique_ptr<Proposal> proposal = method_.propose(*request_.train, threads_);
    reporter_.advance();
    const RowLoss loss(method_.loss, request_.train->target);
    std::vector<MeasuredPath> measured = paths(*proposal, loss, *request_.validation);
    std::vector<std::vector<double>> losses(shrinkages());
    for (std::size_t s = 0; s < measured.size(); ++s) {
      for (std::size_t i = 0; i < measured[s].annealed.levels.size(); ++i) {
        const bool within = within_budget(*proposal, measured[s].annealed.levels[i], loss);
        losses[s].push_back(within ? measured[s].measures[i].loss : kNever);
        if (within && method_.largest_only) break;
      }
    }
    const std::optional<SizeChoice> best = best_of(losses);
    const std::size_t s = best ? best->shrinkage : 0;
    FitResult result =
        make_result(*proposal, loss, measured[s].annealed, best ? std::optional(best->level) : std::nullopt);
    if (request_.path) add_path(result, *proposal, loss, measured[s]);
    for (std::size_t i = 0; request_.trace && i < measured.size(); ++i) {
      add_trace(result, method_.options.shrinkage[i], measured[i].annealed);
    }
    return result;
  }

  // At the chosen shrinkage on all rows; at the chosen size, or the next smaller one that is within the budget.
  FitResult final_fit(const LabelledView& train, const std::optional<SizeChoice>& choice) {
    const std::unique_ptr<Proposal> proposal = method_.propose(train, threads_);
    reporter_.advance();
    const RowLoss loss(method_.loss, train.target);
    const std::size_t s = choice ? choice->shrinkage : strongest_first()[0];
    const double shrinkage = method_.options.shrinkage[s];
    const std::vector<float> row_weight = row_weights(proposal->design(), loss, threads_);
    MeasuredPath path;
    path.annealed = anneal_at(shrinkage, *proposal, loss, row_weight);
    reporter_.advance();
    const std::vector<AnnealedLevel>& levels = path.annealed.levels;
    const bool chosen = choice && !method_.largest_only;
    const std::size_t wanted = chosen ? method_.levels[choice->level] : method_.levels.empty() ? 0 : method_.levels[0];
    std::optional<std::size_t> kept;
    for (std::size_t i = 0; i < levels.size() && !kept; ++i) {
      if (levels[i].groups.size() <= wanted && within_budget(*proposal, levels[i], loss)) kept = i;
    }
    FitResult result = make_result(*proposal, loss, path.annealed, kept);
    if (request_.path) add_path(result, *proposal, loss, path);
    if (request_.path && choice && !method_.largest_only) add_fold_measures(result, path.annealed, sums_[s]);
    if (request_.trace) add_trace(result, shrinkage, path.annealed);
    if (!(held_out_ > 0) && !nothing_to_choose()) {
      result.warnings.push_back(
          fmt::format("no rows could be held out, so nothing was chosen: the shrinkage is the strongest, {}, and the "
                      "size is the largest",
                      shrinkage));
    }
    return result;
  }

  // Copies the folds' measurements of the sizes that they have in common with the final path.
  void add_fold_measures(FitResult& result, const Annealed& annealed, const FoldSums& sums) const {
    const std::vector<AnnealedLevel>& levels = annealed.levels;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const auto at = std::ranges::find(method_.levels, levels[i].groups.size());
      if (at == method_.levels.end()) continue;
      const auto level = static_cast<std::size_t>(at - method_.levels.begin());
      if (sums.loss[level] == kNever) continue;
      PathPoint& point = result.path[levels.size() - 1 - i];
      point.validation_loss = sums.loss[level] / held_out_;
      point.validation_error = sums.error[level] / held_out_;
    }
  }

  FitResult make_result(const Proposal& proposal, const RowLoss& loss, const Annealed& annealed,
                        std::optional<std::size_t> kept) const {
    FitResult result;
    if (kept) {
      result.model = proposal.model(annealed.levels[*kept], loss);
      return result;
    }
    AnnealedLevel none;
    none.intercept = loss.start();
    result.model = proposal.model(none, loss);
    if (!annealed.levels.empty() && request_.budget) {
      result.warnings.push_back(
          fmt::format("a budget of {} is too small for any of the sizes tried; the model is a constant",
                      to_string(*request_.budget)));
    }
    return result;
  }

  // From the smallest model up.
  void add_path(FitResult& result, const Proposal& proposal, const RowLoss& loss, const MeasuredPath& path) {
    const std::vector<ScoreMeasure> train =
        measure_levels(path.annealed, proposal, proposal.design(), loss, request_.train->target);
    for (std::size_t i = path.annealed.levels.size(); i-- > 0;) {
      PathPoint point;
      point.size = size_of(stripped(proposal.model(path.annealed.levels[i], loss)));
      point.train_error = train[i].error;
      point.train_loss = train[i].loss;
      if (!path.measures.empty()) {
        point.validation_error = path.measures[i].error;
        point.validation_loss = path.measures[i].loss;
      }
      result.path.push_back(point);
    }
  }

  static void add_trace(FitResult& result, double shrinkage, const Annealed& annealed) {
    for (const AnnealStep& step : annealed.steps) {
      result.trace.push_back({shrinkage, step.refit ? "refit" : "select", step.epoch, step.survivors, step.objective});
    }
  }

  const AnnealedMethod& method_;
  const FitRequest& request_;
  const Run& run_;
  Reporter reporter_;
  Threads threads_;
  std::vector<FoldSums> sums_;  // one per shrinkage
  double held_out_ = 0;         // total weight of all rows that were measured in folds
};

}  // namespace

void set_levels(AnnealedMethod& method, const FitRequest& request, std::size_t most) {
  method.levels = levels_of(method.options, most);
  method.largest_only =
      method.options.levels == std::vector{1} && request.budget && request.budget->unit != method.counted;
  if (method.largest_only) method.levels = levels_of({}, most);
}

FitResult fit_annealed(const AnnealedMethod& method, const FitRequest& request, const Run& run) {
  return AnnealedFit(method, request, run)();
}

}  // namespace espalier
