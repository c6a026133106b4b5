// Leaves of trees of an ensemble, written by hand.
#pragma once

#include <initializer_list>

#include "grow/random/sparse_values.h"

namespace espalier::test {

// One output.
inline SparseValues<double> values_of(std::initializer_list<double> leaves) {
  SparseValues<double> values;
  for (const double leaf : leaves) {
    values.add(0, leaf);
    values.end_leaf();
  }
  return values;
}

}  // namespace espalier::test
