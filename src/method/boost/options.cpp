#include "method/boost/options.h"

#include <algorithm>

#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/options.h"
#include "espalier/table.h"
#include "method/options/check_columns.h"
#include "method/options/directions.h"

namespace espalier {
namespace {

constexpr int kDefaultLeaves = 31;

}  // namespace

BoostOptions parse_boost(const OptionValues& values) {
  const auto options = parse_options<BoostOptions>(values);
  const bool refits = std::ranges::any_of(options.refit, [](double ridge) { return ridge > 0; });
  const bool directed = !options.increasing.empty() || !options.decreasing.empty();
  if (refits && directed)
    throw Error(ErrorCode::usage,
                "refit cannot be combined with increasing or decreasing, since refitted values may violate them");
  return options;
}

BoosterOptions booster_options(const BoostOptions& options, const LabelledView& train, std::uint64_t seed) {
  BoosterOptions result;
  result.loss = choose_loss(options.loss, train.target);
  result.rate = options.rate;
  result.vector_leaves = options.vector_leaves;
  result.sample = options.sample;
  result.columns = options.tree_features;
  result.seed = seed;
  result.tree.depth = options.depth;
  result.tree.leaves = options.leaves || options.depth ? options.leaves : kDefaultLeaves;
  result.tree.min_gain = options.min_gain;
  result.tree.features = options.features;
  check_columns("features", options.features, train.table);
  check_columns("tree-features", options.tree_features, train.table);
  SplitOptions& split = result.tree.split;
  split.l2 = options.l2;
  split.min_hessian = options.min_weight;
  split.min_rows = static_cast<std::size_t>(options.min_rows);
  split.category_l2 = options.category_l2;
  split.category_smoothing = options.category_smoothing;
  split.directions = directions_of(options.increasing, options.decreasing, train.table, result.loss);
  if (options.vector_leaves && !std::holds_alternative<SoftmaxLoss>(result.loss)) {
    throw Error(ErrorCode::usage, "vector-leaves needs the loss softmax, which has a score for every class");
  }
  return result;
}

}  // namespace espalier
