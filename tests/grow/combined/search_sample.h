// Trees with some splits and their proposals, for the tests of the searches.
#pragma once

#include "grow/combined/combined_sample.h"
#include "grow/combined/proposer.h"
#include "grow/combined/search.h"

namespace espalier::test {

struct Proposed {
  std::vector<CombinedTree> trees;
  Proposals proposals;
};

inline Proposed propose(const CombinedSample& sample, std::size_t count, std::size_t keep) {
  Proposed result;
  const auto proposer = make_proposer(sample.rows(), {keep, 3, LeafHeuristic::error});
  for (std::uint64_t t = 0; t < count; ++t) {
    CombinedTree tree = sample.root(t);
    for (std::uint64_t round = 0; round < 3; ++round)
      tree.split(sample.rows(), proposer->propose(tree, Random(t, "round", round))[0], {});
    result.proposals.push_back(proposer->propose(tree, Random(t, "last")));
    result.trees.push_back(std::move(tree));
  }
  return result;
}

inline CombinedTree picked_tree(const CombinedSample& sample, const Proposed& from, const Pick& pick) {
  CombinedTree tree = from.trees[pick.tree];
  const SplitProposal& proposal = from.proposals[pick.tree][pick.proposal];
  if (proposal.is_split()) tree.split(sample.rows(), proposal, {});
  return tree;
}

// By definition.
inline double loss_of(const CombinedSample& sample, const Proposed& from, std::span<const Pick> picks) {
  std::vector<CombinedTree> trees;
  for (const Pick& pick : picks) trees.push_back(picked_tree(sample, from, pick));
  return sample.squared_loss(trees);
}

}  // namespace espalier::test
