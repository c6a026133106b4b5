// Tested by tests/method/bagged/forest_test.cpp.
#include "method/bagged/settings.h"

namespace espalier {

BaggedOptions bagged_options(const BaggedSettings& settings, std::size_t usual_features, const FitRequest& request) {
  BaggedOptions options;
  options.trees = static_cast<std::size_t>(settings.trees);
  options.tree.features = candidates(settings.features, usual_features, request);
  options.tree.depth = settings.depth;
  options.tree.min_rows = static_cast<std::size_t>(settings.min_rows);
  options.tree.min_weight_fraction = settings.min_weight_fraction_leaf;
  options.refit = settings.refit;
  return options;
}

}  // namespace espalier
