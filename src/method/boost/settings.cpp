#include "method/boost/settings.h"

#include <algorithm>

#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/options.h"
#include "espalier/table.h"
#include "method/options/directions.h"

namespace espalier {
namespace {

constexpr int kDefaultLeaves = 31;

void check_columns(std::string_view option, std::optional<int> count, const TableView& table) {
  if (!count || static_cast<std::size_t>(*count) <= table.columns.size()) return;
  throw Error(ErrorCode::usage, fmt::format("{} must be at most the number of columns, {}, got {}", option,
                                            table.columns.size(), *count));
}

}  // namespace

BoostSettings parse_boost(const OptionValues& values) {
  const auto settings = parse_options<BoostSettings>(values);
  const bool refits = std::ranges::any_of(settings.refit, [](double ridge) { return ridge > 0; });
  const bool directed = !settings.increasing.empty() || !settings.decreasing.empty();
  if (refits && directed)
    throw Error(ErrorCode::usage,
                "refit cannot be combined with increasing or decreasing, since refitted values may violate them");
  return settings;
}

BoostOptions boost_options(const BoostSettings& settings, const LabelledView& train, std::uint64_t seed) {
  BoostOptions options;
  options.loss = choose_loss(settings.loss, train.target);
  options.rate = settings.rate;
  options.vector_leaves = settings.vector_leaves;
  options.sample = settings.sample;
  options.columns = settings.tree_features;
  options.seed = seed;
  options.tree.depth = settings.depth;
  options.tree.leaves = settings.leaves || settings.depth ? settings.leaves : kDefaultLeaves;
  options.tree.min_gain = settings.min_gain;
  options.tree.features = settings.features;
  check_columns("features", settings.features, train.table);
  check_columns("tree-features", settings.tree_features, train.table);
  SplitOptions& split = options.tree.split;
  split.l2 = settings.l2;
  split.min_hessian = settings.min_weight;
  split.min_rows = static_cast<std::size_t>(settings.min_rows);
  split.category_l2 = settings.category_l2;
  split.category_smoothing = settings.category_smoothing;
  split.directions = directions_of(settings.increasing, settings.decreasing, train.table, options.loss);
  if (settings.vector_leaves && !std::holds_alternative<SoftmaxLoss>(options.loss)) {
    throw Error(ErrorCode::usage, "vector-leaves needs the loss softmax, which has a score for every class");
  }
  return options;
}

}  // namespace espalier
