// compact: prune the leaves or trees of any forest until it is within a budget, refitting all weights on the way; then
// choose the ridge of a last refit on rows that were not fitted, and refit to all rows.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/progress.h"
#include "base/random.h"
#include "basis/ids/fill_basis.h"
#include "espalier/budget.h"
#include "espalier/compact.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/target_mean.h"
#include "method/choose/folds.h"
#include "method/compact/shallow_tree.h"
#include "method/finish/leaf_forest_model.h"
#include "method/finish/outcomes.h"
#include "method/finish/refit_model.h"
#include "method/finish/small_weights.h"
#include "method/options/loss_option.h"
#include "model/forest_of.h"
#include "select/leaves/prune.h"

namespace espalier {
namespace {

constexpr std::size_t kLeastRows = 20;  // fewest rows that some can be held out of
constexpr double kRidge = 10;           // without held-out rows: while leaves are pruned, and at the end
constexpr double kTreeRidge = 0.1;      // added while leaves are pruned, for every tree
// With held-out rows, the best of these: while leaves are pruned, and at the end.
const std::vector<double> kPruningRidges = {3, 30};
const std::vector<double> kRidges = {1000, 300, 100, 30, 10, 3, 1, 0.3};
const std::string kNoRefit = "no refit";
constexpr double kStepShare = 0.8;  // of the leaves that must go, by their mean bytes, this share is merged at once

void check(const Model& model, const CompactRequest& request) {
  forest_of(model, "trees");
  if (model.targets.size() > 1)
    throw Error(ErrorCode::usage, fmt::format("compact takes models with one target, got {}", model.targets.size()));
  if (request.budget && request.budget->unit == Unit::features)
    throw Error(ErrorCode::usage,
                "compact does not support a budget in features, only in trees, nodes, leaves, rules and bytes");
  for (const LabelledView* set : {request.train, request.validation}) {
    if (set == nullptr) continue;
    const std::string_view what = set == request.train ? "training" : "validation";
    if (set->table.rows == 0) throw Error(ErrorCode::data, fmt::format("there are no {} rows", what));
    if (set->table.rows != set->target.rows())
      throw Error(ErrorCode::usage,
                  fmt::format("the {} table has {} rows, its target {}", what, set->table.rows, set->target.rows()));
    if (set->target.task != model.task || set->target.labels != model.classes || set->target.width() != 1)
      throw Error(ErrorCode::usage, fmt::format("the {} target must be of the same kind as the model's", what));
    check_target(set->target, fmt::format("{} rows: ", what));
  }
}

// At most this many of them, in their order.
std::vector<std::uint32_t> drawn(std::vector<std::uint32_t> rows, std::size_t most, Random random) {
  if (rows.size() <= most) return rows;
  random.shuffle(std::span(rows));
  rows.resize(most);
  std::ranges::sort(rows);
  return rows;
}

// Rows to prune on, and rows to choose on if there are any.
struct PruningRows {
  LabelledRows fitted;
  std::optional<LabelledRows> others;
};

PruningRows rows_of(const CompactRequest& request, std::uint64_t seed) {
  const LabelledView& train = *request.train;
  Fold fold{rows_with_weight(train.target), {}};
  if (request.validation == nullptr && fold.rows.size() >= kLeastRows)
    fold = hold_out_fold(train.target, kHeldOutShare, seed);
  const auto take = [&](std::vector<std::uint32_t> from, std::uint64_t index) {
    from = drawn(std::move(from), request.rows, Random(seed, "rows of a pruning", index));
    return LabelledRows{take_rows(train.table, from), take_rows(train.target, from)};
  };
  PruningRows rows{take(std::move(fold.rows), 0), std::nullopt};
  if (!fold.held_out.empty()) rows.others = take(std::move(fold.held_out), 1);
  return rows;
}

class Compaction {
 public:
  Compaction(const Model& model, const CompactRequest& request, const Run& run)
      : model_(model),
        request_(request),
        run_(run),
        rows_(rows_of(request, run.seed)),
        set_{rows_.fitted.table, rows_.fitted.target},
        loss_(loss_for(model, request.train->target), set_.target) {
    if (rows_.others) others_ = {rows_.others->table, rows_.others->target};
  }

  FitResult operator()() {
    std::optional<RefittedModel> best;
    if (is_within(model_)) best = finish(model_, ridges_within());
    if (!best || !is_within(best->model)) best = prune();
    FitResult result;
    result.chosen = best->ridge > 0 ? fmt::format("refit {}", best->ridge) : kNoRefit;
    result.model = std::move(best->model);
    describe(result);
    return result;
  }

