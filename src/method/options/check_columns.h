#pragma once

#include <optional>
#include <string_view>

#include "espalier/table.h"

namespace espalier {

// An error if an option asks for more columns than there are.
void check_columns(std::string_view option, std::optional<int> count, const TableView& table);

}  // namespace espalier
