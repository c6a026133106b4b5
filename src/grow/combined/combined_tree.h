// One of the trees that are built together (Tajima et al. 2024): it grows a leaf at a time on rows of its own, and
// knows the leaf of all other rows too, since the combination is judged by them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/pool.h"
#include "grow/criterion/criterion.h"
#include "grow/random/value_table.h"

namespace espalier {

// The data that all trees share. Spans and tables must outlive them.
struct CombinedRows {
  const ValueTable& table;
  const SplitTargets& split_targets;  // what splits are judged by
  std::span<const double> targets;  // of every row of the table × width: numbers, or 1 for its class and 0 for others
  std::size_t width = 1;            // two classes have one number, which is 1 for the second
  std::span<const std::int32_t> classes;  // empty for regression

  double weight(std::uint32_t row) const noexcept {
    return split_targets.weights.empty() ? 1 : split_targets.weights[row];
  }
};

// Rows that are neither fitted nor judged by, but whose predictions are kept up to date.
struct WatchedRows {
  const ValueTable* table = nullptr;
  std::span<const std::uint32_t> rows;
};

struct RowBounds {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t size() const noexcept { return end - begin; }
};

struct CombinedLeaf {
  std::uint32_t node = 0;
  std::uint32_t depth = 1;  // of the root
  RowBounds own, others, watched;
  double error = 0;    // Σ w |y - mean|² of its own rows
  bool spent = false;  // its rows are alike, in the target or in all columns
};

// A split of one leaf; or the tree as it is.
struct SplitProposal {
  static constexpr std::uint32_t kWhole = ~std::uint32_t{0};

  std::uint32_t leaf = kWhole;
  double gain = 0;
  Tree split;                                // a tree of one node
  std::vector<std::uint8_t> sides;           // of the leaf's own rows, then of its other rows: 1 is left
  std::vector<double> change;                // left, right × width: the change of the mean
  double left_weight = 0, right_weight = 0;  // of all rows, own and others

  bool is_split() const noexcept { return leaf != kWhole; }
  std::span<const double> change_of(bool left) const noexcept {
    const std::size_t width = change.size() / 2;
    return std::span(change).subspan(left ? 0 : width, width);
  }
};

class CombinedTree {
 public:
  // A root, with its rows ascending.
  CombinedTree(const CombinedRows& data, std::vector<std::uint32_t> own, std::vector<std::uint32_t> others,
               const WatchedRows& watched);

  const Tree& tree() const noexcept { return tree_; }  // weights: of every node the mean of its own rows
  std::span<const CombinedLeaf> leaves() const noexcept { return leaves_; }
  std::span<const std::uint32_t> own(const CombinedLeaf& leaf) const noexcept { return part(own_, leaf.own); }
  std::span<const std::uint32_t> others(const CombinedLeaf& leaf) const noexcept { return part(others_, leaf.others); }
  std::span<const std::uint32_t> watched(const CombinedLeaf& leaf) const noexcept {
    return part(watched_, leaf.watched);
  }
  std::span<const double> mean(const CombinedLeaf& leaf) const noexcept {
    return std::span(tree_.weights).subspan(leaf.node * width_, width_);
  }
  // visit(row, position) for all training rows of a leaf, its own rows first; positions count from 0.
  template <class Visit>
  void each_row(const CombinedLeaf& leaf, Visit&& visit) const {
    std::size_t position = 0;
    for (const std::uint32_t row : own(leaf)) visit(row, position++);
    for (const std::uint32_t row : others(leaf)) visit(row, position++);
  }
  std::size_t splits() const noexcept { return leaves_.size() - 1; }

  void split(const CombinedRows& data, const SplitProposal& proposal, const WatchedRows& watched);
  void set_spent(std::size_t leaf) { leaves_[leaf].spent = true; }

 private:
  static std::span<const std::uint32_t> part(std::span<const std::uint32_t> rows, const RowBounds& range) noexcept {
    return rows.subspan(range.begin, range.size());
  }
  // Sets the mean of the leaf's node, its weight and its error.
  void sum_up(const CombinedRows& data, CombinedLeaf& leaf);

  std::size_t width_;
  Tree tree_;
  std::vector<std::uint32_t> own_, others_, watched_;  // the rows of a leaf contiguous
  std::vector<CombinedLeaf> leaves_;
};

// sides[i] = whether rows[i] goes left at the one node of `split`, whatever its value is.
void mark_sides(const Tree& split, const ValueTable& table, std::span<const std::uint32_t> rows, std::uint8_t* sides);

}  // namespace espalier
