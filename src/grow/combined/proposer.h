// "Grow" of the paper (section 3.3): the best splits of a tree's most promising leaves. In every column of a leaf with
// n rows, ⌊log2 n + 1⌋ cuts are drawn at random and judged by the squared error of the tree alone, or by the gini
// index.
#pragma once

#include <limits>
#include <memory>

#include "base/random.h"
#include "grow/combined/combined_tree.h"

namespace espalier {

enum class LeafHeuristic : std::uint8_t {
  depth,  // leaves nearer to the root are more promising
  error,  // the squared error within the leaf
  size,   // the number of its rows
};

struct ProposerOptions {
  std::size_t keep = 5;    // splits per tree
  std::size_t leaves = 5;  // that are searched
  LeafHeuristic heuristic = LeafHeuristic::depth;
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  // D_max: splits on the way to a leaf
};

class Proposer {
 public:
  virtual ~Proposer() = default;

  // The best splits, best first; among ties the one that was drawn first. If there are none, the tree as it is. Leaves
  // that turn out to have nothing to split by are marked.
  virtual std::vector<SplitProposal> propose(CombinedTree& tree, Random random) = 0;
};

std::unique_ptr<Proposer> make_proposer(const CombinedRows& data, const ProposerOptions& options);

}  // namespace espalier
