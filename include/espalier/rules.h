// A forest as rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espalier/model.h"

namespace espalier {

// What a rule asks of one feature. A missing value, and a label that the model does not know, passes only if `missing`.
struct RuleCondition {
  std::uint32_t feature = 0;          // in Model::features
  std::optional<float> above;         // numeric: value > above
  std::optional<float> at_most;       // numeric: value <= at_most
  std::vector<std::uint32_t> labels;  // categorical: the codes that pass
  bool present = true;                // whether any value passes
  bool missing = false;
  bool operator==(const RuleCondition&) const = default;
};

// The path to a terminal, without what excludes nothing.
struct Rule {
  std::vector<RuleCondition> conditions;  // all must hold; without any the rule always holds
  std::uint32_t tree = 0;
  std::uint32_t terminal = 0;   // counted from 0 in its tree
  std::vector<double> weights;  // what it adds to each output of the rows for which it holds
  std::optional<double> rows;   // of training, their total weight; none if the model keeps no statistics
  std::vector<double> outcome;  // of those rows, as NodeStatistics::outcomes has it; empty if it is not known
  std::string text;             // its line in draw_rules
};

// The score of a row is the intercept and the weights of the rules that hold for it. Rules that add nothing or that no
// row can meet are left out. The largest weight first; the rules of one tree, whose lines are predictions, from left to
// right and all of them. A linear model has none, and neural rules have no conditions, which is an error.
std::vector<Rule> rules_of(const Model& model);

// One line a rule, after a line that says where the sum starts. An error if the model is linear.
std::string draw_rules(const Model& model);

}  // namespace espalier
