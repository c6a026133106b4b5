#include "method/boost_settings.h"

#include <algorithm>

namespace espalier {
namespace {

constexpr int kDefaultLeaves = 31;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The columns of a list such as "age,income" get a direction.
void set_directions(const std::string& list, Direction direction, const TableView& table,
                    std::vector<Direction>& directions) {
  std::vector<std::string> names;
  for (const ColumnView& column : table.columns) names.push_back(column.feature->name);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = trimmed(list.substr(begin, end - begin));
    const std::string_view option = direction == Direction::increasing ? "increasing" : "decreasing";
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: there is no column \"{}\"{}", option, name, suggestion(name, names)));
    }
    const auto column = static_cast<std::size_t>(found - names.begin());
    if (!table.columns[column].numeric()) {
      throw Error(ErrorCode::usage, fmt::format("{}: column \"{}\" must be numeric, is categorical", option, name));
    }
    if (directions.empty()) directions.assign(names.size(), Direction::free);
    if (directions[column] != Direction::free && directions[column] != direction) {
      throw Error(ErrorCode::usage, fmt::format("column \"{}\" is both increasing and decreasing", name));
    }
    directions[column] = direction;
    begin = end + 1;
  }
}

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
    throw Error(ErrorCode::usage, "refit cannot be used with increasing or decreasing, which it would not keep to");
  return settings;
}

BoostOptions boost_options(const BoostSettings& settings, const TrainingSet& train, std::uint64_t seed) {
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
  set_directions(settings.increasing, Direction::increasing, train.table, split.directions);
  set_directions(settings.decreasing, Direction::decreasing, train.table, split.directions);
  if (settings.vector_leaves && !std::holds_alternative<SoftmaxLoss>(options.loss)) {
    throw Error(ErrorCode::usage, "vector-leaves needs the loss softmax, which has a score for every class");
  }
  if (!split.directions.empty() && std::holds_alternative<SoftmaxLoss>(options.loss)) {
    throw Error(ErrorCode::usage, "increasing and decreasing need one score, softmax has one for every class");
  }
  return options;
}

}  // namespace espalier
