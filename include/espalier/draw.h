// Models as text.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "espalier/model.h"

namespace espalier {

struct DrawOptions {
  bool unicode = true;
  std::size_t max_trees = 10;     // further trees are counted, not drawn
  std::size_t max_depth = 8;      // of what is below, nodes and leaves are counted
  std::size_t max_terms = 100;    // for linear models and neural rules; further terms are counted
  std::size_t max_weights = 100;  // for a hyperplane of a neural rule, likewise
};

// Everything, for `inspect --text`. Only trees deeper than a hundred splits are still cut: in a chain of splits every
// line would begin with the strokes of all splits above it.
constexpr DrawOptions draw_all() {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  return {true, kAll, 100, kAll, kAll};
}

// The trees as text, with feature names, rows and values, and the number of every leaf; a linear model as an equation,
// neural rules with their hyperplanes in the units of the data.
std::string draw(const Model& model, const DrawOptions& options = {});

// A threshold, in every text and picture of a model: the shortest decimal that reads back as the same float32, so that
// it parts all rows as the model does.
std::string threshold_text(float threshold);

}  // namespace espalier
