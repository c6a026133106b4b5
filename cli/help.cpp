#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/flags.h"
#include "espalier/version.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kTextColumn = 30;
constexpr std::size_t kWidth = 100;

// Two columns, the right one wrapped.
std::string row(const std::string& left, const std::string& text) {
  std::string out = fmt::format("  {:<{}}", left, kTextColumn - 3);
  if (left.size() > kTextColumn - 3) out += "\n" + std::string(kTextColumn - 1, ' ');
  std::size_t column = kTextColumn - 1;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(kTextColumn - 1, ' ');
      column = kTextColumn - 1;
    }
    out += " " + word;
    column += 1 + word.size();
  }
  return out + "\n";
}

std::string indented(std::string_view lines) {
  std::istringstream in{std::string(lines)};
  std::string out;
  for (std::string line; std::getline(in, line);) out += "  " + line + "\n";
  return out;
}

std::string value_after(const OptionText& option) { return option.value.empty() ? "" : " " + option.value; }

std::string usage(const Parser& parser) {
  std::string text = parser.name();
  std::string last;  // -o MODEL is usually typed last
  for (const OptionText& option : parser.options()) {
    if (option.positional) {
      text += option.required ? " " + option.name : " [" + option.name + "]";
    } else if (option.required) {
      last += " " + option.name + value_after(option);
    }
  }
  return text + " [options]" + last;
}

std::string group_help(const std::vector<OptionText>& options, const std::string& group) {
  std::string text;
  for (const OptionText& option : options) {
    if (option.group != group || option.positional) continue;
    text += row(option.names + value_after(option), option.help);
  }
  return text.empty() ? "" : "\n" + group + ":\n" + text;
}

}  // namespace

std::string verb_help(const Verb& verb, const Parser& parser) {
  std::string text =
      fmt::format("{}\n\nExamples:\n{}\nUsage: {}\n\n", verb.summary, indented(verb.examples), usage(parser));
  const std::vector<OptionText> options = parser.options();
  std::vector<std::string> groups;
  for (const OptionText& option : options) {
    if (option.positional) text += row(option.name, option.help);
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  }
  // The flags that every verb has come last.
  for (const std::string& group : groups) {
    if (group != kOutputGroup && group != kGeneralGroup) text += group_help(options, group);
  }
  text += group_help(options, kOutputGroup) + group_help(options, kGeneralGroup);
  return text + (parser.footer().empty() ? "" : "\n" + parser.footer());
}

std::string general_help() {
  std::string text =
      fmt::format("Espalier {}: compact tree ensembles\n\nExamples:\n{}\nUsage: espalier VERB …\n\nVerbs:\n", kVersion,
                  indented("espalier generate friedman1 --rows 2000 -o friedman.csv\n"
                           "espalier train friedman.csv --target target --budget 4KB -o friedman.esp\n"
                           "espalier predict friedman.esp friedman.csv | head -3"));
  for (const Verb* verb : verbs()) text += row(std::string(verb->name), std::string(verb->summary));
  return text + "\nespalier VERB --help shows examples and options; espalier --version shows the version.\n";
}

}  // namespace espalier::cli
