#include <algorithm>
#include <utility>

#include "base/rounding.h"
#include "grow/combined/best_extensions.h"
#include "grow/combined/search.h"

namespace espalier {
namespace {

struct BlockedState {
  std::unique_ptr<Combination> combination;
  std::vector<Pick> picks;
  double loss = 0;
};

class BlockedSearch final : public CombinationSearch {
 public:
  BlockedSearch(std::unique_ptr<Combination> none, const CombinationSearchOptions& options, Threads& threads)
      : none_(std::move(none)), options_(options), threads_(threads) {}

  Picked search(std::span<const CombinedTree> trees, const Proposals& proposals, std::uint64_t round) override {
    const std::uint64_t seed = Random(options_.seed, "pick", round).bits();
    std::vector<BlockedState> beam;
    beam.push_back({none_->clone(), {}, 0});
    none_->prepare(trees[0], addend_);
    for (std::uint32_t t = 0; t < trees.size(); ++t) {
      extend(beam, trees, proposals[t], t, seed);
      std::swap(addend_, next_addend_);
    }
    return {std::move(beam[0].picks), beam[0].loss};
  }

 private:
  // What a tree adds to one state.
  struct Trial {
    std::vector<std::uint32_t> picks;  // proposals
    std::vector<double> changes;       // of the loss, by pick
    double whole = 0;                  // the loss with the tree as it is
    Combination::Work work;
  };

  // By the tree of this number; the next one is prepared at the same time. The splits of each leaf are a task.
  void extend(std::vector<BlockedState>& beam, std::span<const CombinedTree> trees,
              const std::vector<SplitProposal>& proposals, std::uint32_t number, std::uint64_t seed) {
    const std::vector<std::uint32_t> leaves = leaves_of(proposals);
    trials_.resize(std::max(trials_.size(), beam.size()));
    works_.resize(std::max(works_.size(), beam.size() * leaves.size()));
    for (std::size_t s = 0; s < beam.size(); ++s) {
      const std::uint64_t stream = std::uint64_t{number} * options_.beam + s;
      trials_[s].picks = draw_some(proposals.size(), options_.pick, Random(seed, "pick", stream));
      trials_[s].changes.resize(trials_[s].picks.size());
    }
    const std::size_t of_leaves = beam.size() * leaves.size();
    const bool has_next = number + 1 < trees.size();
    threads_.each(of_leaves + beam.size() + (has_next ? 1 : 0), [&](std::size_t task) {
      if (task < of_leaves) {
        const std::size_t s = task % beam.size();
        judge(*beam[s].combination, trees[number], proposals, leaves[task / beam.size()], trials_[s], works_[task]);
      } else if (const std::size_t s = task - of_leaves; s < beam.size()) {
        trials_[s].whole = beam[s].combination->with(trees[number], addend_, trials_[s].work);
      } else {
        none_->prepare(trees[number + 1], next_addend_);
      }
    });
    take(beam, best_of(beam.size(), proposals.size()), trees[number], proposals, number);
  }

  static std::vector<std::uint32_t> leaves_of(const std::vector<SplitProposal>& proposals) {
    std::vector<std::uint32_t> leaves;
    for (const SplitProposal& proposal : proposals)
      if (std::ranges::find(leaves, proposal.leaf) == leaves.end()) leaves.push_back(proposal.leaf);
    return leaves;
  }

  void judge(const Combination& combination, const CombinedTree& tree, const std::vector<SplitProposal>& proposals,
             std::uint32_t leaf, Trial& trial, Combination::Work& work) const {
    work.leaf = Combination::Work::kNoLeaf;
    for (std::size_t i = 0; i < trial.picks.size(); ++i) {
      const SplitProposal& proposal = proposals[trial.picks[i]];
      if (proposal.leaf == leaf) trial.changes[i] = combination.change(tree, addend_, proposal, work);
    }
  }

  std::vector<Extension> best_of(std::size_t states, std::size_t proposals) const {
    BestExtensions best(options_.beam);
    for (std::size_t s = 0; s < states; ++s) {
      const Trial& trial = trials_[s];
      for (std::size_t i = 0; i < trial.picks.size(); ++i) {
        const double loss = trial.whole + without_last_digits(trial.changes[i]);
        best.offer({loss, static_cast<std::uint32_t>(s), trial.picks[i], s * proposals + trial.picks[i]});
      }
    }
    return best.best();
  }

  // If a state is extended only once, its combination is moved instead of copied.
  void take(std::vector<BlockedState>& beam, const std::vector<Extension>& best, const CombinedTree& tree,
            const std::vector<SplitProposal>& proposals, std::uint32_t number) {
    std::vector<std::size_t> uses(beam.size());
    for (const Extension& extension : best) ++uses[extension.from];
    std::vector<BlockedState> next;
    for (const Extension& extension : best) {
      BlockedState& from = beam[extension.from];
      const bool last = --uses[extension.from] == 0;
      next.push_back(last ? std::move(from) : BlockedState{from.combination->clone(), from.picks, 0});
      next.back().picks.push_back({number, extension.proposal});
      next.back().loss = extension.loss;
    }
    threads_.each(next.size(), [&](std::size_t s) {
      next[s].combination->add(tree, addend_, proposals[best[s].proposal], trials_[best[s].from].work);
    });
    beam = std::move(next);
  }

  const std::unique_ptr<Combination> none_;
  const CombinationSearchOptions options_;
  Threads& threads_;
  Combination::Addend addend_, next_addend_;  // of the tree that is being added, and of the one after it
  std::vector<Trial> trials_;                 // by state
  std::vector<Combination::Work> works_;      // by leaf and state
};

}  // namespace

std::unique_ptr<CombinationSearch> blocked_search(std::unique_ptr<Combination> none,
                                                  const CombinationSearchOptions& options, Threads& threads) {
  return std::make_unique<BlockedSearch>(std::move(none), options, threads);
}

}  // namespace espalier
