// Every tree gets all rows; every node draws one cut at random in each of a few columns and takes the best of them;
// trees are fully grown and averaged.
#include "method/bagged/extra.h"

#include <string_view>

#include "espalier/fit.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/target.h"
#include "method/bagged/bagged.h"
#include "method/bagged/options.h"
#include "method/options/options.h"

namespace espalier {
namespace {

struct ExtraOptions : BaggedOptions {
  static constexpr std::string_view kFeaturesHelp =
      "columns tried per split; by default the square root of the number of columns, for regression all of them";
  static constexpr std::string_view kWeightFractionHelp = "minimum fraction of the training weight per leaf";

  template <class Visit>
  static void fields(Visit&& visit) {
    fields_of<ExtraOptions>(visit);
    refit_of<ExtraOptions>(visit);
  }
};

FitResult fit_extra(const FitRequest& request, const Run& run) {
  const bool regression = request.train->target.task == Task::regression;
  const std::size_t usual = regression ? request.train->table.columns.size() : root_of_columns(request);
  Bagging options = bagging(parse_options<ExtraOptions>(request.options), usual, request);
  options.tree.cut = CutKind::random;
  return fit_bagged(options, request, run);
}

}  // namespace

Method extra_method() {
  Method method;
  method.name = "extra";
  method.summary = "extremely randomised trees: random columns and thresholds, on all rows";
  method.source = "Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest";
  set_bagged(&parse_options<ExtraOptions>, method);
  method.fit = fit_extra;
  return method;
}

}  // namespace espalier
