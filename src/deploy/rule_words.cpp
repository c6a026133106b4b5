#include "deploy/rule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/quotes.h"
#include "deploy/words.h"
#include "espalier/draw.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

// Spaces would make it look like several words of the rule.
std::string name_text(const std::string& name) {
  if (name.find(' ') == std::string::npos) return printable(name);
  return in_quotes(name);
}

// Thresholds are finite, so what is above the largest of them is infinity.
std::string interval_text(const std::string& name, const RuleCondition& condition) {
  const bool finite = condition.at_most == kAnyNumber;
  if (condition.above && finite) return fmt::format("{} < {} < inf", threshold_text(*condition.above), name);
  if (condition.above && condition.at_most)
    return fmt::format("{} < {} <= {}", threshold_text(*condition.above), name, threshold_text(*condition.at_most));
  if (condition.above == kAnyNumber) return name + " = inf";
  if (condition.above) return name + " > " + threshold_text(*condition.above);
  return finite ? name + " is present" : name + " <= " + threshold_text(*condition.at_most);
}

std::string number_condition(const std::string& name, const RuleCondition& condition) {
  if (!condition.missing) return interval_text(name, condition);
  if (condition.above == kAnyNumber) return name + " is missing or inf";
  if (!condition.above && condition.at_most == kAnyNumber) return name + " is not inf";
  return fmt::format("({} or is missing)", interval_text(name, condition));
}

std::string label_condition(const std::string& name, const Feature& feature, const RuleCondition& condition) {
  if (condition.labels.size() == feature.labels.size()) return name + " is present";
  const std::string text = fmt::format("{} in {}", name, labels_text(feature, condition.labels, feature.labels.size()));
  return condition.missing ? fmt::format("({} or is missing)", text) : text;
}

// Whole per cents, but never 0% or 100% unless it is exactly that.
std::string percent_text(double share) {
  if (share > 0 && share < 0.005) return "<1%";
  if (share < 1 && share > 0.995) return ">99%";
  return fmt::format("{:.0f}%", 100 * share);
}

// Whether the labels mean yes and no, so that the share of one of them is enough.
bool are_signs(const std::vector<std::string>& classes) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Pair, 8> kSigns = {{{"0", "1"},
                                                  {"-1", "1"},
                                                  {"0", "+1"},
                                                  {"-1", "+1"},
                                                  {"false", "true"},
                                                  {"False", "True"},
                                                  {"no", "yes"},
                                                  {"negative", "positive"}}};
  return classes.size() == 2 && std::ranges::find(kSigns, Pair(classes[0], classes[1])) != kSigns.end();
}

}  // namespace

std::string condition_text(const Model& model, const RuleCondition& condition) {
  const Feature& feature = model.features[condition.feature];
  const std::string name = name_text(feature.name);
  if (!condition.present) return name + " is missing";
  return feature.type == ColumnType::numeric ? number_condition(name, condition)
                                             : label_condition(name, feature, condition);
}

std::string outcome_text(const Model& model, std::span<const double> outcome) {
  if (model.task == Task::regression) return "mean " + values_text(model, outcome);
  if (are_signs(model.classes)) return percent_text(outcome[0]) + " positive";
  std::vector<double> shares(outcome.begin(), outcome.end());
  if (shares.size() == 1) shares = {1 - outcome[0], outcome[0]};
  const auto most = std::ranges::max_element(shares);
  return percent_text(*most) + " " + printable(model.classes[static_cast<std::size_t>(most - shares.begin())]);
}

}  // namespace espalier
