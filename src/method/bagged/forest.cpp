// Every tree gets its own draw of the rows; every node takes the best cut among a few columns drawn for it; trees are
// fully grown and averaged.
#include "method/bagged/forest.h"

#include <optional>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "method/bagged/bagged.h"
#include "method/options/options.h"

namespace espalier {
namespace {

constexpr Choices<Bootstrap, 3> kBootstraps = {
    {{"with", Bootstrap::with}, {"without", Bootstrap::without}, {"none", Bootstrap::none}}};
constexpr Choices<LeafValue, 2> kLeafValues = {{{"mean", LeafValue::mean}, {"mode", LeafValue::mode}}};
constexpr double kDefaultSample = 2.0 / 3;

struct ForestOptions {
  int trees = 100;
  std::optional<int> features;
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction_leaf = 0;
  Bootstrap bootstrap = Bootstrap::with;
  std::optional<double> sample;
  LeafValue leaf = LeafValue::mean;
  std::vector<double> refit = {0};

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = ForestOptions;
    visit("trees", &T::trees, Range{1, 1e6}, "number of trees");
    visit("features", &T::features, Range{1, 1e9},
          "columns tried per split; by default the square root of the number of columns");
    visit("depth", &T::depth, Range{1, 1000}, "maximum depth of a tree; unlimited by default");
    visit("min-rows", &T::min_rows, Range{1, 1e9}, "minimum training rows per leaf");
    visit("min-weight-fraction-leaf", &T::min_weight_fraction_leaf, Range{0, 0.5},
          "minimum share per leaf of the weight of the tree's rows");
    visit("bootstrap", &T::bootstrap, kBootstraps,
          "how each tree's rows are drawn: with replacement, without replacement, or not at all (every tree gets all "
          "rows)");
    visit("sample", &T::sample, Range{1e-9, 1}, "share of the rows that is drawn without replacement; by default 2/3");
    visit("leaf", &T::leaf, kLeafValues, "what a leaf predicts for classes: their shares, or a vote for one of them");
    visit(
        "refit", &T::refit, NumberList{0, 1e9},
        "L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is pulled towards "
        "0 as if by this many extra rows; 0: no refit; the best of several values is chosen on held-out rows");
  }
};

ForestOptions parse(const OptionValues& values) {
  const auto options = parse_options<ForestOptions>(values);
  if (options.sample && options.bootstrap != Bootstrap::without) {
    throw Error(ErrorCode::usage, "sample needs bootstrap to be without");
  }
  return options;
}

FitResult fit_forest(const FitRequest& request, const Run& run) {
  const ForestOptions given = parse(request.options);
  BaggedOptions options;
  options.trees = static_cast<std::size_t>(given.trees);
  options.tree.cut = CutKind::best;
  options.tree.features = candidates(given.features, root_of_columns(request), request);
  options.tree.depth = given.depth;
  options.tree.min_rows = static_cast<std::size_t>(given.min_rows);
  options.tree.min_weight_fraction = given.min_weight_fraction_leaf;
  options.tree.leaf = given.leaf;
  options.bootstrap = given.bootstrap;
  options.refit = given.refit;
  options.fraction = given.sample.value_or(kDefaultSample);
  return fit_bagged(options, request, run);
}

}  // namespace

Method forest_method() {
  Method method;
  method.name = "forest";
  method.summary = "random forest: the best splits among randomly drawn columns, on randomly drawn rows";
  method.source = "Machine Learning Refined, chapter 14; Breiman 2001";
  method.options = describe<ForestOptions>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [](const OptionValues& values) { parse(values); };
  method.needs_validation = [](const OptionValues& values) { return parse(values).refit.size() > 1; };
  method.fit = fit_forest;
  return method;
}

}  // namespace espalier
