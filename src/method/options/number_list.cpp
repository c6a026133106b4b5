#include "method/options/number_list.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "espalier/error.h"

namespace espalier {
namespace {

// Takes a number off the front of the text.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

template <class Number>
struct Entry {
  Number first;
  Number last;
};

// "4" or, for whole numbers, "2-7"; nothing for any other text.
template <class Number>
std::optional<Entry<Number>> parse_entry(std::string_view text) {
  const std::optional<Number> first = take_number<Number>(text);
  if (!first) return std::nullopt;
  if (text.empty()) return Entry<Number>{*first, *first};
  if (!std::integral<Number> || text[0] != '-') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<Number> last = take_number<Number>(text);
  if (!last || !text.empty() || *last < *first) return std::nullopt;
  return Entry<Number>{*first, *last};
}

// False if there would be more than kMostListed numbers.
template <class Number>
bool append(const Entry<Number>& entry, std::vector<Number>& numbers) {
  const double more = static_cast<double>(entry.last) - static_cast<double>(entry.first) + 1;
  if (more > static_cast<double>(kMostListed - numbers.size())) return false;
  numbers.push_back(entry.first);
  if constexpr (std::integral<Number>) {
    while (numbers.back() < entry.last) numbers.push_back(numbers.back() + 1);
  }
  return true;
}

template <class Number, class Limits>
std::vector<Number> parse_list(std::string_view name, std::string_view text, const Limits& limits) {
  std::vector<Number> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::optional<Entry<Number>> entry = parse_entry<Number>(rest.substr(0, comma));
    // Written so that nan is outside.
    if (!entry || !(entry->first >= limits.low && entry->last <= limits.high)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} must be {} in [{}, {}] with commas between them, got {}", name,
                              std::integral<Number> ? "whole numbers, or ranges such as 2-7," : "numbers", limits.low,
                              limits.high, text.empty() ? "nothing" : text));
    }
    if (!append(*entry, numbers)) {
      throw Error(ErrorCode::usage, fmt::format("{} must be at most {} numbers, got {}", name, kMostListed, text));
    }
    if (comma == std::string_view::npos) return numbers;
    rest.remove_prefix(comma + 1);
  }
}

// The number of consecutive whole numbers from the first on. (Their difference may be more than an int holds.)
std::size_t run_length(std::span<const int> numbers) {
  std::size_t length = 1;
  while (length < numbers.size() && static_cast<long long>(numbers[length]) - numbers[length - 1] == 1) ++length;
  return length;
}

}  // namespace

std::vector<int> parse_integers(std::string_view name, std::string_view text, const IntegerList& limits) {
  return parse_list<int>(name, text, limits);
}

std::vector<double> parse_numbers(std::string_view name, std::string_view text, const NumberList& limits) {
  return parse_list<double>(name, text, limits);
}

std::string list_text(std::span<const int> numbers) {
  constexpr std::size_t kShortestRange = 3;
  std::string text;
  while (!numbers.empty()) {
    const std::size_t run = run_length(numbers);
    const std::size_t taken = run < kShortestRange ? 1 : run;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[0]);
    if (taken > 1) text += fmt::format("-{}", numbers[taken - 1]);
    numbers = numbers.subspan(taken);
  }
  return text;
}

std::string list_text(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}{}", text.empty() ? "" : ",", number + 0.0);  // no -0
  return text;
}

}  // namespace espalier
