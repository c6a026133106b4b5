// Small pieces of text for messages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// The candidate that was probably meant, or "" if none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// "a, b and c"
std::string listed(std::span<const std::string> items, std::string_view last = "and");

// ` (did you mean "x"?)`, or "".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace espalier
