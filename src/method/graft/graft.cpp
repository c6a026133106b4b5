// Graft: every step takes the best split anywhere in the ensemble, in a leaf of an existing tree or as a new root, and
// refits all leaf weights together; useless parts are exchanged. The settings are those that did best on rows that were
// not fitted.
#include "method/graft/graft.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "base/progress.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/target_mean.h"
#include "method/choose/folds.h"
#include "method/finish/leaf_forest_model.h"
#include "method/finish/path_point.h"
#include "method/finish/refit_model.h"
#include "method/finish/small_weights.h"
#include "method/graft/monotone.h"
#include "method/graft/options.h"
#include "method/graft/start.h"
#include "method/options/set_fit.h"
#include "method/rows/training_bins.h"
#include "model/outputs.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{500};
constexpr std::size_t kLeavesARow = 4;

std::string to_text(const GraftChoice& choice, std::size_t leaves) {
  std::string text = fmt::format("gamma {}, ridge {}", choice.setting.gamma, choice.setting.ridge);
  if (choice.setting.tree_classes == TreeClasses::one) text += ", tree-classes one";
  if (choice.setting.new_root != 1) text += fmt::format(", new-root {}", choice.setting.new_root);
  if (choice.tree_leaves < LeafTree::kMostLeaves) text += fmt::format(", leaves {}", choice.tree_leaves);
  if (choice.swaps) text += fmt::format(", {} round{} of search", choice.searches, choice.searches == 1 ? "" : "s");
  if (choice.refit) text += fmt::format(", refit {}", *choice.refit);
  return text + fmt::format(", {} leaves in all", leaves);
}

// Several classes take long to separate at every bin, and fewer bins overfit less: with few rows there are fewer bins.
std::size_t most_bins(const GraftOptions& options, std::size_t outputs, std::size_t rows) {
  const auto most = static_cast<std::size_t>(options.bins);
  return outputs > 1 ? std::min(most, std::max<std::size_t>(32, rows / 16)) : most;
}

// A forest to start from has trees of one class each or of all classes. Within few bytes it keeps the former.
GraftOptions with_start(GraftOptions options, const std::optional<Model>& start, const Budget& budget) {
  if (!start || options.tree_classes) return options;
  const bool one = budget.unit == Unit::bytes && has_trees_of_one_class(*start);
  options.tree_classes = one ? TreeClasses::one : TreeClasses::all;
  return options;
}

class GraftFit {
 public:
  GraftFit(const GraftOptions& options, const FitRequest& request, const Run& run)
      : from_(options.from.empty() ? std::nullopt : std::optional(load(options.from))),
        options_(with_start(options, from_, *request.budget)),
        request_(request),
        run_(run),
        train_(*request.train),
        budget_(*request.budget),
        loss_(choose_loss(options.loss, train_.target)),
        outputs_(outputs_of(loss_, train_.target)),
        lists_(graft_lists(options_, budget_, loss_, outputs_, train_.target.rows())),
        reporter_(run, "grafting", most_trials(lists_) + 1),
        threads_(run.threads, &reporter_),
        most_bins_(most_bins(options, outputs_, train_.target.rows())),
        bins_(train_.table, training_bins(train_, most_bins_, threads_), threads_),
        rows_(rows_with_weight(train_.target)) {
    for (const ColumnView& column : train_.table.columns) features_.push_back(*column.feature);
    draw_rows();
    task_.limits = graft_limits(options, budget_);
    // Far more leaves than rows add nothing and take long.
    task_.limits.leaves = std::min(task_.limits.leaves, std::max<std::size_t>(64, kLeavesARow * rows_.size()));
    task_.split = graft_split(options, train_.table, loss_, outputs_);
    task_.swaps = graft_swaps(options, budget_, outputs_);
    task_.seed = run.seed;
    if (request.validation != nullptr) validation_bins_.emplace(request.validation->table, bins_.all_bins(), threads_);
    if (budget_.unit == Unit::bytes) task_.bytes.emplace(budget_.amount, train_.target, features_);
    if (!from_) return;
    start_.emplace(*from_, options.from, request, outputs_, run, lists_.front().tree_classes);
    start_->check(task_.limits, options.from);
  }

  FitResult operator()() {
    FitResult result;
    GraftChoice choice = first_choice(lists_.front());
    std::deque<GraftRows> folds;
    for (const Fold& fold : this->folds()) folds.push_back(rows_of(fold.rows, fold.held_out));
    std::optional<Model> model;
    if (!folds.empty()) {
      const ChosenGraft best = choose_graft(folds, task_, lists_, reporter_, threads_);
      choice = best.choice;
      if (request_.validation != nullptr || sampled_) model = model_of(best.forest, folds.front().loss);
    }
    if (!model || request_.path) {
      const GraftRows rows = rows_of(rows_, {});
      Model grown = this->grown(rows, choice, result);
      if (!model) model = std::move(grown);
    }
    result.model = sampled_ ? refitted(std::move(*model), choice) : std::move(*model);
    if (request_.path) result.path.push_back(point(result.model));
    result.chosen = to_text(choice, size_of(result.model).leaves);
    warn(result);
    reporter_.advance();
    return result;
  }

 private:
  void warn(FitResult& result) const {
    warn_of_small_weights(train_.target, "gamma, ridge and refit are", result);
    if (!task_.limits.allow(2, 1))
      result.warnings.push_back(
          fmt::format("a budget of {} is too small for a split; the model is a constant", to_string(budget_)));
  }

