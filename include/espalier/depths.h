// The depths of a model's trees.
#pragma once

#include <cstddef>
#include <vector>

#include "espalier/model.h"

namespace espalier {

struct DepthCount {
  std::size_t depth = 0;  // splits on the longest path
  std::size_t trees = 0;
  bool operator==(const DepthCount&) const = default;
};

// The number of trees of each depth that occurs, smallest depth first; empty without trees.
std::vector<DepthCount> depths_of(const Model& model);

}  // namespace espalier
