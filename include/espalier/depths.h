// How deep the trees of a model are.
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

// How many trees there are of each depth that occurs, from the smallest; none without trees.
std::vector<DepthCount> depths_of(const Model& model);

}  // namespace espalier
