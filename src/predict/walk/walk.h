// Large trees are walked, a tile of rows side by side so that their cache misses overlap, with nodes of eight bytes and
// no branch but the one that asks whether all have arrived.
//
// Siblings are neighbours: the next node is `child`, plus one if the row goes right. A leaf tests the column that is
// NaN in every row and is its own child, so that rows that arrive early stay.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/forest.h"
#include "espalier/table.h"
#include "predict/walk/walk_columns.h"

namespace espalier {

class Walk {
 public:
  // The given trees, over these features and this forest, which must outlive the walk. `columns` are those that the
  // trees use, or more.
  Walk(const std::vector<Feature>& features, const Forest& forest, std::span<const std::uint32_t> trees,
       WalkColumns columns);

  const WalkColumns& columns() const noexcept { return columns_; }

  // The terminals of the i-th of the trees for the first `rows` rows of the tiles; there is room for whole tiles.
  void run(std::size_t i, const float* tiles, std::size_t rows, std::uint32_t* terminals) const noexcept;

  // The terminals of trees [first, last) for one row, given column by column.
  void run_row(std::size_t first, std::size_t last, const float* row, std::uint32_t* terminals) const noexcept;

 private:
  static constexpr std::size_t kRowTrees = 8;  // trees side by side for one row

  // Columns get a byte of the link if that is enough: a shift by a constant is cheaper.
  static constexpr std::uint32_t kByte = 8;

  struct Node {
    // Numeric: right if above this threshold, as bits. Categorical: where the set begins in words_. A leaf: its
    // terminal.
    std::uint32_t what = 0;
    std::uint32_t link = 0;  // the column in the lower bits, the first child of the tree in the others
  };
  struct Root {
    std::uint64_t node = 0;
    std::uint32_t tree = 0;
    bool packed = true;  // false: the links are too short for so many nodes, and its splits are walked directly
    bool sets = false;
  };
  void add(std::uint32_t tree);
  Node node_of(const TreeSpan& tree, std::int32_t child, std::uint32_t self, Root& root);
  std::uint32_t add_set(const Split& split);
  enum class Links : std::uint8_t { bytes, bits };  // the column has kByte bits, or column_bits_
  template <Links links, bool sets>
  std::uint32_t next(const Node* nodes, std::uint32_t at, const float* values, std::size_t stride) const noexcept;
  template <Links links, bool sets>
  void run_tile(const Node* nodes, const float* tile, std::uint32_t* terminals) const noexcept;
  template <Links links>
  void run_trees(const Root* roots, const float* row, std::uint32_t* terminals) const noexcept;
  std::uint32_t terminal(const Root& root, const float* values, std::size_t stride) const noexcept;
  std::uint32_t plain_terminal(const TreeSpan& tree, const float* values, std::size_t stride) const noexcept;

  const std::vector<Feature>& features_;
  const Forest& forest_;
  WalkColumns columns_;
  std::uint32_t column_bits_;
  std::vector<Node> nodes_;
  std::vector<Root> roots_;
  std::vector<std::uint64_t> words_;  // sets with one more bit, for missing and unknown codes
};

}  // namespace espalier
