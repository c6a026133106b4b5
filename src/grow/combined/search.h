// "Select" of the paper (section 3.4): among all splits that the trees propose, finds a combination of as many trees as
// before that predicts well together. Trees are added one after the other, and after each the best few combinations are
// kept (a beam). Ties keep the first, in order of the trees and their proposals.
#pragma once

#include <memory>

#include "base/threads.h"
#include "grow/combined/combination.h"

namespace espalier {

struct Pick {
  std::uint32_t tree = 0;
  std::uint32_t proposal = 0;
  bool operator==(const Pick&) const = default;
};

struct Picked {
  std::vector<Pick> picks;  // as many as there are trees
  double loss = 0;
};

using Proposals = std::vector<std::vector<SplitProposal>>;  // by tree

struct CombinationSearchOptions {
  std::size_t beam = 5;  // combinations that are kept
  double pick = 1;       // share of the proposals, drawn at random, that each step considers
  std::uint64_t seed = 0;
};

class CombinationSearch {
 public:
  virtual ~CombinationSearch() = default;
  virtual Picked search(std::span<const CombinedTree> trees, const Proposals& proposals, std::uint64_t round) = 0;
};

// Algorithm 4: step b adds one of the proposals of tree b. O(trees · beam · (rows + proposals · rows of a leaf)).
std::unique_ptr<CombinationSearch> blocked_search(std::unique_ptr<Combination> none,
                                                  const CombinationSearchOptions& options, Threads& threads);

// Algorithm 3: every step adds any proposal of any tree that is not in the combination yet, judged by the squared error
// alone. It uses the products of the proposals' predictions with each other, which are kept from round to round if they
// do not change: O(proposals · rows of a leaf · trees) per round, plus for each row the square of the number of
// proposals that change it; O(1) per proposal and step.
std::unique_ptr<CombinationSearch> greedy_search(const CombinedRows& data, double total_weight,
                                                 const CombinationSearchOptions& options, Threads& threads);

}  // namespace espalier
