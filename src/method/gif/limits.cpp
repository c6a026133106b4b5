// Tested by tests/method/gif/gif_test.cpp.
#include "method/gif/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "espalier/labelled.h"

namespace espalier {
TableView affordable(TableView table, const Budget& budget) {
  if (budget.unit != Unit::bytes) return table;
  const auto is_dear = [&](const ColumnView& column) {
    std::size_t bytes = 0;
    for (const std::string& label : column.feature->labels) bytes += 1 + label.size();
    return 2 * bytes > budget.amount;
  };
  if (!std::ranges::all_of(table.columns, is_dear)) std::erase_if(table.columns, is_dear);
  return table;
}

InducedSize most_of(const Budget& budget) {
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  return {budget.unit == Unit::nodes ? budget.amount : kAny, budget.unit == Unit::leaves ? budget.amount : kAny};
}

void warn_of_limits(const FitRequest& request, const GifData& data, bool too_small, FitResult& result) {
  const Budget& budget = *request.budget;
  if (too_small) {
    result.warnings.push_back(
        fmt::format("a budget of {} is too small for a split; the model is a constant", to_string(budget)));
  }
  const std::size_t left_out = request.train->table.columns.size() - data.features().size();
  if (left_out > 0) {
    result.warnings.push_back(fmt::format("{} left out, because the labels alone would take more than half of the {}",
                                          left_out == 1 ? "1 column is" : fmt::format("{} columns are", left_out),
                                          to_string(budget)));
  }
}

}  // namespace espalier
