#include "method/options/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <type_traits>
#include <utility>

#include "base/overloaded.h"
#include "base/text.h"
#include "espalier/error.h"
#include "method/options/duration.h"
#include "method/options/number_list.h"
#include "method/options/word_list.h"

namespace espalier {
namespace {

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

bool parse_flag(std::string_view name, const std::string& text) {
  if (text != "true" && text != "false") {
    throw Error(ErrorCode::usage, fmt::format("{} must be true or false, got {}", name, text));
  }
  return text == "true";
}

}  // namespace

std::string format_number(double value) { return fmt::format("{}", value); }

// ---- fields --------------------------------------------------------------------------------------------------------

void OptionFields::add(std::string_view name, int& value, const Range& range, std::string_view help) {
  fields_.push_back({name, help, OptionType::integer, &value, range});
}
void OptionFields::add(std::string_view name, double& value, const Range& range, std::string_view help) {
  fields_.push_back({name, help, OptionType::number, &value, range});
}
void OptionFields::add(std::string_view name, std::optional<int>& value, const Range& range, std::string_view help) {
  fields_.push_back({name, help, OptionType::integer, &value, range});
}
void OptionFields::add(std::string_view name, std::optional<double>& value, const Range& range, std::string_view help) {
  fields_.push_back({name, help, OptionType::number, &value, range});
}
void OptionFields::add(std::string_view name, bool& value, const Flag&, std::string_view help) {
  fields_.push_back({name, help, OptionType::flag, &value});
}
void OptionFields::add(std::string_view name, std::string& value, const ColumnList&, std::string_view help) {
  fields_.push_back({name, help, OptionType::columns, &value});
}
void OptionFields::add(std::string_view name, std::string& value, const FileName&, std::string_view help) {
  fields_.push_back({name, help, OptionType::file, &value});
}
void OptionFields::add(std::string_view name, double& value, const Duration& limits, std::string_view help) {
  fields_.push_back({name, help, OptionType::duration, &value, {limits.low, limits.high}});
}
void OptionFields::add(std::string_view name, std::vector<std::string>& value, const WordList& list,
                       std::string_view help) {
  std::vector<std::string> words(list.words.begin(), list.words.end());
  fields_.push_back({name, help, OptionType::words, &value, {0, 0}, std::move(words)});
}
void OptionFields::add(std::string_view name, std::vector<int>& value, const IntegerList& list, std::string_view help) {
  fields_.push_back({name, help, OptionType::integers, &value, {list.low, list.high}});
}
void OptionFields::add(std::string_view name, std::vector<double>& value, const NumberList& list,
                       std::string_view help) {
  fields_.push_back({name, help, OptionType::numbers, &value, {list.low, list.high}});
}
void OptionFields::add_choice(std::string_view name, ChoiceValue choice, std::string_view help) {
  fields_.push_back({name, help, OptionType::choice, std::move(choice)});
}

// ---- description ---------------------------------------------------------------------------------------------------

std::string OptionFields::default_text(const Field& field) {
  return std::visit(
      Overloaded{
          [](const int* value) { return format_number(*value); },
          [&](const double* value) {
            return field.type == OptionType::duration ? duration_text(*value) : format_number(*value);
          },
          [](const std::optional<int>* value) { return *value ? format_number(**value) : std::string(); },
          [](const std::optional<double>* value) { return *value ? format_number(**value) : std::string(); },
          [](const bool* value) { return std::string(*value ? "true" : "false"); },
          [](const std::string* value) { return *value; },
          [](const std::vector<std::string>* value) { return word_list_text(*value); },
          [](const auto* value) { return list_text(*value); },
          [](const ChoiceValue& choice) { return std::string(choice.now); },
      },
      field.value);
}

std::vector<OptionInfo> OptionFields::describe() const {
  std::vector<OptionInfo> infos;
  for (const Field& field : fields_) {
    const auto* choice = std::get_if<ChoiceValue>(&field.value);
    OptionInfo info;
    info.name = field.name;
    info.type = field.type;
    info.default_value = default_text(field);
    info.low = field.range.low;
    info.high = field.range.high;
    info.choices = choice ? choice->words : field.words;
    info.help = field.help;
    infos.push_back(std::move(info));
  }
  return infos;
}

// ---- assignment ----------------------------------------------------------------------------------------------------

void OptionFields::assign(const Field& field, const std::string& text) {
  const std::string_view name = field.name;
  const Range& range = field.range;
  std::visit(Overloaded{
                 [&](int* value) { *value = parse_in_range<int>(name, text, range); },
                 [&](double* value) {
                   *value = field.type == OptionType::duration ? parse_duration(name, text, {range.low, range.high})
                                                               : parse_in_range<double>(name, text, range);
                 },
                 [&](std::optional<int>* value) { *value = parse_in_range<int>(name, text, range); },
                 [&](std::optional<double>* value) { *value = parse_in_range<double>(name, text, range); },
                 [&](bool* value) { *value = parse_flag(name, text); },
                 [&](std::string* value) {
                   if (field.type == OptionType::file && text.empty())
                     throw Error(ErrorCode::usage, fmt::format("{} must be the name of a file, got nothing", name));
                   *value = text;
                 },
                 [&](std::vector<std::string>* value) { *value = parse_words(name, text, field.words); },
                 [&](std::vector<int>* value) {
                   *value = parse_integers(name, text, {range.low, range.high});
                 },
                 [&](std::vector<double>* value) {
                   *value = parse_numbers(name, text, {range.low, range.high});
                 },
                 [&](const ChoiceValue& choice) {
                   const auto found = std::find(choice.words.begin(), choice.words.end(), text);
                   if (found == choice.words.end()) {
                     throw Error(ErrorCode::usage,
                                 fmt::format("{} must be {}, got {}{}", name, listed(choice.words, "or"), text,
                                             suggestion(text, choice.words)));
                   }
                   choice.set(choice.value, choice.codes[static_cast<std::size_t>(found - choice.words.begin())]);
                 },
             },
             field.value);
}

void OptionFields::assign(const OptionValues& values) const {
  for (const Field& field : fields_) {
    const auto given = values.find(field.name);
    if (given != values.end()) assign(field, given->second);
  }
  for (const auto& [name, value] : values) {
    if (std::ranges::find(fields_, name, &Field::name) != fields_.end()) continue;
    std::vector<std::string> names;
    for (const Field& field : fields_) names.emplace_back(field.name);
    throw Error(ErrorCode::usage, fmt::format("unknown option \"{}\"{}", name, suggestion(name, names)));
  }
}

}  // namespace espalier
