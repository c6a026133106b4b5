// Names from a file, for a person to read.
#pragma once

#include <string>
#include <string_view>

namespace espalier {

// In quotes, as JSON has it, so that the name cannot send control characters to a terminal.
std::string in_quotes(std::string_view name);

// The same, without quotes if the name needs none.
std::string printable(std::string_view name);

}  // namespace espalier
