// The baselines of Begon, Joly and Geurts (2017, section 4.1) for how a budget of nodes is spent: as many stumps as
// there are trees, of which one leaf after the other is split - any one at random, the one nearest to the root, or the
// one whose split lowers the impurity of its tree most. Every leaf holds the mean of its rows, and the trees are
// averaged, so that nothing knows of the other trees. Splits are those of extremely randomised trees, as in
// InducedForest.
//
// Rows are one permutation per tree, in which every node has a range: 4 bytes per row and tree.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/threads.h"
#include "espalier/pool.h"
#include "grow/induced/induced_forest.h"
#include "grow/induced/node_loss.h"
#include "grow/induced/node_splitter.h"

namespace espalier {

enum class SplitOrder : std::uint8_t { random, breadth_first, best_first };

struct AveragedOptions {
  std::size_t trees = 1000;
  SplitOrder order = SplitOrder::best_first;
  InducedSize most;
};

class AveragedForest {
 public:
  // `start` is the squared loss of the best constant: the best weight of a node is the difference of its mean from
  // that. All that is referred to must outlive the forest.
  AveragedForest(std::span<const std::uint32_t> rows, const SplitterInputs& inputs, const NodeLoss& start,
                 const AveragedOptions& options, std::uint64_t seed, Threads& threads);

  // Splits one more leaf, first the roots in turn; false if none can be split within the limits.
  bool grow();

  std::size_t splits() const noexcept { return splits_; }
  InducedSize size() const noexcept { return size_; }
  // The trees that the first splits make, with the means of leaves divided by the number of trees.
  std::vector<Tree> trees(std::size_t splits) const;

 private:
  // A leaf, and the split that it would get.
  struct Leaf {
    std::uint32_t tree = 0, node = 0;
    std::uint32_t begin = 0, middle = 0, end = 0;  // its rows; from `middle` on they go right
    std::uint64_t seed = 0;
    double gain = 0;            // by how much the split lowers the squared error
    Tree split;                 // of one node
    std::vector<double> means;  // left, right × width: differences from the start
    bool splits() const noexcept { return middle > begin; }
  };
  struct Growing {
    std::vector<std::uint32_t> rows;
    Tree tree;                          // without weights
    std::vector<double> means;          // by node × width
    std::vector<std::size_t> split_at;  // by node: the number of splits before its own
  };

  Leaf examine(std::uint32_t tree, std::uint32_t begin, std::uint32_t end, std::uint64_t seed);
  std::array<Leaf, 2> children_of(const Leaf& leaf);
  void add_node(Growing& tree, std::span<const std::uint32_t> rows, std::span<const double> mean) const;
  void split(const Leaf& leaf, std::array<Leaf, 2> children);
  void open(Leaf leaf);
  Leaf next();

  const NodeLoss& start_;
  const std::span<const double> row_weights_;
  const AveragedOptions options_;
  const std::size_t width_;
  Threads one_;  // trees are examined side by side
  PerThread<std::unique_ptr<NodeSplitter>> splitters_;
  Draws draws_;
  std::vector<Growing> trees_;
  std::vector<Leaf> roots_;                  // those that can be split
  std::vector<std::array<Leaf, 2>> stumps_;  // their children
  std::deque<Leaf> open_;                    // the leaves that can be split, best first a heap
  std::size_t splits_ = 0;
  InducedSize size_;
};

}  // namespace espalier
