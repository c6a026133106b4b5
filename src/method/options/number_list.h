// Lists of numbers given as text: "2,4,6", "2-7" for every whole number from 2 to 7, or both as in "1,4-6". Order and
// repetitions are kept.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "method/options/option_kinds.h"

namespace espalier {

// So that "1-1000000000" is an error and not gigabytes.
inline constexpr std::size_t kMostListed = 10'000;

// Errors name the option `name`.
std::vector<int> parse_integers(std::string_view name, std::string_view text, const IntegerList& limits);
std::vector<double> parse_numbers(std::string_view name, std::string_view text, const NumberList& limits);

// One spelling of each list that the functions above read back: three or more consecutive whole numbers are a range,
// other numbers have their shortest form.
std::string list_text(std::span<const int> numbers);
std::string list_text(std::span<const double> numbers);

}  // namespace espalier
