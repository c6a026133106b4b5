// Candidate trees, and the sparse weights over their nodes that selection keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "espalier/forest.h"
#include "espalier/table.h"

namespace espalier {

struct TreeNode {
  std::int32_t feature = kNone;  // kNone: a leaf
  float threshold = 0;           // numeric: left if value <= threshold
  std::uint32_t categories = 0;  // categorical: where the set that goes left begins in Tree::category_words
  std::int32_t left = kNone;     // kNone in a split: the child is absent, and rows that would go there stop here
  std::int32_t right = kNone;
  bool missing_left = false;  // missing values and unknown categories
  double rows = 0;            // total weight of the training rows that reached it
  double gain = 0;            // how much the split lowered the criterion
};

// Nodes in any order with children after parents; nodes[0] is the root. Every node may have weights, which it adds to
// the score.
struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<std::uint64_t> category_words;  // ⌈labels / 64⌉ words per set; bit c of the set is code c
  std::int32_t output = kNone;                // the one output that the weights add to; kNone: all of them
  std::vector<double> weights;                // nodes × width, width 1 or the number of outputs
};

// Sparse weights over nodes. A node that is named stays even if its weight is 0; subtrees without a named node are
// removed.
struct Selection {
  struct Part {
    std::uint32_t tree = 0;
    std::vector<std::uint32_t> nodes;  // ascending
    std::vector<double> weights;       // nodes × the tree's width
  };
  std::vector<double> intercept;
  std::vector<Part> parts;  // ascending by tree
};

struct Pool {
  std::vector<Feature> features;
  std::vector<double> intercept;  // one entry per output
  std::vector<Tree> trees;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  std::size_t width(const Tree& tree) const noexcept { return tree.output == kNone ? intercept.size() : 1; }
  // All leaves, and the inner nodes whose weight is not zero.
  Selection grown_weights() const;
};

// merged: a split of two leaves with the same value becomes a leaf, since it changes no prediction.
enum class EqualLeaves : std::uint8_t { kept, merged };

Forest make_forest(const Pool& pool, const Selection& selection, EqualLeaves equal = EqualLeaves::kept);

}  // namespace espalier
