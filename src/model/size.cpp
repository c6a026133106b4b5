// The size of a model, in every unit that a budget may use, and the spelling of budgets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"

namespace espalier {
namespace {

constexpr std::array<std::array<std::string_view, 2>, 6> kNames = {{{"tree", "trees"},
                                                                    {"node", "nodes"},
                                                                    {"leaf", "leaves"},
                                                                    {"rule", "rules"},
                                                                    {"feature", "features"},
                                                                    {"byte", "bytes"}}};

struct UnitName {
  std::string_view name;  // in lower case
  Unit unit;
  std::size_t factor;
};

constexpr std::size_t kKilo = 1024;
constexpr std::array<UnitName, 19> kUnitNames = {{{"b", Unit::bytes, 1},
                                                  {"byte", Unit::bytes, 1},
                                                  {"bytes", Unit::bytes, 1},
                                                  {"kb", Unit::bytes, kKilo},
                                                  {"kib", Unit::bytes, kKilo},
                                                  {"mb", Unit::bytes, kKilo* kKilo},
                                                  {"mib", Unit::bytes, kKilo* kKilo},
                                                  {"gb", Unit::bytes, kKilo* kKilo* kKilo},
                                                  {"gib", Unit::bytes, kKilo* kKilo* kKilo},
                                                  {"tree", Unit::trees, 1},
                                                  {"trees", Unit::trees, 1},
                                                  {"node", Unit::nodes, 1},
                                                  {"nodes", Unit::nodes, 1},
                                                  {"leaf", Unit::leaves, 1},
                                                  {"leaves", Unit::leaves, 1},
                                                  {"rule", Unit::rules, 1},
                                                  {"rules", Unit::rules, 1},
                                                  {"feature", Unit::features, 1},
                                                  {"features", Unit::features, 1}}};

[[noreturn]] void throw_bad_budget(std::string_view text, std::string_view problem) {
  throw Error(ErrorCode::usage,
              fmt::format("budget must be a whole number and a unit (bytes, KB, MB, GB, trees, nodes, "
                          "leaves, rules or features) such as 16KB or 64leaves; {}, got \"{}\"",
                          problem, text));
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Paths that end at a leaf, and paths that stop at a value because a child is missing: an absent child of value 0, of
// which rule models have many, says nothing.
std::size_t count_rules(const Forest& forest) {
  std::size_t rules = 0;
  for (const TreeSpan& tree : forest.trees) {
    const std::size_t width = forest.width(tree);
    for (std::size_t i = 0; i <= tree.splits; ++i) {
      const auto values = std::span(forest.values).subspan(tree.first_value + i * width, width);
      const bool silent = std::ranges::all_of(values, [](float value) { return value == 0; });
      if (!silent || forest.absent[tree.first_terminal + i] == 0) ++rules;
    }
  }
  return rules;
}

}  // namespace

Size size_of(const Model& model) {
  Size size;
  if (const auto* forest = std::get_if<Forest>(&model.body)) {
    const auto absent = static_cast<std::size_t>(std::ranges::count_if(forest->absent, [](auto a) { return a != 0; }));
    size.trees = forest->trees.size();
    size.leaves = forest->absent.size();
    size.nodes = forest->splits.size() + size.leaves - absent;
    size.rules = count_rules(*forest);
  }
  if (const auto* neural = std::get_if<NeuralRules>(&model.body)) size.rules = neural->rules();
  size.features = model.features.size();
  size.bytes = encode(model).size();
  return size;
}

Budget parse_budget(std::string_view text) {
  std::size_t amount = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (problem == std::errc::result_out_of_range) throw_bad_budget(text, "the number is too large");
  if (problem != std::errc()) throw_bad_budget(text, "it does not begin with a number");
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest.starts_with('.') || (rest.size() > 1 && rest[0] == 'e' && rest[1] >= '0' && rest[1] <= '9')) {
    throw_bad_budget(text, "the number is not whole");
  }
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::string unit = lower_case(rest);
  const auto found = std::ranges::find(kUnitNames, unit, &UnitName::name);
  if (found == kUnitNames.end()) throw_bad_budget(text, unit.empty() ? "the unit is missing" : "the unit is unknown");
  if (amount == 0) throw_bad_budget(text, "it must be at least 1");
  if (amount > std::numeric_limits<std::size_t>::max() / found->factor)
    throw_bad_budget(text, "the number is too large");
  return {amount * found->factor, found->unit};
}

std::string to_string(const Budget& budget) {
  if (budget.unit == Unit::bytes && budget.amount > 0) {
    if (budget.amount % (kKilo * kKilo) == 0) return fmt::format("{}MB", budget.amount / (kKilo * kKilo));
    if (budget.amount % kKilo == 0) return fmt::format("{}KB", budget.amount / kKilo);
  }
  return fmt::format("{}{}", budget.amount, kNames[static_cast<std::size_t>(budget.unit)][budget.amount == 1 ? 0 : 1]);
}

std::string unit_name(Unit unit) { return std::string(kNames[static_cast<std::size_t>(unit)][1]); }

bool fits(const Size& size, const Budget& budget) {
  switch (budget.unit) {
    case Unit::trees:
      return size.trees <= budget.amount;
    case Unit::nodes:
      return size.nodes <= budget.amount;
    case Unit::leaves:
      return size.leaves <= budget.amount;
    case Unit::rules:
      return size.rules <= budget.amount;
    case Unit::features:
      return size.features <= budget.amount;
    case Unit::bytes:
      return size.bytes <= budget.amount;
  }
  return false;
}

}  // namespace espalier
