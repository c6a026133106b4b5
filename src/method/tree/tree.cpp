// Grows one full tree, decides on held-out rows or by cost-complexity which splits stay, and shrinks the tree to the
// budget.
#include "method/tree/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/cart/cart.h"
#include "grow/cart/prune.h"
#include "method/finish/outcomes.h"
#include "method/finish/path_point.h"
#include "method/options/check_columns.h"
#include "method/options/options.h"
#include "method/options/shared_options.h"

namespace espalier {
namespace {

enum class Stop : std::uint8_t { none, depth, leaf };
enum class Prune : std::uint8_t { none, validation, cost_complexity };

constexpr Choices<SplitCriterion, 6> kCriteria = {{{"squared", SplitCriterion::squared},
                                                   {"gini", SplitCriterion::gini},
                                                   {"information", SplitCriterion::information},
                                                   {"accuracy", SplitCriterion::accuracy},
                                                   {"balanced-accuracy", SplitCriterion::balanced_accuracy},
                                                   {"margin", SplitCriterion::margin}}};
constexpr Choices<LeafValue, 5> kLeafValues = {{{"mean", LeafValue::mean},
                                                {"mode", LeafValue::mode},
                                                {"balanced-mode", LeafValue::balanced_mode},
                                                {"perceptron", LeafValue::perceptron},
                                                {"newton", LeafValue::newton}}};
constexpr Choices<Stop, 3> kStops = {{{"none", Stop::none}, {"depth", Stop::depth}, {"leaf", Stop::leaf}}};
constexpr Choices<Prune, 3> kPrunes = {
    {{"none", Prune::none}, {"validation", Prune::validation}, {"cost-complexity", Prune::cost_complexity}}};

struct TreeOptions {
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction_leaf = 0;
  double min_gain = 0;
  std::optional<int> features;
  std::optional<int> bins;
  std::optional<SplitCriterion> criterion;
  LeafValue leaf = LeafValue::mean;
  double l2 = 0;
  Stop stop = Stop::none;
  Prune prune = Prune::none;
  std::optional<double> alpha;
  int prune_folds = 5;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = TreeOptions;
    visit("depth", &T::depth, kTreeDepths, kTreeDepthHelp);
    visit("min-rows", &T::min_rows, kLeafRows, kMinRowsHelp);
    visit("min-weight-fraction-leaf", &T::min_weight_fraction_leaf, Range{0, 0.5},
          "minimum fraction of the training weight per leaf");
    visit("min-gain", &T::min_gain, Range{0, 1e300}, "minimum decrease of the mean criterion that justifies a split");
    visit("features", &T::features, Range{1, 1e9}, "columns sampled for each split; all by default");
    visit("bins", &T::bins, kBinCounts,
          "maximum number of bins per numeric column, between which cuts are tried; by default a cut between any two "
          "values");
    visit("criterion", &T::criterion, kCriteria,
          "how splits are judged; by default squared for regression, gini for classes");
    visit("leaf", &T::leaf, kLeafValues, "what a leaf predicts");
    visit("l2", &T::l2, Range{0, 1e300},
          "L2 regularisation of newton and perceptron leaves: added to what their steps are divided by");
    visit("stop", &T::stop, kStops,
          "early stopping on held-out rows: at the best depth of the tree, or wherever splitting a leaf does not help");
    visit("prune", &T::prune, kPrunes, "how the full tree is pruned: on held-out rows, or by minimal cost-complexity");
    visit(
        "alpha", &T::alpha, Range{0, 1e300},
        "cost per leaf in cost-complexity pruning, which this option turns on; by default chosen by cross-validation");
    visit("prune-folds", &T::prune_folds, Range{2, 1000}, "folds of the cross-validation that chooses alpha");
  }

  CartOptions cart() const {
    return {criterion, leaf, depth, min_rows, min_weight_fraction_leaf, min_gain, l2, features, bins};
  }
};

// Contradictions that are visible without the data.
TreeOptions parse(const OptionValues& values) {
  auto options = parse_options<TreeOptions>(values);
  if (options.alpha && !values.contains("prune")) options.prune = Prune::cost_complexity;  // alpha has no other use
  if (options.stop != Stop::none && options.alpha) {
    throw Error(ErrorCode::usage, "stop and alpha are two ways of doing the same; give one of them");
  }
  if (options.stop != Stop::none && options.prune != Prune::none) {
    throw Error(ErrorCode::usage, "stop and prune are two ways of doing the same; give one of them");
  }
  if (options.alpha && options.prune != Prune::cost_complexity) {
    throw Error(ErrorCode::usage,
                fmt::format("alpha needs prune to be cost-complexity, got {}", choice_name(kPrunes, options.prune)));
  }
  if (options.l2 > 0 && options.leaf != LeafValue::newton && options.leaf != LeafValue::perceptron) {
    throw Error(ErrorCode::usage, "l2 needs leaf to be newton or perceptron");
  }
  return options;
}

void check(const TreeOptions& options, const FitRequest& request) {
  check_columns("features", options.features, request.train->table);
  const Target& target = request.train->target;
  const bool regression = target.task == Task::regression;
  if (regression && options.criterion && *options.criterion != SplitCriterion::squared) {
    throw Error(ErrorCode::usage, fmt::format("criterion must be squared for regression, got {}",
                                              choice_name(kCriteria, *options.criterion)));
  }
  if (regression && options.leaf != LeafValue::mean && options.leaf != LeafValue::newton) {
    throw Error(ErrorCode::usage, fmt::format("leaf must be mean or newton for regression, got {}",
                                              choice_name(kLeafValues, options.leaf)));
  }
  if (options.prune == Prune::cost_complexity && !options.alpha &&
      target.rows() < static_cast<std::size_t>(options.prune_folds)) {
    throw Error(ErrorCode::usage, fmt::format("prune-folds must be at most the number of rows, {}, got {}",
                                              target.rows(), options.prune_folds));
  }
}

// Decides which splits of the full tree stay before the budget is applied.
Keep choose_splits(const CartTree& tree, const TreeOptions& options, const FitRequest& request, const Run& run) {
  const LabelledView& train = *request.train;
  if (options.prune == Prune::cost_complexity) {
    const std::vector<WeakestLink> links = weakest_links(tree);
    const AlphaSearch search = {links, options.prune_folds};
    const double alpha =
        options.alpha ? *options.alpha : choose_alpha(train.table, train.target, options.cart(), search, run);
    return keep_after(tree, links, links_up_to(links, alpha));
  }
  if (options.stop == Stop::none && options.prune == Prune::none) return keep_all(tree);
  const std::vector<double> errors = node_errors(tree, request.validation->table, request.validation->target);
  if (options.stop == Stop::depth) return keep_to_best_depth(tree, errors);
  if (options.stop == Stop::leaf) return keep_while_improving(tree, errors);
  return keep_least_error(tree, errors);
}

class TreeFit {
 public:
  TreeFit(const FitRequest& request, const Run& run) : request_(request), run_(run), options_(parse(request.options)) {
    for (const ColumnView& column : request.train->table.columns) features_.push_back(*column.feature);
  }

