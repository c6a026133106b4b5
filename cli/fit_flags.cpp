#include "cli/fit_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace espalier::cli {
namespace {

constexpr const char* kTrainingGroup = "Training";

// The value that follows a flag in the words. The last one counts, as with every flag.
std::optional<std::string> value_in(Words words, const std::string& flag) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == flag && i + 1 < words.size()) value = words[i + 1];
    if (words[i].starts_with(flag + "=")) value = words[i].substr(flag.size() + 1);
  }
  return value;
}

bool has_option(const Method& method, std::string_view name) {
  return std::ranges::find(method.options, name, &OptionInfo::name) != method.options.end();
}

// An option of the tree that grafting does not have, such as --prune, asks for a tree.
bool asks_for_tree(std::string_view word) {
  if (!word.starts_with("--")) return false;
  const std::string_view name = word.substr(2, word.find('=') - 2);
  return has_option(find_method("tree"), name) && !has_option(find_method("graft"), name);
}

// Without --method: the one that predicts best for its size.
std::string default_method(Words words) {
  const std::optional<std::string> budget = value_in(words, "--budget");
  if (!budget) return std::ranges::any_of(words, asks_for_tree) ? "tree" : "graft";
  return parse_budget(*budget).unit == Unit::rules ? "rules" : "graft";
}

constexpr std::size_t kFewRows = 20;  // fewer leave none to choose settings by

bool leaves_method_open(const FitFlags& flags) { return flags.method_name.empty() && flags.budget.empty(); }

// With another default only if it takes the options that were given.
void replace_default(FitFlags& flags, std::string_view name, std::string reason) {
  const Method& method = find_method(name);
  for (const auto& [given, value] : flags.options)
    if (!has_option(method, given)) return;
  method.check(flags.options);
  flags.method = &method;
  flags.default_for = std::move(reason);
}

std::string range_text(const OptionInfo& option) {
  std::string text;
  if (!option.default_value.empty()) text = "default " + option.default_value;
  const bool list = option.type == OptionType::integers || option.type == OptionType::numbers;
  if (list || option.type == OptionType::integer || option.type == OptionType::number) {
    constexpr double kNoLimit = 1e18;  // larger limits are not worth showing
    text += text.empty() ? "" : ", ";
    text += list ? "each " : "";
    text += option.high < kNoLimit ? fmt::format("{} to {}", option.low, option.high)
                                   : fmt::format("at least {}", option.low);
  }
  return text.empty() ? "" : " (" + text + ")";
}

// The placeholder for the value in the help.
std::string value_text(const OptionInfo& option) {
  switch (option.type) {
    case OptionType::integer:
      return "N";
    case OptionType::number:
      return "X";
    case OptionType::choice:
      return fmt::format("{}", fmt::join(option.choices, "|"));
    case OptionType::columns:
      return "COL,…";
    case OptionType::integers:
      return "N,…|N-N";
    case OptionType::numbers:
      return "X,…";
    case OptionType::duration:
      return "TIME";
    case OptionType::words:
      return fmt::format("{},…", fmt::join(option.choices, "|"));
    case OptionType::file:
      return kFileType;
    case OptionType::flag:
      break;  // takes no value
  }
  return "";
}

// The name of an option as a flag. If the verb already has a flag of that name, the method's name comes first: cv has
// its own folds, so those that ret chooses on are --ret-folds there.
std::string flag_name(const Parser& app, const Method& method, const OptionInfo& option) {
  const bool taken = app.has("--" + option.name);
  return taken ? fmt::format("{}-{}", method.name, option.name) : option.name;
}

void add_method_option(Parser& app, const std::string& flag, const OptionInfo& option, OptionValues& values) {
  if (option.type == OptionType::flag) {
    const bool on = option.default_value == "true";
    const auto set = [&values, on, name = option.name] { values[name] = on ? "false" : "true"; };
    app.add_flag((on ? "--no-" : "--") + flag, set, (on ? "do not: " : "") + option.help);
    return;
  }
  const auto set = [&values, name = option.name](const std::string& text) { values[name] = text; };
  app.add_option("--" + flag, set, option.help + range_text(option))->type_name(value_text(option));
}

