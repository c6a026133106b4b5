#pragma once

#include <cstddef>

#include "espalier/pool.h"

namespace espalier {

// Moves the split of `from`, a tree of one node, to node `id`, whose rows stay.
inline void attach_split(const Tree& from, Tree& tree, std::size_t id) {
  TreeNode& node = tree.nodes[id];
  const double rows = node.rows;
  node = from.nodes[0];
  node.rows = rows;
  if (from.category_words.empty()) return;
  node.categories = static_cast<std::uint32_t>(tree.category_words.size());
  tree.category_words.insert(tree.category_words.end(), from.category_words.begin(), from.category_words.end());
}

}  // namespace espalier
