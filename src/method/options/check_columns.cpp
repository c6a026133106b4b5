// Tested by tests/method/boost/options_test.cpp.
#include "method/options/check_columns.h"

#include <fmt/format.h>

#include "espalier/error.h"

namespace espalier {

void check_columns(std::string_view option, std::optional<int> count, const TableView& table) {
  if (!count || static_cast<std::size_t>(*count) <= table.columns.size()) return;
  throw Error(ErrorCode::usage, fmt::format("{} must be at most the number of columns, {}, got {}", option,
                                            table.columns.size(), *count));
}

}  // namespace espalier
