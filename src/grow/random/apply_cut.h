// Applies a cut: the side of each row of a node, and the split that the cut makes of the node.
#pragma once

#include "espalier/pool.h"
#include "grow/random/cut.h"

namespace espalier {

// The rows of a node, by the value of the cut's column in each.
struct CutRows {
  const NodeCut& cut;
  const float* values;
  std::size_t count;
};

class CutApplier {
 public:
  explicit CutApplier(const ValueTable& table) : table_(table) {}

  // sides[i] = whether row i goes left; returns their number.
  std::size_t mark(const CutRows& rows, std::uint8_t* sides) {
    prepare(rows.cut);
    return mark_prepared(rows, sides);
  }
  // The two parts of it; after the first, the second may be done for several parts of the rows at once.
  void prepare(const NodeCut& cut);
  std::size_t mark_prepared(const CutRows& rows, std::uint8_t* sides) const noexcept;

  // Writes the cut that was marked last to tree.nodes[id]. If nothing was missing in training, missing values go left
  // if `larger_left`; categories that the node has not seen go where missing values go.
  void write(const CutRows& rows, bool larger_left, Tree& tree, std::size_t id) const;

 private:
  std::uint32_t add_categories(const CutRows& rows, bool unseen_left, Tree& tree) const;

  const ValueTable& table_;
  CodeSet left_codes_;
};

}  // namespace espalier
