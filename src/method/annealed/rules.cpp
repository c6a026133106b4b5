// RSA, rule selection with annealing (Dawer 2018, chapter 3): every root-to-leaf path of many boosted trees is a rule,
// r_k(x) / ‖r_k‖ with one weight (for several classes, one per class); annealing keeps the few with the largest
// weights.
#include "method/annealed/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/options.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "method/annealed/annealed_fit.h"
#include "method/annealed/pool_options.h"
#include "method/annealed/readable_rules.h"
#include "method/annealed/tree_proposal.h"
#include "method/finish/outcomes.h"
#include "model/outputs.h"

namespace espalier {
namespace {

constexpr Choices<RuleRanking, 3> kRankings = {
    {{"weights", RuleRanking::weights}, {"margin", RuleRanking::margin}, {"hinge", RuleRanking::hinge}}};

// A small pool of shallow trees: in a large one many nearly identical rules share the weight of one, and either stay or
// go together.
struct RulesOptions : PoolOptions, AnnealedOptions {
  static constexpr std::string_view kTreesHelp = "number of trees to take rules from";

  RuleRanking rank = RuleRanking::weights;
  int exchange = 2;
  double overlap = 0.5;

  RulesOptions() {
    trees = 300;
    depths = {2, 3, 4, 5};
  }

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = RulesOptions;
    PoolOptions::fields_of<T>(visit);
    AnnealedOptions::fields_of<T>(visit);
    visit("rank", &T::rank, kRankings,
          "what decides which rules stay: the weights that annealing gives them; or for two classes, as a baseline, a "
          "static ranking by margin or hinge loss of each rule alone, of which the first are fitted");
    visit(
        "exchange", &T::exchange, Range{0, 1000},
        "after annealing, rounds in which each of up to 100 rules gives way to a better one, if there is any; 0: none");
    visit(
        "overlap", &T::overlap, Range{0, 1},
        "how much two of up to 100 rules that pull in opposite directions may overlap: the rows that both cover, as a "
        "share of those that either covers; 1: any");
  }
};

// A static ranking is taken as it is.
Exchange exchange_of(const RulesOptions& options) {
  if (options.rank != RuleRanking::weights) return {};
  return {options.exchange, options.overlap};
}

void require_two_classes(const RulesOptions& options, const Target& target, std::size_t outputs) {
  if (options.rank == RuleRanking::weights) return;
  if (target.task == Task::classification && outputs == 1) return;
  const std::string got = target.task == Task::regression ? "numbers" : fmt::format("{} scores per row", outputs);
  throw Error(ErrorCode::usage, fmt::format("rank {} is for a target of two classes with one score per row, got {}",
                                            choice_name(kRankings, options.rank), got));
}

// No model of more rules can be within the budget.
std::size_t most_rules(const std::optional<Budget>& budget, std::size_t outputs) {
  constexpr std::size_t kMost = 1000000, kFloat = 4;
  if (!budget || budget->unit == Unit::trees) return kMost;  // a tree can hold any number of rules
  return budget->unit == Unit::bytes ? budget->amount / (kFloat * outputs) : budget->amount;
}

// Both can be read, so whoever gets rules should know where a tree of as many leaves does better.
Rival tree_of_as_many_leaves(const Run& run) {
  Rival rival;
  rival.error = [&run](const LabelledView& fitted, const LabelledView& others, std::size_t leaves) {
    const FitRequest request = {&fitted, nullptr, Budget{leaves, Unit::leaves}, {}};
    const Model tree = find_method("tree").fit(request, {run.seed, run.threads, {}}).model;
    return error_of(evaluate(tree, others.table, others.target));
  };
  rival.note = [](std::size_t leaves, double of_tree, double of_rules) {
    return fmt::format(
        "on rows that were held out, a tree of {0} leaves has less error than {0} rules, {1:.4g} against {2:.4g}: see "
        "--method tree --budget {0}leaves",
        leaves, of_tree, of_rules);
  };
  return rival;
}

FitResult fit_rules(const FitRequest& request, const Run& run) {
  const auto options = parse_annealed<RulesOptions>(request.options);
  AnnealedMethod method;
  method.options = options;
  method.loss = choose_loss(options.loss, request.train->target);
  // |w| = |β| ‖r‖: the root mean square of a rule's part of the score.
  method.criterion = RankingCriterion::mean_square;
  const std::size_t outputs = outputs_of(method.loss, request.train->target);
  require_two_classes(options, request.train->target, outputs);
  method.counted = Unit::rules;
  method.ranking = options.rank;
  method.exchange = exchange_of(options);
  constexpr std::size_t kMostRules = 3000;
  set_levels(method, request, std::min(kMostRules, std::max<std::size_t>(1, most_rules(request.budget, outputs))));
  method.propose = [&](const LabelledView& train, const Pool* grown, Threads& threads) {
    Pool pool = grown ? *grown : make_pool(options, method.loss, train, run.seed, threads);
    shorten_thresholds(pool, train.table);
    return std::make_unique<TreeProposal>(std::move(pool), train, method.loss, Grouping::rules, threads.count());
  };
  method.rival = tree_of_as_many_leaves(run);
  FitResult result = fit_annealed(method, request, run);
  // Models that were measured on held-out rows must stay as they were measured.
  std::vector<TableView> seen = {request.train->table};
  if (request.validation) seen.push_back(request.validation->table);
  let_missing_values_fail(result.model, seen);
  // Rules are meant to be read, so they say how their rows came out for any number of classes; but models with a byte
  // budget keep no statistics at all.
  const bool in_bytes = request.budget && request.budget->unit == Unit::bytes;
  if (!in_bytes) add_outcomes(result.model, request.train->table, request.train->target, run);
  return result;
}

}  // namespace

Method rules_method() {
  Method method;
  method.name = "rules";
  method.summary = "a few readable rules, chosen from the leaves of many trees by annealing";
  method.source = "Dawer 2018: Neural Rule Ensembles, chapter 3";
  method.budgets = {Unit::rules, Unit::trees, Unit::nodes, Unit::leaves, Unit::bytes};
  method.default_budget = Budget{50, Unit::rules};
  set_annealed(parse_annealed<RulesOptions>, fit_rules, method);
  return method;
}

}  // namespace espalier
