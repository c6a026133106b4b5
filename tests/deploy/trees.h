// The models that the tests of deploy show and export.
#pragma once

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "support/samples.h"

namespace espalier::samples {

// One tree on width and color, three classes by probabilities:
// width <= 0.8 (missing left)? a : width <= 1.75? (color in {red, blue}? b : c) : (absent; the weight of the split)
inline Model one_tree() {
  Pool pool;
  pool.features = {numeric("width"), categorical("color", {"red", "green", "blue"})};
  pool.intercept = {0, 0, 0};
  Tree tree;
  tree.nodes = {split_at(0, 0.8F, 1, 2), leaf(), split_at(0, 1.75F, 3, kNone), split_at(1, 0, 4, 5), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.category_words = {0b101};
  const double rows[] = {200, 50, 150, 100, 80, 20};
  const double gains[] = {6, 0, 3, 1, 0, 0};
  for (std::size_t i = 0; i < 6; ++i) tree.nodes[i].rows = rows[i], tree.nodes[i].gain = gains[i];
  tree.weights = {0, 0, 0, 1, 0, 0, 0.125, 0.5, 0.375, 0, 0, 0, -.125, .25, -.125, -.125, -.375, .5};
  pool.trees = {tree};
  return make_model(class_target("kind", {"a", "b", "c"}), Link::probability, pool.features,
                    make_forest(pool, pool.grown_weights()));
}

// The same two splits on age, again and again.
inline Model ages(int trees) {
  Pool pool;
  pool.features = {numeric("age")};
  pool.intercept = {3.5};
  Tree tree;  // age <= 5 ? (age <= 2 ? 1 : -2) : 0.25
  tree.nodes = {split_at(0, 5, 1, 2), split_at(0, 2, 3, 4), leaf(), leaf(), leaf()};
  tree.weights = {0, 0, 0.25, 1, -2};
  pool.trees.assign(static_cast<std::size_t>(trees), tree);
  return make_model(regression_target("price"), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

}  // namespace espalier::samples
