// Tested by tests/method/boost/options_test.cpp.
#include "method/options/directions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/name_list.h"
#include "base/text.h"
#include "espalier/error.h"

namespace espalier {
namespace {

// Gives a direction to the columns of a list such as "age,income".
void set_directions(const std::string& list, Direction direction, const TableView& table,
                    std::vector<Direction>& directions) {
  std::vector<std::string> names;
  for (const ColumnView& column : table.columns) names.push_back(column.feature->name);
  if (list.empty()) return;
  for (const std::string& name : names_in(list, names)) {
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
  }
}

}  // namespace

std::vector<Direction> directions_of(const std::string& increasing, const std::string& decreasing,
                                     const TableView& table, const Loss& loss) {
  std::vector<Direction> directions;
  set_directions(increasing, Direction::increasing, table, directions);
  set_directions(decreasing, Direction::decreasing, table, directions);
  if (!directions.empty() && std::holds_alternative<SoftmaxLoss>(loss))
    throw Error(ErrorCode::usage, "increasing and decreasing need one score, softmax has one for every class");
  return directions;
}

}  // namespace espalier
