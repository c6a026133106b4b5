// Algorithm 1 of Begon, Joly and Geurts (2017): a forest that grows node by node. Among a few candidates, drawn at
// random from the children of all nodes so far, the one that lowers the loss most joins the model with its weight, and
// its own children become candidates. Only nodes that were taken exist; a row that would reach another node stops above
// it.
//
// The split of a node depends on the node alone, unless splits are judged by the current loss. With one candidate drawn
// at a time it is then known in advance which nodes will be split, and they are split in parallel.
#pragma once

#include <optional>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/pool.h"
#include "grow/induced/candidate_gains.h"
#include "grow/induced/node_loss.h"
#include "grow/induced/node_splitter.h"

namespace espalier {

struct InducedOptions {
  std::size_t trees = 1000;
  std::size_t window = 1;  // candidates to take the best from; 0: all
  double rate = 0.1;       // share of its best weight that a node gets
};

struct InducedSize {
  std::size_t nodes = 0;  // including the roots of trees that have any other node, as the paper counts
  std::size_t leaves = 0;
  bool operator==(const InducedSize&) const = default;
};

class InducedForest {
 public:
  // `rows` are the training rows; they and all that is referred to must outlive the forest.
  InducedForest(std::span<const std::uint32_t> rows, const SplitterInputs& inputs, NodeLoss& loss,
                const InducedOptions& options, std::uint64_t seed, Threads& threads);

  // Takes one more node such that the forest stays within `most`; false if there is none.
  bool grow(const InducedSize& most);

  std::size_t taken() const noexcept { return nodes_.size(); }
  InducedSize size() const noexcept { return sizes_.empty() ? InducedSize{} : sizes_.back(); }
  InducedSize size(std::size_t taken) const noexcept { return taken == 0 ? InducedSize{} : sizes_[taken - 1]; }

  // Sweeps `sweeps` times over the first nodes, moving each weight to its optimum with a ridge of `penalty` rows, as if
  // the other nodes had not been taken. Returns only the weights, node by node: the forest itself does not change.
  std::vector<double> refitted(std::size_t taken, double penalty, int sweeps) const;
  const std::vector<double>& weights() const noexcept { return weights_; }
  // Frees the memory that only growing and refitting need, which is most of it.
  void finish();

  // The trees of the first nodes, with these weights; and for each of their nodes the step at which it was taken
  // (roots: 0).
  std::vector<Tree> trees(std::size_t taken, std::span<const double> weights) const;
  std::vector<std::vector<std::uint32_t>> orders(std::size_t taken) const;

 private:
  // Counted in the limits of memory: 20 bytes.
  struct Candidate {
    std::uint32_t tree;
    std::uint32_t parent;  // in the tree's nodes; the root is 0
    std::uint32_t begin, end;
    std::uint32_t left : 1;
    std::uint32_t split : 31;  // in splits_; kNoSplit if that is not known yet
  };
  struct Taken {
    std::uint32_t tree;
    std::uint32_t node;
    std::uint32_t begin, end;
  };
  // The split of a node, on a tree of this one node.
  struct NodeSplit {
    Tree node;
    std::uint32_t left_rows = 0;  // 0: not at all
  };
  // A tree in which no node was examined yet has neither rows nor nodes.
  struct Growing {
    std::uint64_t seed = 0;
    std::vector<std::uint32_t> rows;   // the rows of a node contiguous
    std::vector<std::uint64_t> seeds;  // by node, of its split
    Tree tree;                         // without weights; absent children are kNone
    std::vector<std::uint32_t> order;  // by node: the step at which it was taken; the root's is 0
    std::uint32_t middle = 0;          // where the rows of the root's right child begin; 0 if it has none
  };
  static constexpr std::uint32_t kNoSplit = (1U << 31) - 1;

  void plant(Growing& tree, Threads& threads);
  struct NewNode {
    std::span<const std::uint32_t> rows;
    std::uint64_t seed;
    std::size_t order;
  };
  void add_node(Growing& tree, const NewNode& node) const;
  std::uint64_t seed_of(const Candidate& candidate) const;
  bool complete(Candidate& candidate, Threads& threads);
  NodeSplit split(std::span<std::uint32_t> rows, std::uint64_t seed, Threads& threads);
  NodeSplit split_of(const Candidate& candidate);
  void look_ahead(std::size_t most_nodes);
  std::vector<std::uint32_t> foresee(std::size_t steps) const;
  void split_ahead(std::span<const std::uint32_t> candidates);
  void drop_last();
  bool fits(const Candidate& candidate, const InducedSize& most) const;
  std::optional<std::size_t> pick(const InducedSize& most);
  std::optional<std::size_t> best_of_first(std::size_t count);
  std::optional<std::size_t> pick_of_all(const InducedSize& most);
  void open_all();
  CandidateGains::Members members(const Candidate& candidate) { return {candidate.tree, rows_of(candidate)}; }
  void drop_unfitting(const InducedSize& most);
  void remove(std::size_t place);
  InducedSize with(const Candidate& candidate) const;
  void take(const Candidate& candidate, std::span<const double> weight);
  std::span<std::uint32_t> rows_of(const Candidate& candidate) {
    return std::span(trees_[candidate.tree].rows).subspan(candidate.begin, candidate.end - candidate.begin);
  }
  std::span<const std::uint32_t> rows_of(const Taken& node) const {
    return std::span(trees_[node.tree].rows).subspan(node.begin, node.end - node.begin);
  }

  const std::span<const std::uint32_t> rows_;
  const std::span<const double> row_weights_;
  NodeLoss& loss_;
  const InducedOptions options_;
  const bool looks_ahead_;
  Threads& threads_;
  Threads one_;  // for nodes that are split side by side
  PerThread<std::unique_ptr<NodeSplitter>> splitters_;
  Draws draws_;
  std::vector<Growing> trees_;
  std::vector<Candidate> candidates_;
  std::optional<CandidateGains> gains_;  // all of them in their order, if each is examined for every node
  std::size_t foreseen_ = 0;             // the number of next picks that were examined
  std::vector<NodeSplit> splits_;
  std::vector<std::uint32_t> unused_splits_;  // in splits_
  std::vector<Taken> nodes_;
  std::vector<InducedSize> sizes_;
  std::vector<double> weights_;  // taken × width
  std::vector<double> best_;     // the weight of the node that was picked
};

}  // namespace espalier
