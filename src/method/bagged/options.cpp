// Tested by tests/method/bagged/forest_test.cpp.
#include "method/bagged/options.h"

namespace espalier {

Bagging bagging(const BaggedOptions& options, std::size_t usual_features, const FitRequest& request) {
  Bagging result;
  result.trees = static_cast<std::size_t>(options.trees);
  result.tree.features = candidates(options.features, usual_features, request);
  result.tree.depth = options.depth;
  result.tree.min_rows = static_cast<std::size_t>(options.min_rows);
  result.tree.min_weight_fraction = options.min_weight_fraction_leaf;
  result.refit = options.refit;
  return result;
}

}  // namespace espalier