std::string budget_help(const Method& method) {
  std::string units;
  for (const Unit unit : method.budgets) units += fmt::format("{}{}", units.empty() ? "" : ", ", unit_name(unit));
  return fmt::format(
      "maximum size of the model, for example 16KB (1KB is 1024 bytes), 200nodes, 64leaves or 10trees; {} supports {} "
      "(default: {}); a budget in bytes implies --strip",
      method.name, units.empty() ? "none" : units, method.default_budget ? to_string(*method.default_budget) : "none");
}

// The options of the preset, if there is one: explicit flags come after it and win.
void add_preset_flag(Parser& app, FitFlags& flags, Words words) {
  const Method& method = *flags.method;
  if (const std::optional<std::string> preset = value_in(words, "--preset"))
    flags.options = preset_options(method, *preset);
  if (method.presets.empty()) return;
  std::vector<std::string> settings;
  for (const auto& [name, value] : method.presets[0].options) settings.push_back(fmt::format("--{} {}", name, value));
  app.add_option("--preset", flags.preset,
                 fmt::format("paper: the settings of the paper, {}", fmt::join(settings, " ")))
      ->type_name("NAME");
}

std::string list_of_methods() {
  std::string text = "Methods (--method NAME --help shows the options of each):\n";
  for (const Method& method : methods()) text += fmt::format("  {:<10} {}\n", method.name, method.summary);
  return text;
}

}  // namespace

void add_fit_flags(Parser& app, FitFlags& flags, Words words) {
  const std::optional<std::string> name = value_in(words, "--method");
  flags.method = &find_method(name ? *name : default_method(words));
  add_data_flags(app, flags.data);

  app.set_group(kTrainingGroup);
  app.add_option(
         "--method", flags.method_name,
         "training method (default: graft, which has the least error for its size on most data, and never more than "
         "256 leaves without --budget; rules for a budget in rules, gif for several targets, tree for fewer "
         "than 20 rows or with options of its own)")
      ->type_name("NAME");
  add_preset_flag(app, flags, words);
  app.add_option("--budget", flags.budget, budget_help(*flags.method))->type_name("SIZE");
  app.add_option(
         "--valid", flags.valid,
         "held-out rows, from a file or a fraction of DATA: they measure the error, and methods use them for early "
         "stopping and for choosing settings")
      ->type_name("FILE|FRACTION");
  add_choice(app, "--class-weight", flags.class_weight, {"balanced"},
             "give every class the same total weight in training");
  add_integer(app, "--seed", flags.seed, {0, std::numeric_limits<std::uint64_t>::max()},
              "seed of all random draws (default 1)");
  add_run_flags(app, flags.run);
  app.add_flag("--strip", flags.strip,
               "save only what prediction needs: no statistics, no record of how the model was made");

  app.set_group(fmt::format("Options of {}", flags.method->name));
  for (const OptionInfo& option : flags.method->options) {
    add_method_option(app, flag_name(app, *flags.method, option), option, flags.options);
  }
  app.set_group(kOutputGroup);
  app.add_flag("--json", flags.json, "print the results as JSON on standard output");
  if (!name) app.set_footer(list_of_methods());
}

void check_fit_flags(const FitFlags& flags) {
  budget_of(flags);
  flags.method->check(flags.options);
  if (flags.data.targets.size() < 2 || leaves_method_open(flags))
    return;  // a single text may be a list, which only the columns tell
  check_target_count(*flags.method, flags.data.targets.size());
}

void settle_method(FitFlags& flags, std::size_t rows, std::size_t targets) {
  if (!flags.budget.empty()) flags.default_for = " with a budget in " + unit_name(budget_of(flags)->unit);
  if (!leaves_method_open(flags)) return;
  if (targets > 1)
    replace_default(flags, "gif", " for several targets");
  else if (rows < kFewRows)
    replace_default(flags, "tree", fmt::format(" for fewer than {} rows", kFewRows));
}

std::optional<Budget> budget_of(const FitFlags& flags) {
  if (flags.budget.empty()) return std::nullopt;
  return parse_budget(flags.budget);
}

}  // namespace espalier::cli