  FitResult operator()() {
    check(options_, request_);
    const LabelledView& train = *request_.train;
    const CartTree full = grow_cart(train.table, train.target, options_.cart(), run_);
    const CartTree tree = cut(full, choose_splits(full, options_, request_, run_));
    std::vector<WeakestLink> links;  // only a budget or a path shrinks the tree further
    if (request_.budget || request_.path) links = weakest_links(tree);

    FitResult result;
    const std::size_t collapses = request_.budget ? links_to_fit(tree, links) : 0;
    result.model = model_after(tree, links, collapses);
    if (collapses > 0 && collapses == links.size()) {
      result.warnings.push_back(fmt::format("a budget of {} is too small for one split; the model is a constant",
                                            to_string(*request_.budget)));
    }
    // A leaf that holds the mean of its rows already says how they came out.
    if (options_.leaf != LeafValue::mean) add_outcomes(result.model, train.table, train.target, run_);
    if (request_.path) add_path(tree, links, result);
    return result;
  }

 private:
  Model model_after(const CartTree& tree, std::span<const WeakestLink> links, std::size_t count) const {
    const Pool pool = to_pool(tree, keep_after(tree, links, count), features_);
    return make_model(request_.train->target, tree.link, features_,
                      make_forest(pool, pool.grown_weights(), EqualLeaves::merged));
  }

  bool in_budget(const CartTree& tree, std::span<const WeakestLink> links, std::size_t count) const {
    return fits(size_of(stripped(model_after(tree, links, count))), *request_.budget);
  }

  // The fewest collapses after which the model is within the budget. A smaller tree may take more bytes (its leaves are
  // less pure, so their values take more room), so sizes are tried from the full tree down, a fifth of the splits at a
  // time, and only the last step is bisected.
  std::size_t links_to_fit(const CartTree& tree, std::span<const WeakestLink> links) const {
    std::size_t too_large = 0, count = 0;
    while (!in_budget(tree, links, count)) {
      if (count == links.size()) return count;
      too_large = count;
      count += std::max<std::size_t>(1, (links.size() - count) / 5);
    }
    while (count > too_large + 1) {
      const std::size_t middle = (too_large + count) / 2;
      (in_budget(tree, links, middle) ? count : too_large) = middle;
    }
    return count;
  }

  // Every tree of the sequence up to a hundred splits; for larger trees, those that differ by at least 2%.
  void add_path(const CartTree& tree, std::span<const WeakestLink> links, FitResult& result) const {
    std::size_t next = 0;  // the fewest splits that the next point must have
    for (std::size_t count = links.size() + 1; count-- > 0;) {
      // Collapses with the same alpha are one step.
      if (count > 0 && count < links.size() && links[count].alpha == links[count - 1].alpha) continue;
      if (count > 0) {  // the full tree is always included
        const std::size_t splits = links[count - 1].splits;
        if (splits < next) continue;
        next = splits < 100 ? splits + 1 : splits + splits / 50;
      }
      result.path.push_back(path_point(model_after(tree, links, count), request_, run_));
    }
  }

  const FitRequest& request_;
  const Run& run_;
  const TreeOptions options_;
  std::vector<Feature> features_;
};

}  // namespace

Method tree_method() {
  Method method;
  method.name = "tree";
  method.summary = "one decision tree with exact splits, early stopping or pruning";
  method.source = "Machine Learning Refined, chapter 14; Breiman et al. 1984";
  method.options = describe<TreeOptions>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [](const OptionValues& values) { parse(values); };
  method.needs_validation = [](const OptionValues& values) {
    const TreeOptions options = parse(values);
    return options.stop != Stop::none || options.prune == Prune::validation;
  };
  method.fit = [](const FitRequest& request, const Run& run) { return TreeFit(request, run)(); };
  return method;
}

}  // namespace espalier
