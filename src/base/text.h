// Small text helpers for messages: lists, and suggestions for mistyped words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// "a, b and c"
std::string listed(std::span<const std::string> items, std::string_view last = "and");

// For messages about a word that is not a candidate: the candidate that was probably meant, or "" if none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// ` (did you mean "x"?)`, or "".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace espalier
