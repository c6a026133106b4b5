// Rows with numbers, classes and weights, some of which a node has, for the tests of node losses.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"

namespace espalier::test {

inline constexpr std::size_t kRows = 60;

struct Sample {
  std::vector<double> values;  // rows × 2
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  std::vector<std::uint32_t> all;
  std::vector<std::uint32_t> node;  // some of the rows

  explicit Sample(int class_count, bool weighted) {
    Random random(1, "sample");
    for (std::uint32_t row = 0; row < kRows; ++row) {
      all.push_back(row);
      for (int k = 0; k < 2; ++k) values.push_back(random.normal());
      classes.push_back(static_cast<std::int32_t>(random.below(static_cast<std::size_t>(class_count))));
      if (weighted) weights.push_back(0.5 + random.uniform());
      if (random.below(2) == 0) node.push_back(row);
    }
  }
  double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
};

}  // namespace espalier::test
