// Every tree gets all rows; every node draws one cut at random in each of a few columns and takes the best of them;
// trees are fully grown and averaged.
#include "method/bagged/extra.h"

#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/target.h"
#include "method/bagged/bagged.h"
#include "method/options/options.h"

namespace espalier {
namespace {

struct ExtraOptions {
  int trees = 100;
  std::optional<int> features;
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction_leaf = 0;
  std::vector<double> refit = {0};

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = ExtraOptions;
    visit("trees", &T::trees, Range{1, 1e6}, "number of trees");
    visit("features", &T::features, Range{1, 1e9},
          "columns tried per split; by default the square root of the number of columns, for regression all of them");
    visit("depth", &T::depth, Range{1, 1000}, "maximum depth of a tree; unlimited by default");
    visit("min-rows", &T::min_rows, Range{1, 1e9}, "minimum training rows per leaf");
    visit("min-weight-fraction-leaf", &T::min_weight_fraction_leaf, Range{0, 0.5},
          "minimum share of the training weight per leaf");
    visit(
        "refit", &T::refit, NumberList{0, 1e9},
        "L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is pulled towards "
        "0 as if by this many extra rows; 0: no refit; the best of several values is chosen on held-out rows");
  }
};

FitResult fit_extra(const FitRequest& request, const Run& run) {
  const auto given = parse_options<ExtraOptions>(request.options);
  const bool regression = request.train->target.task == Task::regression;
  const std::size_t usual = regression ? request.train->table.columns.size() : root_of_columns(request);
  BaggedOptions options;
  options.trees = static_cast<std::size_t>(given.trees);
  options.tree.cut = CutKind::random;
  options.tree.features = candidates(given.features, usual, request);
  options.tree.depth = given.depth;
  options.tree.min_rows = static_cast<std::size_t>(given.min_rows);
  options.tree.min_weight_fraction = given.min_weight_fraction_leaf;
  options.refit = given.refit;
  return fit_bagged(options, request, run);
}

}  // namespace

Method extra_method() {
  Method method;
  method.name = "extra";
  method.summary = "extremely randomised trees: random columns and thresholds, on all rows";
  method.source = "Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest";
  method.options = describe<ExtraOptions>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [](const OptionValues& values) { parse_options<ExtraOptions>(values); };
  method.needs_validation = [](const OptionValues& values) {
    return parse_options<ExtraOptions>(values).refit.size() > 1;
  };
  method.fit = fit_extra;
  return method;
}

}  // namespace espalier
