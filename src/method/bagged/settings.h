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
#include "method/options/refit_option.h"

namespace espalier {

struct BaggedSettings {
  int trees = 100;
  std::optional<int> features;
  std::optional<int> depth;
  int min_rows = 1;
  double min_weight_fraction_leaf = 0;
  std::vector<double> refit = {0};

  // Settings is a struct that derives from this one. All fields but the refit, which comes last in the list.
  template <class Settings, class Visit>
  static void fields_of(Visit&& visit) {
    const auto inherited = visit_inherited<Settings, BaggedSettings>(visit);
    using T = BaggedSettings;
    inherited("trees", &T::trees, Range{1, 1e6}, "number of trees");
    inherited("features", &T::features, Range{1, 1e9}, Settings::kFeaturesHelp);
    inherited("depth", &T::depth, Range{1, 1000}, "maximum depth of a tree; unlimited by default");
    inherited("min-rows", &T::min_rows, Range{1, 1e9}, "minimum training rows per leaf");
    inherited("min-weight-fraction-leaf", &T::min_weight_fraction_leaf, Range{0, 0.5}, Settings::kWeightFractionHelp);
  }
  template <class Settings, class Visit>
  static void refit_of(Visit&& visit) {
    const auto inherited = visit_inherited<Settings, BaggedSettings>(visit);
    inherited("refit", &BaggedSettings::refit, kRefits, kRefitHelp);
  }
};

// `usual_features` are tried per split if the options do not say how many.
BaggedOptions bagged_options(const BaggedSettings& settings, std::size_t usual_features, const FitRequest& request);

// Sets what the methods say of themselves alike. `parse` throws for options that are wrong for any data.
template <class Settings>
void set_bagged(Settings (*parse)(const OptionValues&), Method& method) {
  method.options = describe<Settings>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.check = [parse](const OptionValues& values) { parse(values); };
  method.needs_validation = [parse](const OptionValues& values) { return parse(values).refit.size() > 1; };
}

}  // namespace espalier