 private:
  static Loss loss_for(const Model& model, const Target& target) {
    return choose_loss(model.link == Link::softmax ? std::optional(LossName::softmax) : std::nullopt, target);
  }

  bool is_within(const Model& model) const {
    return !request_.budget || fits(size_of(stripped(model)), *request_.budget);
  }

  // A model that is within its budget stays as it is, unless rows that it was not grown on say that a refit helps: it
  // may be overfitted to the rows of the data. Without a budget, a refit is what the caller wants.
  std::vector<double> ridges_within() const {
    std::vector<double> ridges = ridges_to_try();
    if (request_.validation != nullptr) ridges.push_back(0);
    return request_.budget && request_.validation == nullptr ? std::vector<double>{0} : ridges;
  }

  std::vector<double> ridges_to_try() const { return held_out() != nullptr ? kRidges : std::vector<double>{kRidge}; }

  PruneOptions options(double ridge) const {
    return {ridge, 6, request_.budget && request_.budget->unit == Unit::trees, kTreeRidge};
  }

  // ---- pruning ------------------------------------------------------------------------------------------------------

  // Refits with each of the ridges, and keeps the best on the rows that were not fitted.
  RefittedModel prune() {
    Reporter reporter(run_, "pruning", 0);
    Threads threads(run_.threads, &reporter);
    const LeafForest whole = whole_forest();
    scores_.resize(set_.table.rows * loss_.width());
    if (held_out() == nullptr) return pruned(whole, kRidge, threads);
    RefittedModel best = pruned(whole, kPruningRidges[0], threads);
    for (const double ridge : std::span(kPruningRidges).subspan(1)) {
      RefittedModel next = pruned(whole, ridge, threads);
      if (*next.loss < *best.loss) best = std::move(next);
    }
    return best;
  }

  RefittedModel pruned(LeafForest forest, double ridge, Threads& threads) {
    refit(ridge, forest, threads);
    prune_to(*request_.budget, ridge, forest, threads);
    while (true) {
      RefittedModel result = finish(model_of(forest), ridges_to_try());
      if (forest.size() == 0 || is_within(result.model)) return result;
      prune_round(loss_, options(ridge), forest.leaves() / 50, forest, scores_, threads);
    }
  }

  // The model's trees in units of the loss.
  LeafForest whole_forest() const {
    const auto& body = std::get<Forest>(model_.body);
    Pool pool = to_pool(model_);
    const Basis basis = make_basis(body, model_.features, set_.table, run_);
    const bool from_scratch = model_.link == Link::probability;
    std::vector<float> intercept = loss_.start();
    for (std::size_t k = 0; k < body.intercept.size() && !from_scratch; ++k)
      intercept[k] = static_cast<float>((body.intercept[k] - loss_.offset()) / loss_.scale());
    LeafForest forest(set_.table.rows, 0, std::move(intercept));
    for (std::size_t t = 0; t < pool.trees.size(); ++t) {
      std::vector<std::uint32_t> ids(set_.table.rows);
      basis.read(t, [&](auto from) { std::ranges::copy(from, ids.begin()); });
      const bool large = basis.terminals(t) > LeafTree::kMostLeaves;
      if (large) pool.trees[t] = shallow_tree(pool.trees[t], LeafTree::kMostLeaves, ids);
      LeafTree tree(pool.trees[t], pool.features, loss_.width(), {ids.begin(), ids.end()}, {});
      for (float& weight : tree.weights())
        weight = from_scratch ? 0.0F : static_cast<float>(static_cast<double>(weight) / loss_.scale());
      forest.add(std::move(tree));
    }
    return forest;
  }

  void refit(double ridge, LeafForest& forest, Threads& threads) {
    const TreeDesign design = forest.design();
    JointRefit joint(design, loss_, threads);
    DesignWeights weights = forest.weights();
    joint.score(weights, scores_);
    joint.run({ridge + kTreeRidge * static_cast<double>(forest.size()), 2, 10}, weights, scores_);
    forest.set_weights(weights);
  }

