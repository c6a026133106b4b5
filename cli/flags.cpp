#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "cli/output.h"
#include "espalier/error.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier::cli {
namespace {

std::string field(const std::string& flag) { return flag.substr(std::min(flag.find_first_not_of('-'), flag.size())); }

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The methods that have an option of this name: "boost, forest".
std::string methods_with(const std::string& flag) {
  std::vector<std::string_view> names;
  for (const Method& method : methods()) {
    const bool has = std::ranges::any_of(method.options, [&](const OptionInfo& o) { return "--" + o.name == flag; });
    if (has) names.push_back(method.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string see_help(const CLI::App& app) { return fmt::format(" (see {} --help)", app.get_name()); }

// "--seed: 1 required TEXT missing" begins with the flag, as all of CLI11's messages about one flag do.
std::string flag_in(const std::string& message) { return message.substr(0, message.find_first_of(": ")); }

}  // namespace

CLI::Option* add_integer(CLI::App& app, const std::string& name, std::uint64_t& value, Interval interval,
                         const std::string& help) {
  const auto parse = [name, &value, interval](const std::string& text) {
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem == std::errc() && stop == end && value >= interval.low && value <= interval.high) return;
    throw Error(ErrorCode::usage, fmt::format("{} must be a whole number in [{}, {}], got \"{}\"", field(name),
                                              interval.low, interval.high, text));
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name("N");
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                        const std::string& help) {
  const std::string type = fmt::format("{}", fmt::join(choices, "|"));
  const auto parse = [name, &value, choices = std::move(choices)](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} must be {}{}, got \"{}\"{}", field(name), choices.size() > 1 ? "one of " : "",
                              fmt::join(choices, ", "), text, suggestion(text, choices)));
    }
    value = text;
  };
  return app.add_option_function<std::string>(name, parse, help)->type_name(type);
}

CLI::Option* add_columns(CLI::App& app, const std::string& name, std::vector<std::string>& value,
                         const std::string& help) {
  return app.add_option(name, value, help)->type_name("COL,…")->delimiter(',')->allow_extra_args(false)->take_all();
}

CLI::Option* add_output(CLI::App& app, std::string& path, const std::string& type, const std::string& help) {
  return app.add_option("-o", path, help)->type_name(type)->group(kOutputGroup);
}

void add_run_flags(CLI::App& app, RunFlags& flags) {
  add_integer(app, "--threads", flags.threads, {0, 1024},
              "number of threads; never changes a result (default 0: all cores)");
  app.add_flag("--quiet", flags.quiet, "no progress and no notes, only warnings and errors")->group(kOutputGroup);
}

std::string explain(const CLI::ParseError& error, const CLI::App& app) {
  // An unknown flag comes first: other problems, such as a missing file name, may well follow from it.
  const std::vector<std::string> extras = app.remaining();
  for (const std::string& word : extras) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string flag = word.substr(0, word.find('='));
    const std::string others = methods_with(flag);
    if (!others.empty() && app.get_option_no_throw("--method") != nullptr) {
      return fmt::format("{} is an option of --method {}", flag, others);
    }
    const std::string hint = suggestion(flag, flags_of(app));
    return fmt::format("there is no option {}{}", flag, hint.empty() ? see_help(app) : hint);
  }
  const std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty()) {
    return fmt::format("unexpected argument \"{}\"{}", extras.front(), see_help(app));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return fmt::format("{} needs a value{}", flag_in(message), see_help(app));
  }
  return message + see_help(app);
}

void check_one_stdin(const std::string& first, const std::string& second) {
  if (first == kStandardStream && second == kStandardStream) {
    throw Error(ErrorCode::usage, "only one input can be \"-\", standard input");
  }
}

}  // namespace espalier::cli
