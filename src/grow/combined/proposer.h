// "Grow" of the paper (section 3.3): a tree's best splits of its most promising leaves. In every column of a leaf of n
// rows ⌊log2 n + 1⌋ cuts are drawn at random, and judged by the squared error of the tree alone, or the gini index.
#pragma once

#include <memory>

#include "base/random.h"
#include "grow/combined/combined_tree.h"

namespace espalier {

enum class LeafHeuristic : std::uint8_t {
  depth,  // the higher, the more promising
  error,  // the squared error within the leaf
  size,   // its rows
};

struct ProposerOptions {
  std::size_t keep = 5;    // splits of a tree
  std::size_t leaves = 5;  // that are looked at
  LeafHeuristic heuristic = LeafHeuristic::depth;
};

class Proposer {
 public:
  virtual ~Proposer() = default;

  // The best splits, best first; of equal ones the one that was drawn first. If there are none, the tree as it is.
  // Leaves that turn out to have nothing to split by are marked.
  virtual std::vector<SplitProposal> propose(CombinedTree& tree, Random random) = 0;
};

std::unique_ptr<Proposer> make_proposer(const CombinedRows& data, const ProposerOptions& options);

}  // namespace espalier
