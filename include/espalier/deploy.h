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
  double gain = 0;  // summed over its splits, as a share of all; 0 if the model keeps no statistics
  std::size_t splits = 0;
};

// One entry a feature of the model, by falling gain, then splits, then name.
std::vector<Importance> importances(const Model& model);

// A name from a file, for a person: in quotes, as JSON has it, so that it cannot send control characters to a terminal.
std::string in_quotes(std::string_view name);

// The same without quotes where it can stand as it is.
std::string printable(std::string_view name);

struct DrawOptions {
  bool unicode = true;
  std::size_t max_trees = 10;  // further ones are counted, not drawn
  std::size_t max_depth = 8;
};

// The trees as text, with feature names, rows and values.
std::string draw(const Model& model, const DrawOptions& options = {});

// One line a root-to-leaf path, intervals merged.
std::string draw_rules(const Model& model);

std::string export_dot(const Model& model);
std::string export_json(const Model& model);  // everything that prediction needs, and the statistics

}  // namespace espalier
