// The part that random forests and extremely randomised trees share: independent trees, their average, the budget, the
// path, and the out-of-bag error.
#pragma once

#include <optional>
#include <vector>

#include "espalier/fit.h"
#include "espalier/run.h"
#include "grow/random/random_tree.h"
#include "grow/random/row_sample.h"

namespace espalier {

struct Bagging {
  std::size_t trees = 100;
  RandomTreeOptions tree;
  Bootstrap bootstrap = Bootstrap::none;
  double fraction = 1;  // of the rows, for Bootstrap::without
  std::vector<double> refit = {0};
};

FitResult fit_bagged(const Bagging& options, const FitRequest& request, const Run& run);

// ⌊√columns⌋, at least 1.
std::size_t root_of_columns(const FitRequest& request);

// `given` columns tried per split, or `otherwise`; an error if there are fewer columns.
std::size_t candidates(std::optional<int> given, std::size_t otherwise, const FitRequest& request);

}  // namespace espalier
