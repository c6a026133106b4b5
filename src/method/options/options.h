// From an options struct's one list of fields (method/options/option_kinds.h): its description for command line and
// Python, and the checked assignment of values given as text. The list of fields is type-erased, so that reading and
// describing them is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "espalier/options.h"
#include "method/options/option_kinds.h"

namespace espalier {

std::string format_number(double value);

template <class Enum, std::size_t n>
std::string choice_name(const Choices<Enum, n>& choices, Enum value) {
  for (const auto& choice : choices) {
    if (choice.value == value) return std::string(choice.name);
  }
  return "";
}

// Visits fields that Options inherits from Base; visitors take members of Options alone.
template <class Options, class Base, class Visit>
auto visit_inherited(Visit& visit) {
  return [&visit]<class T>(std::string_view name, T Base::*member, const auto& limit, std::string_view help) {
    visit(name, static_cast<T Options::*>(member), limit, help);
  };
}

// The fields of one options struct, whose values it reads and writes.
class OptionFields {
 public:
  void add(std::string_view name, int& value, const Range& range, std::string_view help);
  void add(std::string_view name, double& value, const Range& range, std::string_view help);
  void add(std::string_view name, std::optional<int>& value, const Range& range, std::string_view help);
  void add(std::string_view name, std::optional<double>& value, const Range& range, std::string_view help);
  void add(std::string_view name, bool& value, const Flag& flag, std::string_view help);
  void add(std::string_view name, std::string& value, const ColumnList& list, std::string_view help);
  void add(std::string_view name, std::string& value, const FileName& file, std::string_view help);
  void add(std::string_view name, double& value, const Duration& limits, std::string_view help);
  void add(std::string_view name, std::vector<std::string>& value, const WordList& list, std::string_view help);
  void add(std::string_view name, std::vector<int>& value, const IntegerList& list, std::string_view help);
  void add(std::string_view name, std::vector<double>& value, const NumberList& list, std::string_view help);
  template <class Value, class Enum, std::size_t n>
  void add(std::string_view name, Value& value, const Choices<Enum, n>& choices, std::string_view help) {
    static_assert(sizeof(Enum) == 1);
    ChoiceValue choice{
        &value, [](void* to, std::uint8_t code) { *static_cast<Value*>(to) = static_cast<Enum>(code); }, {}, {}};
    for (const auto& [word, code] : choices) {
      choice.words.emplace_back(word);
      choice.codes.push_back(static_cast<std::uint8_t>(code));
      if (value == code) choice.now = word;
    }
    add_choice(name, std::move(choice), help);
  }

  std::vector<OptionInfo> describe() const;

  // Starts from the defaults. A name that is no field is an error.
  void assign(const OptionValues& values) const;

 private:
  struct ChoiceValue {
    void* value;
    void (*set)(void* value, std::uint8_t code);
    std::vector<std::string> words;
    std::vector<std::uint8_t> codes;
    std::string_view now = "";  // the word of the value as it is; "" if unset
  };
  using Value = std::variant<int*, double*, std::optional<int>*, std::optional<double>*, bool*, std::string*,
                             std::vector<std::string>*, std::vector<int>*, std::vector<double>*, ChoiceValue>;
  struct Field {
    std::string_view name;
    std::string_view help;
    OptionType type;
    Value value;
    Range range = {0, 0};
    std::vector<std::string> words = {};
  };

  void add_choice(std::string_view name, ChoiceValue choice, std::string_view help);
  static std::string default_text(const Field& field);
  static void assign(const Field& field, const std::string& text);

  std::vector<Field> fields_;
};

template <class Options>
OptionFields fields_of(Options& options) {
  OptionFields fields;
  Options::fields([&]<class T, class Limit>(std::string_view name, T Options::*member, const Limit& limit,
                                            std::string_view help) { fields.add(name, options.*member, limit, help); });
  return fields;
}

template <class Options>
std::vector<OptionInfo> describe() {
  Options defaults;
  return fields_of(defaults).describe();
}

template <class Options>
Options parse_options(const OptionValues& values) {
  Options options;
  fields_of(options).assign(values);
  return options;
}

}  // namespace espalier
