// What can be made of a model besides predictions: words, pictures, other formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/model.h"

namespace espalier {

struct Importance {
  std::string feature;
  ColumnType type = ColumnType::numeric;
  double gain = 0;         // as a share of all; 0 if the model keeps no statistics
  std::size_t splits = 0;  // of a linear model: terms; of neural rules: hyperplanes that it is part of
};

// One entry a feature of the model, by falling gain, then splits, then name. The gain is that of the feature's splits;
// of a linear model, the sum of |weight| · spread over its terms; of neural rules, the sum over rules of
// ‖value‖ · spread · the mean |weight| in the rule's hyperplanes.
std::vector<Importance> importances(const Model& model);

// A name from a file, for a person: in quotes, as JSON has it, so that it cannot send control characters to a terminal.
std::string in_quotes(std::string_view name);

// The same without quotes where it can stand as it is.
std::string printable(std::string_view name);

struct DrawOptions {
  bool unicode = true;
  std::size_t max_trees = 10;  // further ones are counted, not drawn
  std::size_t max_depth = 8;
  std::size_t max_terms = 100;    // of a linear model, and neural rules; further ones are counted
  std::size_t max_weights = 100;  // of a hyperplane of a neural rule, likewise
};

// The trees as text, with feature names, rows and values; a linear model as an equation, neural rules with their
// hyperplanes in the units of the data.
std::string draw(const Model& model, const DrawOptions& options = {});

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

struct DepthCount {
  std::size_t depth = 0;  // splits on the longest path
  std::size_t trees = 0;
  bool operator==(const DepthCount&) const = default;
};

// How many trees there are of each depth that occurs, from the smallest; none without trees.
std::vector<DepthCount> depths_of(const Model& model);

std::string export_dot(const Model& model);   // an error if the model has no trees
std::string export_json(const Model& model);  // everything that prediction needs, and the statistics

}  // namespace espalier
