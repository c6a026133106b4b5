// Small pieces of text for messages; nearest() and suggestion() are public, in base.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/base.h"

namespace espalier {

// "a, b and c"
std::string listed(std::span<const std::string> items, std::string_view last = "and");

}  // namespace espalier