  void prune_to(const Budget& budget, double ridge, LeafForest& forest, Threads& threads) {
    const auto limited = [&](auto&& excess) {
      espalier::prune(loss_, options(ridge), excess, forest, scores_, threads);
    };
    const std::size_t amount = budget.amount;
    if (budget.unit == Unit::trees)
      return limited([&](const LeafForest& of) { return of.size() - std::min(of.size(), amount); });
    if (budget.unit == Unit::nodes)
      return limited([&](const LeafForest& of) { return (of.nodes() - std::min(of.nodes(), amount) + 1) / 2; });
    if (budget.unit != Unit::bytes)
      return limited([&](const LeafForest& of) { return of.leaves() - std::min(of.leaves(), amount); });
    while (forest.size() > 0) {
      const Size size = size_of(stripped(model_of(forest)));
      if (fits(size, budget)) return;
      const auto leaves = static_cast<double>(forest.leaves());
      const double most = leaves * static_cast<double>(amount) / static_cast<double>(size.bytes);
      const auto next = static_cast<std::size_t>(leaves - std::max(1.0, kStepShare * (leaves - most)));
      limited([&](const LeafForest& of) { return of.leaves() - std::min(of.leaves(), next); });
    }
  }

  // ---- the model ----------------------------------------------------------------------------------------------------

  Model model_of(const LeafForest& forest) const {
    Target target;
    target.task = model_.task;
    target.names = model_.targets;
    target.labels = model_.classes;
    return leaf_forest_model(forest, loss_, target, model_.features);
  }

  const LabelledView* held_out() const {
    if (request_.validation != nullptr) return request_.validation;
    return others_ ? &*others_ : nullptr;
  }

  // The last refits: on the pruning rows with every ridge, then on all rows with the best one.
  RefittedModel finish(const Model& model, const std::vector<double>& ridges) const {
    FitRequest request;
    request.train = &set_;
    request.validation = held_out();
    RefittedModel best = refit_model(model, request, loss_.loss(), ridges, run_);
    if (set_.table.rows == request_.train->table.rows) return best;
    request.train = request_.train;
    best.model = refit_model(best.model, request, loss_.loss(), std::vector<double>{best.ridge}, run_).model;
    return best;
  }

  void describe(FitResult& result) const {
    const bool bytes = request_.budget && request_.budget->unit == Unit::bytes;
    const auto& before = std::get<Forest>(model_.body);
    if (bytes) {
      result.model = stripped(std::move(result.model));
    } else {
      add_outcomes(result.model, request_.train->table, request_.train->target, run_);
      auto& forest = std::get<Forest>(result.model.body);
      const bool known = before.statistics && !before.statistics->outcomes.empty();
      if (forest.statistics && !known) forest.statistics->outcomes.clear();
      result.model.provenance = provenance(result.chosen);
    }
    const Size size = size_of(result.model);
    if (request_.budget && !fits(size, *request_.budget))
      throw Error(ErrorCode::usage,
                  fmt::format("budget must be at least {} bytes, the size of a constant model, got {}", size.bytes,
                              to_string(*request_.budget)));
    warn_of_small_weights(request_.train->target, "the refits are", result);
    warn_of_directions(result);
    if (size.trees == 0 && !before.trees.empty())
      result.warnings.push_back(
          fmt::format("a budget of {} is too small for a split; the model is a constant", to_string(*request_.budget)));
  }

  void warn_of_directions(FitResult& result) const {
    if (!model_.provenance || result.chosen == kNoRefit) return;
    for (const auto& [name, columns] : model_.provenance->settings)
      if (name == "increasing" || name == "decreasing")
        result.warnings.push_back(
            fmt::format("the model's scores were {} in {}; those of the smaller model need not be", name, columns));
  }

  // The record of the original model comes first.
  Provenance provenance(const std::string& chosen) const {
    Provenance result;
    result.method = "compact";
    if (model_.provenance) {
      std::string of = model_.provenance->method;
      for (const auto& [name, value] : model_.provenance->settings) of += fmt::format(", {} {}", name, value);
      result.settings.emplace_back("of", of);
    }
    if (request_.budget) result.settings.emplace_back("budget", to_string(*request_.budget));
    result.settings.emplace_back("rows", fmt::format("{}", request_.rows));
    result.settings.emplace_back("seed", fmt::format("{}", run_.seed));
    result.settings.emplace_back("chosen", chosen);
    return result;
  }

  const Model& model_;
  const CompactRequest& request_;
  const Run& run_;
  const PruningRows rows_;
  const LabelledView set_;
  std::optional<LabelledView> others_;
  const RowLoss loss_;
  std::vector<float> scores_;
};

}  // namespace

FitResult compact(const Model& model, const CompactRequest& request, const Run& run) {
  check(model, request);
  return Compaction(model, request, run)();
}

}  // namespace espalier
