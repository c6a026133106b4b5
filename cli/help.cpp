#include "cli/help.h"

#include <fmt/format.h>

#include <sstream>

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

std::string value_name(const CLI::Option& option) {
  return option.get_expected_max() == 0 ? "" : " " + option.get_type_name();
}

std::string usage(const CLI::App& app) {
  std::string text = app.get_name();
  std::string last;  // -o MODEL is usually typed last
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      text += option->get_required() ? " " + option->get_name(true) : " [" + option->get_name(true) + "]";
    } else if (option->get_required()) {
      last += " " + option->get_name() + value_name(*option);
    }
  }
  return text + " [options]" + last;
}

std::string group_help(const CLI::App& app, const std::string& group) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group() != group || option->get_positional()) continue;
    text += row(option->get_name(false, true) + value_name(*option), option->get_description());
  }
  return text.empty() ? "" : "\n" + group + ":\n" + text;
}

}  // namespace

std::string verb_help(const Verb& verb, const CLI::App& app) {
  std::string text =
      fmt::format("{}\n\nExamples:\n{}\nUsage: {}\n\n", verb.summary, indented(verb.examples), usage(app));
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) text += row(option->get_name(true), option->get_description());
  }
  // The flags that every verb has come last.
  const std::string general = app.get_help_ptr()->get_group();
  for (const std::string& group : app.get_groups()) {
    if (group != kOutputGroup && group != general) text += group_help(app, group);
  }
  text += group_help(app, kOutputGroup) + group_help(app, general);
  return text + (app.get_footer().empty() ? "" : "\n" + app.get_footer());
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
