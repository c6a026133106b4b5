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
  // By the tree of this number; the next one is prepared at the same time.
  void extend(std::vector<BlockedState>& beam, std::span<const CombinedTree> trees,
              const std::vector<SplitProposal>& proposals, std::uint32_t number, std::uint64_t seed) {
    const CombinedTree& tree = trees[number];
    const bool last = number + 1 == trees.size();
    work_.resize(std::max(work_.size(), beam.size()));
    std::vector<std::vector<Extension>> found(beam.size());
    threads_.each(beam.size() + (last ? 0 : 1), [&](std::size_t s) {
      if (s == beam.size()) return none_->prepare(trees[number + 1], next_addend_);
      const std::uint64_t stream = std::uint64_t{number} * options_.beam + s;
      const double whole = beam[s].combination->with(tree, addend_, work_[s]);
      for (const std::uint32_t p : draw_some(proposals.size(), options_.pick, Random(seed, "pick", stream))) {
        const double change = beam[s].combination->change(tree, addend_, proposals[p], work_[s]);
        const double loss = whole + without_last_digits(change);
        found[s].push_back({loss, static_cast<std::uint32_t>(s), p, s * proposals.size() + p});
      }
    });
    BestExtensions best(options_.beam);
    for (const std::vector<Extension>& of_state : found)
      for (const Extension& extension : of_state) best.offer(extension);
    take(beam, best.best(), tree, proposals, number);
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
      next[s].combination->add(tree, addend_, proposals[best[s].proposal], work_[best[s].from]);
    });
    beam = std::move(next);
  }

  const std::unique_ptr<Combination> none_;
  const CombinationSearchOptions options_;
  Threads& threads_;
  Combination::Addend addend_, next_addend_;  // of the tree that is being added, and of the one after it
  std::vector<Combination::Work> work_;       // by state
};

}  // namespace

std::unique_ptr<CombinationSearch> blocked_search(std::unique_ptr<Combination> none,
                                                  const CombinationSearchOptions& options, Threads& threads) {
  return std::make_unique<BlockedSearch>(std::move(none), options, threads);
}

}  // namespace espalier
