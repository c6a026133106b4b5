// Times given as text: "30s", "5m", "1.5h", or a number of seconds without a unit.
#pragma once

#include <string>
#include <string_view>

#include "method/options/option_kinds.h"

namespace espalier {

// In seconds. Errors name the option `name`.
double parse_duration(std::string_view name, std::string_view text, const Duration& limits);

// One spelling of each time that parse_duration() reads back: in the largest unit of which it is a whole number.
std::string duration_text(double seconds);

}  // namespace espalier
