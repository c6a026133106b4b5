// Options as every method declares them: names, ranges, help; values as text.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

enum class OptionType : std::uint8_t {
  integer,
  number,
  choice,
  flag,
  columns,
  integers,
  numbers,
  file,
  duration,
  words
};

struct OptionInfo {
  std::string name;  // as in --min-rows
  OptionType type = OptionType::number;
  std::string default_value;  // "" if there is none: unlimited, or decided from the data
  double low = 0;             // of numbers, of each number in a list, and of seconds
  double high = 0;
  std::vector<std::string> choices;  // also of words, of which several may be given
  std::string help;
};

using OptionValues = std::map<std::string, std::string, std::less<>>;

// Options with other values than their defaults: "paper" has the settings of the paper that the method is from.
struct Preset {
  std::string_view name;
  OptionValues options;
};

}  // namespace espalier
