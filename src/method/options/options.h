// From an options struct's one list of fields (base/option_kinds.h): its description for the command line and Python,
// and the checked assignment of values given as text.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/option_kinds.h"
#include "base/text.h"
#include "espalier/error.h"
#include "espalier/options.h"
#include "method/options/duration.h"
#include "method/options/number_list.h"
#include "method/options/word_list.h"

namespace espalier {

template <class T>
struct ValueOf {
  using type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
  using type = T;
};

inline std::string format_number(double value) { return fmt::format("{}", value); }

// Visits fields that Settings inherits from Base; visitors take members of Settings alone.
template <class Settings, class Base, class Visit>
auto visit_inherited(Visit& visit) {
  return [&visit]<class T>(std::string_view name, T Base::*member, const auto& limit, std::string_view help) {
    visit(name, static_cast<T Settings::*>(member), limit, help);
  };
}

// ---- description ---------------------------------------------------------------------------------------------------

template <class Enum, std::size_t n>
std::string choice_name(const Choices<Enum, n>& choices, Enum value) {
  for (const auto& choice : choices) {
    if (choice.value == value) return std::string(choice.name);
  }
  return "";
}

template <class T>
std::string default_text(const T& value, const Range&) {
  if constexpr (requires { value.has_value(); }) {
    return value ? format_number(static_cast<double>(*value)) : "";
  } else {
    return format_number(static_cast<double>(value));
  }
}
inline std::string default_text(bool value, const Flag&) { return value ? "true" : "false"; }
inline std::string default_text(const std::string& value, const ColumnList&) { return value; }
inline std::string default_text(const std::string& value, const FileName&) { return value; }
inline std::string default_text(double value, const Duration&) { return duration_text(value); }
inline std::string default_text(const std::vector<std::string>& value, const WordList&) {
  return word_list_text(value);
}
inline std::string default_text(const std::vector<int>& value, const IntegerList&) { return list_text(value); }
inline std::string default_text(const std::vector<double>& value, const NumberList&) { return list_text(value); }
template <class T, class Enum, std::size_t n>
std::string default_text(const T& value, const Choices<Enum, n>& choices) {
  if constexpr (requires { value.has_value(); }) {
    return value ? choice_name(choices, *value) : "";
  } else {
    return choice_name(choices, value);
  }
}

template <class Options>
std::vector<OptionInfo> describe() {
  std::vector<OptionInfo> infos;
  const Options defaults;
  Options::fields(
      [&]<class T, class Limit>(std::string_view name, T Options::*member, const Limit& limit, std::string_view help) {
        OptionInfo info;
        info.name = name;
        info.help = help;
        info.default_value = default_text(defaults.*member, limit);
        if constexpr (std::same_as<Limit, Range>) {
          info.type = std::integral<typename ValueOf<T>::type> ? OptionType::integer : OptionType::number;
          info.low = limit.low;
          info.high = limit.high;
        } else if constexpr (std::same_as<Limit, Flag>) {
          info.type = OptionType::flag;
        } else if constexpr (std::same_as<Limit, IntegerList> || std::same_as<Limit, NumberList>) {
          info.type = std::same_as<Limit, IntegerList> ? OptionType::integers : OptionType::numbers;
          info.low = limit.low;
          info.high = limit.high;
        } else if constexpr (std::same_as<Limit, Duration>) {
          info.type = OptionType::duration;
          info.low = limit.low;
          info.high = limit.high;
        } else if constexpr (std::same_as<Limit, WordList>) {
          info.type = OptionType::words;
          info.choices.assign(limit.words.begin(), limit.words.end());
        } else if constexpr (std::same_as<Limit, ColumnList>) {
          info.type = OptionType::columns;
        } else if constexpr (std::same_as<Limit, FileName>) {
          info.type = OptionType::file;
        } else {
          info.type = OptionType::choice;
          for (const auto& choice : limit) info.choices.emplace_back(choice.name);
        }
        infos.push_back(std::move(info));
      });
  return infos;
}

// ---- assignment ----------------------------------------------------------------------------------------------------

template <class Number>
Number parse_in_range(std::string_view name, const std::string& text, const Range& range) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  const bool inside = static_cast<double>(value) >= range.low && static_cast<double>(value) <= range.high;
  if (result.ec != std::errc() || result.ptr != end || !inside) {
    throw Error(ErrorCode::usage,
                fmt::format("{} must be {}in [{}, {}], got {}", name, std::integral<Number> ? "a whole number " : "",
                            range.low, range.high, text.empty() ? "nothing" : text));
  }
  return value;
}

template <class T>
void assign_value(T& member, std::string_view name, const std::string& text, const Range& range) {
  member = parse_in_range<typename ValueOf<T>::type>(name, text, range);
}
inline void assign_value(bool& member, std::string_view name, const std::string& text, const Flag&) {
  if (text != "true" && text != "false") {
    throw Error(ErrorCode::usage, fmt::format("{} must be true or false, got {}", name, text));
  }
  member = text == "true";
}
inline void assign_value(std::string& member, std::string_view, const std::string& text, const ColumnList&) {
  member = text;
}
inline void assign_value(std::string& member, std::string_view name, const std::string& text, const FileName&) {
  if (text.empty()) throw Error(ErrorCode::usage, fmt::format("{} must be the name of a file, got nothing", name));
  member = text;
}
inline void assign_value(double& member, std::string_view name, const std::string& text, const Duration& limits) {
  member = parse_duration(name, text, limits);
}
inline void assign_value(std::vector<std::string>& member, std::string_view name, const std::string& text,
                         const WordList& limits) {
  member = parse_words(name, text, std::vector<std::string>(limits.words.begin(), limits.words.end()));
}
inline void assign_value(std::vector<int>& member, std::string_view name, const std::string& text,
                         const IntegerList& limits) {
  member = parse_integers(name, text, limits);
}
inline void assign_value(std::vector<double>& member, std::string_view name, const std::string& text,
                         const NumberList& limits) {
  member = parse_numbers(name, text, limits);
}
template <class T, class Enum, std::size_t n>
void assign_value(T& member, std::string_view name, const std::string& text, const Choices<Enum, n>& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) {
    if (choice.name == text) {
      member = choice.value;
      return;
    }
    names.emplace_back(choice.name);
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} must be {}, got {}{}", name, listed(names, "or"), text, suggestion(text, names)));
}

// Starts from the defaults. A name that is not a field of Options is an error.
template <class Options>
Options parse_options(const OptionValues& values) {
  Options options;
  std::vector<std::string> names;
  Options::fields(
      [&]<class T, class Limit>(std::string_view name, T Options::*member, const Limit& limit, std::string_view) {
        names.emplace_back(name);
        const auto given = values.find(name);
        if (given != values.end()) assign_value(options.*member, name, given->second, limit);
      });
  for (const auto& [name, value] : values) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw Error(ErrorCode::usage, fmt::format("unknown option \"{}\"{}", name, suggestion(name, names)));
    }
  }
  return options;
}

}  // namespace espalier
