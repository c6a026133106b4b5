#include "method/options/canonical_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "espalier/error.h"
#include "method/options/duration.h"
#include "method/options/number_list.h"
#include "method/options/options.h"
#include "method/options/word_list.h"

namespace espalier {
namespace {

template <class Number>
std::optional<Number> parse_whole(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end ? std::optional(value) : std::nullopt;
}

std::string canonical(const OptionInfo& info, const std::string& text) {
  if (info.type == OptionType::integer) {
    const auto value = parse_whole<long long>(text);
    return value ? fmt::format("{}", *value) : text;
  }
  if (info.type == OptionType::number) {
    const auto value = parse_whole<double>(text);
    return value ? format_number(*value + 0.0) : text;  // + 0 turns -0 into 0
  }
  try {
    if (info.type == OptionType::integers) return list_text(parse_integers(info.name, text, {info.low, info.high}));
    if (info.type == OptionType::duration) return duration_text(parse_duration(info.name, text, {info.low, info.high}));
    if (info.type == OptionType::words) return word_list_text(parse_words(info.name, text, info.choices));
    if (info.type == OptionType::numbers) return list_text(parse_numbers(info.name, text, {info.low, info.high}));
  } catch (const Error&) {
    return text;  // none of these
  }
  return text;
}

}  // namespace

OptionValues canonical_options(std::span<const OptionInfo> infos, const OptionValues& given) {
  OptionValues options;
  for (const auto& [name, text] : given) {
    const auto info = std::ranges::find(infos, name, &OptionInfo::name);
    if (info == infos.end()) {
      options.emplace(name, text);
      continue;
    }
    const std::string value = canonical(*info, text);
    // An empty text is a list of no columns; for other types it is no value at all.
    const bool has_default = !info->default_value.empty() || info->type == OptionType::columns;
    if (!has_default || value != info->default_value) options.emplace(name, value);
  }
  return options;
}

}  // namespace espalier
