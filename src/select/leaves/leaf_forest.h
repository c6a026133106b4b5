// A forest in the making: trees with the leaf that each row is in, so that leaves are split, merged and refitted by
// passes over the rows. Fitted rows and watched rows take the same paths.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "select/design.h"
#include "select/leaves/refit.h"

namespace espalier {

// Bins of one column, for the fitted and for the watched rows.
struct ColumnCodes {
  std::span<const std::uint8_t> rows, watched;
};

// A leaf's final split: as the model has it, and the bins that go left (bit b: bin b).
struct LeafSplit {
  std::uint32_t leaf = 0;
  TreeNode node;                     // without children
  std::vector<std::uint64_t> words;  // categorical: the set that goes left
  std::array<std::uint64_t, 4> left{};
};

// Leaves are numbered 0, 1, …; numbers change when leaves are merged.
class LeafTree {
 public:
  static constexpr std::size_t kMostLeaves = 65535;

  // One leaf with all rows, of weight 0. `output` as output() returns it.
  LeafTree(std::size_t rows, std::size_t watched, std::size_t width, std::int32_t output = kNone);
  // A copy of a tree, its inner nodes' weights pushed down to the leaves; `ids` and `watched` have the terminal of each
  // row, counted from left to right.
  LeafTree(const Tree& tree, std::span<const Feature> features, std::size_t width, std::vector<std::uint16_t> ids,
           std::vector<std::uint16_t> watched);

  std::size_t leaves() const noexcept { return leaf_nodes_.size(); }
  std::span<const std::uint16_t> ids() const noexcept { return ids_; }
  std::span<const std::uint16_t> watched() const noexcept { return watched_; }
  std::span<float> weights(std::size_t leaf) noexcept { return std::span(weights_).subspan(leaf * width_, width_); }
  std::span<const float> weights(std::size_t leaf) const noexcept {
    return std::span(weights_).subspan(leaf * width_, width_);
  }
  std::span<float> weights() noexcept { return weights_; }
  std::span<const float> weights() const noexcept { return weights_; }  // leaves × width
  std::size_t depth(std::size_t leaf) const;                            // 0 for a root
  std::int32_t output() const noexcept { return output_; }              // the only output that has weights; kNone: all

  // The left child keeps the leaf's number, the right one gets the next free number; both start with its weight.
  void split(const LeafSplit& by, const ColumnCodes& codes, Threads& threads);

  // Splits whose children are both leaves.
  struct SiblingLeaves {
    std::uint32_t node, left, right;  // leaves
  };
  std::vector<SiblingLeaves> pairs() const;
  SiblingLeaves pair_of(std::uint32_t node) const noexcept;
  // Merges the right leaf into the left one, whose weight stays; the last leaf gets the freed number.
  void merge(const SiblingLeaves& pair);

  // Nodes from the root on, left ones first; leaves with their weights, for `outputs` outputs or for the tree's own
  // output, × scale. `rows` has the total weight of each leaf's rows.
  Tree tree(std::size_t outputs, double scale, std::span<const double> rows) const;
  std::span<const TreeNode> nodes() const noexcept { return nodes_; }
  std::uint32_t leaf_of(std::size_t node) const noexcept { return node_leaves_[node]; }
  std::uint32_t node_of(std::size_t leaf) const noexcept { return leaf_nodes_[leaf]; }
  std::uint32_t parent(std::size_t node) const noexcept { return parents_[node]; }
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};

 private:
  std::size_t width_;
  std::int32_t output_ = kNone;
  std::vector<TreeNode> nodes_;  // nodes of merged leaves stay here, unreachable
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> word_counts_;  // of the set of each node
  std::vector<std::uint32_t> parents_;      // of each node; kNothing: the root
  std::vector<std::uint32_t> node_leaves_;  // of each node; kNothing: a split
  std::vector<std::uint32_t> leaf_nodes_;   // of each leaf
  std::vector<float> weights_;
  std::vector<std::uint16_t> ids_, watched_;
};

// Copies share their trees until one is changed.
class LeafForest {
 public:
  LeafForest(std::size_t rows, std::size_t watched, std::vector<float> intercept);

  std::size_t rows() const noexcept { return rows_; }
  std::size_t width() const noexcept { return intercept.size(); }
  std::size_t size() const noexcept { return trees_.size(); }
  std::size_t leaves() const noexcept;
  std::size_t nodes() const noexcept { return 2 * leaves() - size(); }
  const LeafTree& tree(std::size_t t) const noexcept { return *trees_[t]; }
  LeafTree& change(std::size_t t);             // this forest's own from then on
  LeafTree& add(std::int32_t output = kNone);  // a root
  void add(LeafTree tree) { trees_.push_back(std::make_shared<LeafTree>(std::move(tree))); }
  void remove(std::size_t t) { trees_.erase(trees_.begin() + static_cast<std::ptrdiff_t>(t)); }

  TreeDesign design() const;
  TreeDesign watched_design() const;
  DesignWeights weights() const;
  void set_weights(const DesignWeights& weights);

  std::vector<float> intercept;  // width

 private:
  std::size_t rows_, watched_;
  std::vector<std::shared_ptr<LeafTree>> trees_;
};

}  // namespace espalier
