// The options that random forests and extremely randomised trees share.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "espalier/fit.h"
#include "espalier/method.h"
#include "espalier/options.h"
#include "method/bagged/bagged.h"
#include "method/options/options.h"
#include "method/options/shared_options.h"

namespace espalier {

struct BaggedOptions {
  int trees = 100;
  std::optional<int> features;
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction_leaf = 0;
  std::vector<double> refit = {0};

  // Options is a struct that derives from this one. All fields but the refit, which comes last in the list.
  template <class Options, class Visit>
  static void fields_of(Visit&& visit) {
    const auto inherited = visit_inherited<Options, BaggedOptions>(visit);
    using T = BaggedOptions;
    inherited("trees", &T::trees, Range{1, 1e6}, "number of trees");
    inherited("features", &T::features, Range{1, 1e9}, Options::kFeaturesHelp);
    inherited("depth", &T::depth, kTreeDepths, kTreeDepthHelp);
    inherited("min-rows", &T::min_rows, kLeafRows, kMinRowsHelp);
    inherited("min-weight-fraction-leaf", &T::min_weight_fraction_leaf, Range{0, 0.5}, Options::kWeightFractionHelp);
  }
  template <class Options, class Visit>
  static void refit_of(Visit&& visit) {
    const auto inherited = visit_inherited<Options, BaggedOptions>(visit);
    inherited("refit", &BaggedOptions::refit, kRefits, kRefitHelp);
  }
};

// `usual_features` are tried per split if the options do not say how many.
Bagging bagging(const BaggedOptions& options, std::size_t usual_features, const FitRequest& request);

// Fills in what is the same for all bagged methods. `parse` throws for options that are wrong for any data.
template <class Options>
void set_bagged(Options (*parse)(const OptionValues&), Method& method) {
  method.options = describe<Options>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [parse](const OptionValues& values) { parse(values); };
  method.needs_validation = [parse](const OptionValues& values) { return parse(values).refit.size() > 1; };
}

}  // namespace espalier
