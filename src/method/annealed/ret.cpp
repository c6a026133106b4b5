// RET, relevant ensembles of trees (Dawer, Guo, Barbu 2020; Dawer 2018, chapter 2): grow many trees by boosting from
// random starts, then select a few by annealing, with all their leaves refitted together. Size and shrinkage are chosen
// on rows that were not fitted.
#include "method/annealed/ret.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "method/annealed/annealed_fit.h"
#include "method/annealed/pool_options.h"
#include "method/annealed/tree_proposal.h"
#include "method/finish/outcomes.h"
#include "model/outputs.h"

namespace espalier {
namespace {

enum class Weigh : std::uint8_t { leaves, trees };
constexpr Choices<Weigh, 2> kWeighs = {{{"leaves", Weigh::leaves}, {"trees", Weigh::trees}}};

struct RetOptions : PoolOptions, AnnealedOptions {
  static constexpr std::string_view kTreesHelp = "number of trees to select from; by default 5 per row, at most 3000";
  Weigh weigh = Weigh::leaves;
  std::optional<RankingCriterion> criterion;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = RetOptions;
    PoolOptions::fields_of<T>(visit);
    AnnealedOptions::fields_of<T>(visit);
    visit("weigh", &T::weigh, kWeighs,
          "what is fitted: a value for every leaf, or one weight per tree (which needs a single chain)");
    visit("criterion", &T::criterion, kCriteria,
          "how trees are ranked when some are dropped; by default mean-square for a budget in trees, square-per-leaf "
          "otherwise");
  }
};

RetOptions parse(const OptionValues& values) {
  const auto options = parse_annealed<RetOptions>(values);
  if (options.weigh == Weigh::trees && options.chains > 1 && options.pool.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("weigh must be leaves with {} chains, or chains must be 1: trees of chains that start at "
                            "random mean nothing until their leaves are refitted",
                            options.chains));
  }
  return options;
}

// A tree that is weighted as it is adds to the outputs that it was grown for.
Pool checked(Pool pool, const RetOptions& options, std::size_t outputs) {
  if (options.weigh == Weigh::trees && pool.intercept.size() != outputs) {
    throw Error(ErrorCode::usage,
                fmt::format("pool must be a model of {} output{} to weigh its trees as they are, got {} ({})", outputs,
                            outputs == 1 ? "" : "s", pool.intercept.size(), options.pool));
  }
  return pool;
}

// Leaves out trees that no model within the budget can have; if there are no others, the budget is too small for any
// model.
void drop_large_trees(Pool& pool, const std::optional<Budget>& budget, const LabelledView& train, const Loss& loss) {
  if (!budget || budget->unit == Unit::trees) return;
  const std::size_t outputs = outputs_of(loss, train.target);
  const auto fits_alone = [&](const Tree& tree) {
    Pool one{pool.features, std::vector<double>(outputs), {tree}};
    one.trees[0].output = kNone;
    // Makes all values different, as they will be once they are fitted.
    one.trees[0].weights.resize(tree.nodes.size() * outputs);
    for (std::size_t i = 0; i < one.trees[0].weights.size(); ++i) one.trees[0].weights[i] = static_cast<double>(i + 1);
    const Model model = make_model(train.target, link_of(loss), pool.features, make_forest(one, one.grown_weights()));
    return fits(size_of(stripped(model)), *budget);
  };
  std::vector<Tree> small;
  std::ranges::copy_if(pool.trees, std::back_inserter(small), fits_alone);
  if (!small.empty()) pool.trees = std::move(small);
}

// No model of more trees can be within the budget.
std::size_t most_trees(const std::optional<Budget>& budget, std::size_t outputs) {
  constexpr std::size_t kMost = 1000000, kFloat = 4;
  if (!budget) return kMost;
  const std::size_t least_tree = budget->unit == Unit::trees   ? 1
                                 : budget->unit == Unit::nodes ? 3
                                 : budget->unit == Unit::bytes ? 2 * kFloat * outputs
                                                               : 2;
  return std::max<std::size_t>(1, budget->amount / least_tree);
}

// A saved pool may have any number.
std::size_t most_in_pool(const PoolOptions& options) {
  if (!options.pool.empty()) return std::numeric_limits<std::size_t>::max();
  return options.trees ? static_cast<std::size_t>(*options.trees) : kMostTreesOfPool;
}

FitResult fit_ret(const FitRequest& request, const Run& run) {
  const RetOptions options = parse(request.options);
  AnnealedMethod method;
  method.options = options;
  method.loss = choose_loss(options.loss, request.train->target);
  const bool by_trees = !request.budget || request.budget->unit == Unit::trees;
  method.criterion =
      options.criterion.value_or(by_trees ? RankingCriterion::mean_square : RankingCriterion::square_per_leaf);
  const std::size_t outputs = outputs_of(method.loss, request.train->target);
  method.counted = Unit::trees;
  set_levels(method, request, std::min(most_in_pool(options), most_trees(request.budget, outputs)));
  const Grouping grouping = options.weigh == Weigh::trees ? Grouping::responses : Grouping::members;
  method.propose = [&](const LabelledView& train, const Pool* grown, Threads& threads) {
    if (grown) return std::make_unique<TreeProposal>(*grown, train, method.loss, grouping, threads.count());
    Pool pool = checked(make_pool(options, method.loss, train, run.seed, threads), options, outputs);
    drop_large_trees(pool, request.budget, train, method.loss);
    return std::make_unique<TreeProposal>(std::move(pool), train, method.loss, grouping, threads.count());
  };
  FitResult result = fit_annealed(method, request, run);
  // Models with a byte budget keep no statistics at all. In others the rows of leaves and splits are all of these rows,
  // while a pool may have been grown from some.
  if (request.budget && request.budget->unit == Unit::bytes) return result;
  const LabelledView& train = *request.train;
  add_outcomes(result.model, train.table, train.target, run);
  // With more than two classes, a leaf's outcome is one number per class: as many as its weights, and with so many
  // leaves hardly ever read.
  auto& statistics = std::get<Forest>(result.model.body).statistics;
  if (statistics && train.target.labels.size() > 2) statistics->outcomes.clear();
  return result;
}

}  // namespace

Method ret_method() {
  Method method;
  method.name = "ret";
  method.summary = "a few trees chosen from many by annealing, with all their leaves refitted jointly";
  method.source = "Dawer, Guo, Barbu 2020: Generating Compact Tree Ensembles via Annealing";
  // Its shrinkages are ρ, which is λ for the squared loss and λ / 8 for the logistic one.
  method.presets = {{"paper",
                     {{"trees", "3000"},
                      {"chains", "30"},
                      {"depths", "2-7"},
                      {"solver", "sgd"},
                      {"criterion", "norm-per-leaf"},
                      {"shrinkage", "0.1,0.01,0.001,0.0001,0.00001"},
                      {"iterations", "150"},
                      {"mu", "10"},
                      {"levels", "50"},
                      {"folds", "5"},
                      {"effort", "high"}}}};
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.default_budget = Budget{100, Unit::trees};
  set_annealed(parse, fit_ret, method);
  return method;
}

}  // namespace espalier
