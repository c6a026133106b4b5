// RSA, rule selection with annealing (Dawer 2018, chapter 3): every root-to-leaf path of many boosted trees is a rule,
// r_k(x) / ‖r_k‖ with one weight (for several classes, one per class); annealing keeps the few with the largest
// weights.
#include "method/annealed/rules.h"

#include <algorithm>
#include <optional>

#include "espalier/budget.h"
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

// A small pool of shallow trees and a slow schedule: several nearly identical rules would share the weight of one and
// be kept together.
struct RulesOptions : PoolOptions, AnnealedOptions {
  static constexpr std::string_view kTreesHelp = "number of trees to take rules from";

  RulesOptions() {
    trees = 300;
    depths = {2, 3, 4, 5};
    iterations = 500;
  }

  template <class Visit>
  static void fields(Visit&& visit) {
    PoolOptions::fields_of<RulesOptions>(visit);
    AnnealedOptions::fields_of<RulesOptions>(visit);
  }
};

// No model of more rules can be within the budget.
std::size_t most_rules(const std::optional<Budget>& budget, std::size_t outputs) {
  constexpr std::size_t kMost = 1000000, kFloat = 4;
  if (!budget || budget->unit == Unit::trees) return kMost;  // a tree can hold any number of rules
  return budget->unit == Unit::bytes ? budget->amount / (kFloat * outputs) : budget->amount;
}

FitResult fit_rules(const FitRequest& request, const Run& run) {
  const auto options = parse_annealed<RulesOptions>(request.options);
  AnnealedMethod method;
  method.options = options;
  method.loss = choose_loss(options.loss, request.train->target);
  // |w| = |β| ‖r‖: the root mean square of a rule's part of the score.
  method.criterion = RankingCriterion::mean_square;
  const std::size_t outputs = outputs_of(method.loss, request.train->target);
  method.counted = Unit::rules;
  constexpr std::size_t kMostRules = 3000;
  set_levels(method, request, std::min(kMostRules, std::max<std::size_t>(1, most_rules(request.budget, outputs))));
  method.propose = [&](const LabelledView& train, const Pool* grown, Threads& threads) {
    Pool pool = grown ? *grown : make_pool(options, method.loss, train, run.seed, threads);
    shorten_thresholds(pool, train.table);
    return std::make_unique<TreeProposal>(std::move(pool), train, method.loss, Grouping::rules, threads.count());
  };
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
