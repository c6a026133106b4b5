// Algorithm 1 of papers/001: a forest that grows node by node. Of a few candidates, drawn at random among the children
// of all nodes so far, the one that lowers the loss most joins the model with its weight, and its own children become
// candidates. Only nodes that were taken exist; a row that would reach another stops above it.
#pragma once

#include <optional>

#include "base/random.h"
#include "grow/induced/node_loss.h"
#include "grow/induced/node_splitter.h"

namespace espalier {

struct InducedOptions {
  std::size_t trees = 1000;
  std::size_t window = 1;  // candidates to take the best of; 0: all
  double rate = 0.1;       // of a node's best weight that it gets
};

struct InducedSize {
  std::size_t nodes = 0;  // the roots of trees that have any included, as the paper counts
  std::size_t leaves = 0;
  bool operator==(const InducedSize&) const = default;
};

class InducedForest {
 public:
  // `rows` are the training rows; the splitter and the loss must outlive the forest.
  InducedForest(std::span<const std::uint32_t> rows, NodeSplitter& splitter, NodeLoss& loss,
                const InducedOptions& options, std::uint64_t seed);

  // Takes one more node, such that the forest stays within `most`; false if there is none.
  bool grow(const InducedSize& most);

  std::size_t taken() const noexcept { return nodes_.size(); }
  InducedSize size() const noexcept { return sizes_.empty() ? InducedSize{} : sizes_.back(); }
  InducedSize size(std::size_t taken) const noexcept { return taken == 0 ? InducedSize{} : sizes_[taken - 1]; }

  // `sweeps` times over the first nodes, each weight moved to where it is best with a ridge of `penalty` rows, as if the
  // others had not been taken. Only the weights, node by node: the forest itself goes on as it was.
  std::vector<double> refitted(std::size_t taken, double penalty, int sweeps) const;
  const std::vector<double>& weights() const noexcept { return weights_; }

  // The trees of the first nodes, with these weights.
  std::vector<Tree> trees(std::size_t taken, std::span<const double> weights) const;

 private:
  struct Candidate {
    std::uint32_t tree;
    std::uint32_t parent;  // in the tree's nodes; the root is 0
    std::uint32_t begin, end;
    bool left;
  };
  struct Taken {
    std::uint32_t tree;
    std::uint32_t node;
    std::uint32_t begin, end;
  };
  // A tree that no node was looked for in yet has neither rows nor nodes.
  struct Growing {
    std::vector<std::uint32_t> rows;   // those of a node side by side
    Tree tree;                         // without weights; absent children are kNone
    std::vector<std::uint32_t> order;  // by node: as which it was taken; the root's is 0
    std::uint32_t middle = 0;          // where the rows of the root's right child begin; 0 if it has none
    std::optional<Draws> draws;
  };

  void plant(Growing& tree, std::uint32_t index);
  bool complete(Candidate& candidate);
  std::optional<std::size_t> pick(const InducedSize& most);
  InducedSize with(const Candidate& candidate) const;
  void take(const Candidate& candidate, std::span<const double> weight);
  std::span<std::uint32_t> rows_of(std::uint32_t tree, std::uint32_t begin, std::uint32_t end) {
    return std::span(trees_[tree].rows).subspan(begin, end - begin);
  }
  std::span<const std::uint32_t> rows_of(const Taken& node) const {
    return std::span(trees_[node.tree].rows).subspan(node.begin, node.end - node.begin);
  }

  const std::span<const std::uint32_t> rows_;
  NodeSplitter& splitter_;
  NodeLoss& loss_;
  const InducedOptions options_;
  const std::uint64_t seed_;
  Draws draws_;
  std::vector<Growing> trees_;
  std::vector<Candidate> candidates_;
  std::vector<Taken> nodes_;
  std::vector<InducedSize> sizes_;
  std::vector<double> weights_;  // taken × width
  std::vector<double> weight_, best_;
};

}  // namespace espalier
