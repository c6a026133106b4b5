// A grown tree of an ensemble, compact: its leaves' values take many times the memory of its splits if all classes have
// one, so only those that are not 0 are kept until the ensemble is put together.
#pragma once

#include "espalier/forest.h"
#include "espalier/pool.h"
#include "grow/random/random_tree.h"
#include "grow/random/sparse_values.h"

namespace espalier {

struct BaggedTree {
  Forest shape;                // without values; without a tree if it is a single leaf, which the intercept has then
  SparseValues<float> leaves;  // of the terminals, from left to right; none of a single leaf
};

// `base` is the intercept of the ensemble, and has its outputs.
BaggedTree bagged_tree(RandomTree grown, const std::vector<Feature>& features, const std::vector<double>& base);

}  // namespace espalier
