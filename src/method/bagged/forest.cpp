// Every tree gets its own draw of the rows; every node takes the best cut among a few columns drawn for it; trees are
// fully grown and averaged.
#include "method/bagged/forest.h"

#include <optional>
#include <string_view>

#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "method/bagged/bagged.h"
#include "method/bagged/options.h"
#include "method/options/options.h"

namespace espalier {
namespace {

constexpr Choices<Bootstrap, 3> kBootstraps = {
    {{"with", Bootstrap::with}, {"without", Bootstrap::without}, {"none", Bootstrap::none}}};
constexpr Choices<LeafValue, 2> kLeafValues = {{{"mean", LeafValue::mean}, {"mode", LeafValue::mode}}};
constexpr double kDefaultSample = 2.0 / 3;

struct ForestOptions : BaggedOptions {
  static constexpr std::string_view kFeaturesHelp =
      "columns tried per split; by default the square root of the number of columns";
  static constexpr std::string_view kWeightFractionHelp = "minimum fraction per leaf of the weight of the tree's rows";

  Bootstrap bootstrap = Bootstrap::with;
  std::optional<double> sample;
  LeafValue leaf = LeafValue::mean;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = ForestOptions;
    fields_of<T>(visit);
    visit("bootstrap", &T::bootstrap, kBootstraps,
          "how each tree's rows are sampled: with replacement, without replacement, or not at all (every tree gets all "
          "rows)");
    visit("sample", &T::sample, Range{1e-9, 1},
          "fraction of the rows that is sampled without replacement; by default 2/3");
    visit("leaf", &T::leaf, kLeafValues, "what a leaf predicts for classes: their shares, or a vote for one of them");
    refit_of<T>(visit);
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
  Bagging options = bagging(given, root_of_columns(request), request);
  options.tree.cut = CutKind::best;
  options.tree.leaf = given.leaf;
  options.bootstrap = given.bootstrap;
  options.fraction = given.sample.value_or(kDefaultSample);
  return fit_bagged(options, request, run);
}

}  // namespace

Method forest_method() {
  Method method;
  method.name = "forest";
  method.summary = "random forest: the best splits among randomly sampled columns, on randomly sampled rows";
  method.source = "Machine Learning Refined, chapter 14; Breiman 2001";
  set_bagged(&parse, method);
  method.fit = fit_forest;
  return method;
}

}  // namespace espalier
