// Boost: start from the best constant, add a tree fitted to the gradients in every round, keep the round that does best
// on held-out rows.
#include "method/boost/boost.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/progress.h"
#include "data/binned_table.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/boost/options.h"
#include "method/choose/ladder.h"
#include "method/choose/score_measure.h"
#include "method/finish/largest_within.h"
#include "method/finish/refit_model.h"
#include "method/finish/small_weights.h"
#include "method/rows/training_bins.h"

namespace espalier {
namespace {

class BoostFit {
 public:
  BoostFit(const BoostOptions& options, const FitRequest& request, const Run& run)
      : request_(request),
        run_(run),
        options_(options),
        booster_options_(booster_options(options_, *request.train, run.seed)),
        patience_(options_.patience.value_or(0)),
        reporter_(run, "boosting", static_cast<std::uint64_t>(options_.trees)),
        threads_(run.threads, &reporter_),
        booster_({request.train->table,
                  training_bins(*request.train, static_cast<std::size_t>(options_.bins), threads_), threads_},
                 request.train->target, booster_options_, {}, threads_) {
    for (const ColumnView& column : request.train->table.columns) features_.push_back(*column.feature);
    if (request.validation) {
      held_out_.table = &request.validation->table;
      booster_.follow(held_out_);
    }
  }

  FitResult operator()() {
    grow();
    FitResult result;
    const std::size_t tried = booster_.rounds();
    within_ = tried;
    const auto model_of = [&](std::size_t count) { return model_after(count); };
    if (request_.budget) within_ = largest_within(tried, model_of, *request_.budget);
    if (within_ == 0 && (tried > 0 || no_room_)) result.warnings.push_back(too_small());
    const std::size_t kept = request_.validation ? best_round(within_) : within_;
    result.rounds = {finish(kept, result), tried};
    warn_of_few_rounds(kept, result);
    add_warnings(result);
    if (request_.path) add_path(result);
    return result;
  }

  // The number of leaves of the first tree if it alone is over the budget, otherwise 0.
  std::size_t leaves_over_budget() const {
    const bool over = request_.budget && within_ == 0 && !booster_.all_trees().empty();
    return over ? leaves_of(booster_.all_trees()[0]) : 0;
  }

 private:
  std::string too_small() const {
    return fmt::format(
        "a budget of {} is too small for one round{}; the model is a constant", to_string(*request_.budget),
        trees_a_round() > 1 ? fmt::format(", {} trees (vector-leaves makes it one)", trees_a_round()) : "");
  }

  // Each round takes `rate` of a Newton step: fewer than 1 / rate rounds do not come near the target.
  void warn_of_few_rounds(std::size_t kept, FitResult& result) const {
    const bool cut = request_.budget && kept == within_ && within_ < static_cast<std::size_t>(options_.trees);
    if (!cut || kept == 0 || static_cast<double>(kept) * options_.rate >= 1) return;
    result.warnings.push_back(
        fmt::format("a budget of {} holds {} {} of trees, too few at rate {}; fewer leaves per tree or a higher rate "
                    "would make better use of it",
                    to_string(*request_.budget), kept, kept == 1 ? "round" : "rounds", options_.rate));
  }

  // The refitted model of this many rounds, or of fewer if the refit makes its file too large. Returns their number.
  std::size_t finish(std::size_t rounds, FitResult& result) const {
    while (true) {
      RefittedModel refitted = refit_model(model_after(rounds), request_, booster_options_.loss, options_.refit, run_);
      const bool over = request_.budget && !fits(size_of(stripped(refitted.model)), *request_.budget);
      if (over && rounds > 0) {
        rounds -= std::max<std::size_t>(1, rounds / 64);
        continue;
      }
      result.model = std::move(refitted.model);
      if (options_.refit.size() > 1) result.chosen = fmt::format("refit {}", refitted.ridge);
      return rounds;
    }
  }

  void add_warnings(FitResult& result) const {
    const Target& target = request_.train->target;
    if (booster_.all_trees().empty() && target.rows() < 2 * static_cast<std::size_t>(options_.min_rows)) {
      result.warnings.push_back(fmt::format("{} rows are too few for a split, which needs 2 × min-rows = {}",
                                            target.rows(), 2 * options_.min_rows));
    }
    if (options_.l2 > 0 || options_.min_weight > 0) {
      warn_of_small_weights(target, "l2 and min-weight are", result);
    }
  }

  void grow() {
    note();
    while (booster_.rounds() < static_cast<std::size_t>(options_.trees) && !patience_.is_over()) {
      const std::optional<Room> left = room();
      no_room_ = left && left->leaves() < 2;
      if (no_room_) break;
      const std::size_t before = booster_.all_trees().size();
      booster_.round(left);
      note();
      reporter_.advance();
      // Nothing is left to gain, unless another sample of rows or columns finds a split.
      if (booster_.all_trees().size() == before && !draws()) break;
      if (std::has_single_bit(booster_.rounds()) && over_bytes()) break;
    }
  }

