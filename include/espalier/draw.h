// Models as text.
#pragma once

#include <cstddef>
#include <string>

#include "espalier/model.h"

namespace espalier {

struct DrawOptions {
  bool unicode = true;
  std::size_t max_trees = 10;  // further trees are counted, not drawn
  std::size_t max_depth = 8;
  std::size_t max_terms = 100;    // for linear models and neural rules; further terms are counted
  std::size_t max_weights = 100;  // for a hyperplane of a neural rule, likewise
};

// The trees as text, with feature names, rows and values; a linear model as an equation, neural rules with their
// hyperplanes in the units of the data.
std::string draw(const Model& model, const DrawOptions& options = {});

}  // namespace espalier
