// The words after a verb: which flags there may be, and what was given. CLI11 reads them, in parser.cpp alone, since
// whatever includes its headers takes seconds to compile.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace espalier::cli {

inline constexpr const char* kGeneralGroup = "Options";  // of flags that are given no other

// A flag or an argument that was added, to say more about it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option* type_name(const std::string& name);  // stands for the value in the help
  Option* group(const std::string& name);
  Option* required();

 private:
  CLI::Option* option_;
};

// What help and completion show of one.
struct OptionText {
  std::string name;                     // "--seed", "-o", "DATA"
  std::string names;                    // all of them, with commas: "-h,--help"
  std::vector<std::string> long_names;  // "--help"
  std::string value;                    // what stands for it; empty for those that take none
  std::string group;
  std::string help;
  bool positional = false;
  bool required = false;
};

class Parser {
 public:
  using Set = std::function<void(const std::string&)>;

  explicit Parser(const std::string& name);
  ~Parser();

  // If a flag is given several times, the last one counts.
  Option* add_option(const std::string& name, std::string& value, const std::string& help);
  Option* add_option(const std::string& name, const Set& set, const std::string& help);
  // Every one counts.
  Option* add_list(const std::string& name, std::vector<std::string>& values, const std::string& help);
  Option* add_flag(const std::string& name, bool& value, const std::string& help);
  Option* add_flag(const std::string& name, const std::function<void()>& set, const std::string& help);

  void set_group(const std::string& name);  // of those that are added from here on
  void set_footer(const std::string& text) { footer_ = text; }

  const std::string& name() const { return name_; }
  const std::string& footer() const { return footer_; }
  bool has(const std::string& name) const;  // "--seed"
  std::vector<OptionText> options() const;

  // False if help is asked for, which ends the parsing. Words that are no flags of this verb are an error.
  bool parse(const std::vector<std::string>& words);

 private:
  Option* added(CLI::Option* option);

  std::string name_;
  std::string footer_;
  std::unique_ptr<CLI::App> app_;
  std::deque<Option> added_;
};

}  // namespace espalier::cli