  bool draws() const { return options_.sample < 1 || options_.features || options_.tree_features; }

  void note() {
    if (request_.path)
      train_.push_back(measure(booster_options_.loss, request_.train->target, booster_.scores(), threads_));
    if (request_.validation) {
      validation_.push_back(measure(booster_options_.loss, request_.validation->target, held_out_.scores, threads_));
      patience_.add(booster_.rounds(), judged(booster_.rounds()));
    }
  }

  bool over_bytes() const {
    return request_.budget && request_.budget->unit == Unit::bytes &&
           !fits(size_of(stripped(model_after(booster_.rounds()))), *request_.budget);
  }

  // The size that the next round may have; none: unlimited. Bytes are only known for a whole model.
  std::optional<Room> room() const {
    if (!request_.budget || request_.budget->unit == Unit::bytes) return std::nullopt;
    const auto [amount, unit] = *request_.budget;
    const std::vector<Tree>& trees = booster_.all_trees();
    if (unit == Unit::trees) return trees.size() < amount ? std::nullopt : std::optional(Room{});
    std::size_t used = 0;
    for (const Tree& tree : trees) used += unit == Unit::nodes ? tree.nodes.size() : leaves_of(tree);
    return Room{amount - std::min(used, amount), unit == Unit::nodes};
  }

  static std::size_t leaves_of(const Tree& tree) { return (tree.nodes.size() + 1) / 2; }
  std::size_t trees_a_round() const { return options_.vector_leaves ? 1 : booster_.outputs(); }

  double judged(std::size_t round) const {
    return options_.judge == Judge::loss ? validation_[round].loss : validation_[round].error;
  }

  // Among the first `rounds`; on ties the first.
  std::size_t best_round(std::size_t rounds) const {
    std::size_t best = 0;
    for (std::size_t round = 1; round <= rounds; ++round) {
      if (judged(round) < judged(best)) best = round;
    }
    return best;
  }

  Model model_after(std::size_t rounds) const {
    Pool pool;
    pool.features = features_;
    pool.intercept = booster_.intercept();
    const auto count = static_cast<std::ptrdiff_t>(booster_.trees(rounds));
    pool.trees.assign(booster_.all_trees().begin(), booster_.all_trees().begin() + count);
    return make_model(request_.train->target, link_of(booster_options_.loss), features_,
                      make_forest(pool, pool.grown_weights(), EqualLeaves::merged));
  }

  // Every round up to 256; then those that differ by 1/128, and the last.
  std::size_t next_on_path(std::size_t round) const {
    const std::size_t next = round < 256 ? round + 1 : round + round / 128;
    return round < booster_.rounds() ? std::min(next, booster_.rounds()) : next;
  }

  void add_path(FitResult& result) const {
    for (std::size_t round = 0; round <= booster_.rounds(); round = next_on_path(round)) {
      PathPoint point;
      point.size = size_of(stripped(model_after(round)));
      point.train_error = train_[round].error;
      point.train_loss = train_[round].loss;
      if (request_.validation) {
        point.validation_error = validation_[round].error;
        point.validation_loss = validation_[round].loss;
      }
      result.path.push_back(point);
    }
  }

  const FitRequest& request_;
  const Run& run_;
  const BoostOptions options_;
  const BoosterOptions booster_options_;
  Patience patience_;
  Reporter reporter_;
  Threads threads_;
  Booster booster_;
  Followed held_out_;
  std::vector<Feature> features_;
  bool no_room_ = false;                  // the budget left no room for a split
  std::size_t within_ = 0;                // the number of rounds within the budget
  std::vector<ScoreMeasure> train_;       // after 0, 1, … rounds, if a path is wanted
  std::vector<ScoreMeasure> validation_;  // if there are held-out rows
};

// A first tree over the budget is grown again with half its leaves, until it fits or is a stump.
FitResult fit_boost(const FitRequest& request, const Run& run) {
  BoostOptions options = parse_boost(request.options);
  while (true) {
    BoostFit fit(options, request, run);
    FitResult result = fit();
    const std::size_t leaves = fit.leaves_over_budget();
    if (leaves <= 2) return result;
    options.leaves = static_cast<int>(leaves / 2);
  }
}

}  // namespace

Method boost_method() {
  Method method;
  method.name = "boost";
  method.summary = "gradient-boosted trees with Newton steps; held-out rows choose the number of rounds";
  method.source = "Machine Learning Refined, chapter 14; Friedman 2001";
  method.options = describe<BoostOptions>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [](const OptionValues& values) { parse_boost(values); };
  method.needs_validation = [](const OptionValues& values) {
    const BoostOptions options = parse_boost(values);
    return options.patience || options.judge == Judge::error || options.refit.size() > 1;
  };
  method.fit = [](const FitRequest& request, const Run& run) { return fit_boost(request, run); };
  return method;
}

}  // namespace espalier
