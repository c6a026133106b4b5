#include "cli/parser.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>  // App.hpp alone declares more than it defines

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "espalier/error.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier::cli {
namespace {

// The methods that have an option of this name: "boost, forest".
std::string methods_with(const std::string& flag) {
  std::vector<std::string_view> names;
  for (const Method& method : methods()) {
    const bool has = std::ranges::any_of(method.options, [&](const OptionInfo& o) { return "--" + o.name == flag; });
    if (has) names.push_back(method.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// What other libraries call an option, and what it is here.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"--learning-rate", "--rate"},    {"--eta", "--rate"},
    {"--n-estimators", "--trees"},    {"--num-iterations", "--trees"},
    {"--max-depth", "--depth"},       {"--num-leaves", "--leaves"},
    {"--max-leaf-nodes", "--leaves"}, {"--min-samples-leaf", "--min-rows"},
    {"--subsample", "--sample"},      {"--min-data-in-leaf", "--min-rows"},
    {"--max-features", "--features"}, {"--colsample-bytree", "--tree-features"},
    {"--max-bin", "--bins"},          {"--early-stopping-rounds", "--patience"},
    {"--reg-lambda", "--l2"},         {"--ccp-alpha", "--alpha"},
    {"--random-state", "--seed"},     {"--n-jobs", "--threads"},
};

// Our name of another library's option, or "".
std::string own_name(std::string flag) {
  std::ranges::replace(flag, '_', '-');
  const auto* const found = std::ranges::find(kOtherNames, flag, [](const auto& pair) { return pair.first; });
  return found == std::end(kOtherNames) ? "" : std::string(found->second);
}

// "--seed: 1 required TEXT missing" begins with the flag, as all of CLI11's messages about one flag do.
std::string flag_in(const std::string& message) { return message.substr(0, message.find_first_of(": ")); }

// Explains to a person why `app` could not parse the words.
std::string explain(const CLI::ParseError& error, const CLI::App& app, const Parser& parser) {
  const bool takes_method = parser.has("--method");
  const bool names_method = takes_method && app.get_option("--method")->count() > 0;
  const std::string see_help =
      fmt::format(" (see {}{} --help)", parser.name(),
                  names_method ? " --method " + app.get_option("--method")->as<std::string>() : "");
  // An unknown flag comes first: other problems, such as a missing file name, may well follow from it.
  const std::vector<std::string> extras = app.remaining();
  for (const std::string& word : extras) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string flag = word.substr(0, word.find('='));
    const std::string own = own_name(flag);
    if (!own.empty() && parser.has(own)) return fmt::format("there is no option {}; its name is {}", flag, own);
    const std::string others = takes_method ? methods_with(own.empty() ? flag : own) : "";
    if (!others.empty()) {
      return fmt::format("{}{} is an option of --method {}{}",
                         own.empty() ? "" : fmt::format("there is no option {}; ", flag), own.empty() ? flag : own,
                         others, names_method ? "" : "; without --method, the budget chooses the method");
    }
    std::vector<std::string> names;
    for (const OptionText& option : parser.options())
      names.insert(names.end(), option.long_names.begin(), option.long_names.end());
    const std::string hint = suggestion(flag, names);
    return fmt::format("there is no option {}{}", flag, hint.empty() ? see_help : hint);
  }
  const std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty()) {
    return fmt::format("unexpected argument \"{}\"{}", extras.front(), see_help);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return fmt::format("{} needs a value{}", flag_in(message), see_help);
  }
  return message + see_help;
}

}  // namespace

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::group(const std::string& name) {
  option_->group(name);
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Parser::Parser(const std::string& name) : name_(name), app_(std::make_unique<CLI::App>("", name)) {
  app_->option_defaults()->take_last()->group(kGeneralGroup);
  app_->set_help_flag("-h,--help", "show this text");
}

Parser::~Parser() = default;

Option* Parser::added(CLI::Option* option) { return &added_.emplace_back(option); }

Option* Parser::add_option(const std::string& name, std::string& value, const std::string& help) {
  return added(app_->add_option(name, value, help));
}

Option* Parser::add_option(const std::string& name, const Set& set, const std::string& help) {
  return added(app_->add_option_function<std::string>(name, set, help));
}

Option* Parser::add_list(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return added(app_->add_option(name, values, help)->allow_extra_args(false)->take_all());
}

Option* Parser::add_flag(const std::string& name, bool& value, const std::string& help) {
  return added(app_->add_flag(name, value, help));
}

Option* Parser::add_flag(const std::string& name, const std::function<void()>& set, const std::string& help) {
  return added(app_->add_flag_callback(name, set, help));
}

void Parser::set_group(const std::string& name) { app_->option_defaults()->group(name); }

bool Parser::has(const std::string& name) const { return app_->get_option_no_throw(name) != nullptr; }

std::vector<OptionText> Parser::options() const {
  std::vector<OptionText> texts;
  const CLI::App& app = *app_;
  for (const CLI::Option* option : app.get_options()) {
    OptionText text;
    text.positional = option->get_positional();
    text.required = option->get_required();
    text.name = option->get_name(text.positional);
    text.names = option->get_name(false, true);
    for (const std::string& name : option->get_lnames()) text.long_names.push_back("--" + name);
    if (option->get_expected_max() > 0) text.value = option->get_type_name();
    text.group = option->get_group();
    text.help = option->get_description();
    texts.push_back(std::move(text));
  }
  return texts;
}

bool Parser::parse(const std::vector<std::string>& words) {
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorCode::usage, explain(error, *app_, *this));
  }
  return true;
}

}  // namespace espalier::cli
