// The limits of a forest and of its trees.
#pragma once

#include <cstddef>
#include <limits>

#include "espalier/forest.h"
#include "select/leaves/leaf_forest.h"

namespace espalier {

struct GraftLimits {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::size_t leaves = kNone, nodes = kNone, trees = kNone;
  std::size_t tree_leaves = LeafTree::kMostLeaves, depth = kNone;

  bool allow(std::size_t leaf_count, std::size_t tree_count) const noexcept {
    return leaf_count <= leaves && 2 * leaf_count - tree_count <= nodes && tree_count <= trees;
  }
  bool allow(const LeafForest& forest) const noexcept { return allow(forest.leaves(), forest.size()); }
};

}  // namespace espalier
