// What can be made of a model besides predictions: words, pictures, other formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "espalier/model.h"

namespace espalier {

struct Importance {
  std::string feature;
  ColumnType type = ColumnType::numeric;
  double gain = 0;         // as a share of all; 0 if the model keeps no statistics
  std::size_t splits = 0;  // of a linear model: terms
};

// One entry a feature of the model, by falling gain, then splits, then name. The gain is that of the feature's splits;
// of a linear model, the sum of |weight| · spread over its terms.
std::vector<Importance> importances(const Model& model);

// A name from a file, for a person: in quotes, as JSON has it, so that it cannot send control characters to a terminal.
std::string in_quotes(std::string_view name);

// The same without quotes where it can stand as it is.
std::string printable(std::string_view name);

struct DrawOptions {
  bool unicode = true;
  std::size_t max_trees = 10;  // further ones are counted, not drawn
  std::size_t max_depth = 8;
  std::size_t max_terms = 100;  // of a linear model; further ones are counted
};

// The trees as text, with feature names, rows and values; a linear model as an equation.
std::string draw(const Model& model, const DrawOptions& options = {});

// One line a root-to-leaf path, intervals merged. An error if the model has no trees.
std::string draw_rules(const Model& model);

std::string export_dot(const Model& model);   // an error if the model has no trees
std::string export_json(const Model& model);  // everything that prediction needs, and the statistics

}  // namespace espalier