  // Watched by other training rows, or by the validation rows if there are none.
  GraftRows rows_of(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> others) {
    const bool own_bins = !others.empty() && labels_go_by_target();
    GraftRows result(own_bins ? binned_alone(rows) : BinnedTable(bins_, rows), loss_, take_rows(train_.target, rows));
    if (own_bins)
      result.watch({take_rows(train_.table, others), result.bins.all_bins(), threads_},
                   take_rows(train_.target, others));
    else if (!others.empty())
      result.watch(BinnedTable(bins_, others), take_rows(train_.target, others));
    else if (validation_bins_)
      result.watch(*validation_bins_, request_.validation->target);
    if (start_) result.start = start_of(rows, others, result);
    return result;
  }

  // If a column has too many labels, they are merged by their target, which must not be the target of rows to choose
  // on.
  bool labels_go_by_target() const {
    return std::ranges::any_of(features_, [&](const Feature& feature) { return feature.labels.size() > most_bins_; });
  }
  BinnedTable binned_alone(std::span<const std::uint32_t> rows) {
    const Table table = take_rows(train_.table, rows);
    const LabelledView set{table, take_rows(train_.target, rows)};
    return {set.table, training_bins(set, most_bins_, threads_), threads_};
  }

  // The saved forest, pruned to the budget once for all settings.
  LeafForest start_of(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> others, GraftRows& fitted) {
    LeafForest forest = start_->forest(rows, others, fitted.loss);
    if (const std::span directions = task_.split.directions; !directions.empty()) {
      DesignWeights weights = forest.weights();
      make_monotone(forest, directions, weights.weights);
      forest.set_weights(weights);
    }
    fitted.start = std::move(forest);
    return GraftTrial(fitted, first_choice(lists_.front()).setting, task_, LeafTree::kMostLeaves, threads_).forest();
  }

  // If rows are sampled, others of them are there to choose on. Folds are made of the rows with a weight alone.
  std::vector<Fold> folds() const {
    if (request_.validation == nullptr && sampled_) return {{rows_, others_}};
    const Target target = take_rows(train_.target, rows_);
    std::vector<Fold> folds = make_folds(target, kFoldRule, request_.validation != nullptr, run_.seed);
    for (Fold& fold : folds)
      for (std::vector<std::uint32_t>* side : {&fold.rows, &fold.held_out})
        for (std::uint32_t& row : *side) row = rows_[row];
    return folds;
  }

  // Many rows: some are drawn to grow on, and a quarter as many to choose on.
  void draw_rows() {
    const auto most = static_cast<std::size_t>(options_.rows);
    sampled_ = rows_.size() > most;
    if (!sampled_) return;
    Fold drawn = draw_fold(std::move(rows_), most, most / 4, run_.seed);
    rows_ = std::move(drawn.rows);
    others_ = std::move(drawn.held_out);
  }

  // Refitted on all rows, unless the result exceeds the byte budget.
  Model refitted(Model model, const GraftChoice& choice) {
    if (!task_.split.directions.empty() || size_of(model).trees == 0) return model;
    Model better = ModelRefit(model, train_, loss_, threads_).run(choice.refit.value_or(choice.setting.ridge));
    return !task_.bytes || task_.bytes->allows(better) ? better : model;
  }

  // Grown with the chosen settings on all rows to grow on.
  Model grown(const GraftRows& rows, const GraftChoice& choice, FitResult& result) {
    GraftTrial trial(rows, choice.setting, task_, choice.tree_leaves, threads_);
    const std::size_t most = choice.leaves.value_or(GraftLimits::kNone);
    for (std::size_t leaves = trial.forest().leaves(); leaves < most; leaves = trial.next_leaves(leaves)) {
      if (request_.path) result.path.push_back(point(model_of(trial.forest(), rows.loss)));
      if (!trial.grow_to(std::min(most, trial.next_leaves(leaves)))) break;
    }
    if (choice.swaps) trial.swap();
    for (int i = 0; i < choice.searches; ++i) trial.search();
    if (choice.refit) trial.refit(*choice.refit);
    return model_of(trial.forest(), rows.loss);
  }

  Model model_of(const LeafForest& forest, const RowLoss& loss) const {
    return leaf_forest_model(forest, loss, train_.target, features_);
  }
  PathPoint point(const Model& model) const { return path_point(model, request_, Run{1, run_.threads, {}}); }

  const std::optional<Model> from_;
  const GraftOptions options_;
  const FitRequest& request_;
  const Run& run_;
  const LabelledView& train_;
  const Budget budget_;
  const Loss loss_;
  const std::size_t outputs_;
  const std::vector<GraftLists> lists_;  // for each kind of trees that is tried
  Reporter reporter_;
  Threads threads_;
  const std::size_t most_bins_;
  const BinnedTable bins_;
  std::vector<std::uint32_t> rows_, others_;  // the rows to grow on, and if they are sampled, the rows to choose on
  bool sampled_ = false;
  std::vector<Feature> features_;
  GraftTask task_;
  std::optional<BinnedTable> validation_bins_;
  std::optional<GraftStart> start_;
};

}  // namespace

Method graft_method() {
  Method method;
  method.name = "graft";
  method.summary = "adds the best split anywhere, refits all leaves jointly, exchanges useless ones";
  method.source = "Espalier's own, combining ideas from the papers of the other methods";
  method.budgets = {Unit::leaves, Unit::nodes, Unit::trees, Unit::bytes};
  method.default_budget = Budget{256, Unit::leaves};
  method.takes_validation = true;
  method.gives_path = true;
  set_fit<GraftOptions, GraftFit>(method);
  return method;
}

}  // namespace espalier
