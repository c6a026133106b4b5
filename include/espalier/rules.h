// A forest as rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espalier/model.h"

namespace espalier {

// A rule's condition on one feature. A missing value, or a label that the model does not know, passes only if `missing`
// is true.
struct RuleCondition {
  std::uint32_t feature = 0;          // in Model::features
  std::optional<float> above;         // numeric: value > above
  std::optional<float> at_most;       // numeric: value <= at_most
  std::vector<std::uint32_t> labels;  // categorical: the codes that pass
  bool present = true;                // whether any value passes
  bool missing = false;
  bool operator==(const RuleCondition&) const = default;
};

// The path to a terminal, without conditions that exclude nothing.
struct Rule {
  std::vector<RuleCondition> conditions;  // all must hold; a rule without conditions always holds
  std::uint32_t tree = 0;
  std::uint32_t terminal = 0;   // counted from 0 within its tree
  std::vector<double> weights;  // what it adds to each output of the rows for which it holds
  std::optional<double> rows;   // the total weight of its training rows; none if the model keeps no statistics
  std::vector<double> outcome;  // for these rows, as in NodeStatistics::outcomes; empty if it is not known
  std::string text;             // its line in draw_rules
};

// The score of a row is the intercept plus the weights of the rules that hold for it. Rules that add nothing or that no
// row can meet are left out. They are sorted by weight, largest first; if the model is one tree, whose rules are
// predictions, all of them come from left to right. A linear model has no rules, and neural rules have no conditions:
// both are errors.
std::vector<Rule> rules_of(const Model& model);

// One line per rule, after a line that says where the sum starts. An error if the model is linear.
std::string draw_rules(const Model& model);

}  // namespace espalier
