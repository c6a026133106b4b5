#include "grow/combined/combiner.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/assert.h"
#include "grow/random/row_sample.h"

namespace espalier {
namespace {

CombinedSize size_with(std::size_t splits) {
  return splits > 0 ? CombinedSize{2 * splits + 1, splits + 1} : CombinedSize{};
}

CombinedSize operator+(const CombinedSize& a, const CombinedSize& b) {
  return {a.nodes + b.nodes, a.leaves + b.leaves};
}

}  // namespace

Combiner::Combiner(const CombinedRows& data, std::span<const std::uint32_t> rows, const WatchedRows& watched,
                   const CombinerOptions& options, std::uint64_t seed, Threads& threads)
    : data_(data), watched_(watched), options_(options), threads_(threads), proposers_([data, options] {
        return make_proposer(data, options.proposer);
      }) {
  ESPALIER_ASSERT(!rows.empty() && options.trees > 0);
  const auto none = [&] {
    return options.loss == CombinedLoss::log ? log_combination(data, rows) : squared_combination(data, rows);
  };
  const CombinationSearchOptions search{options.beam, options.pick, Random(seed, "search").bits()};
  ESPALIER_ASSERT(options.search == SearchKind::blocked || options.loss == CombinedLoss::squared);
  search_ = options.search == SearchKind::greedy ? greedy_search(data, total_weight(data, rows), search, threads)
                                                 : blocked_search(none(), search, threads);
  for (std::size_t t = 0; t < options.trees; ++t) seeds_.push_back(Random(seed, "tree", t).bits());
  std::vector<std::optional<CombinedTree>> trees(options.trees);
  threads.each(options.trees, [&](std::size_t t) {
    RowSample sample = draw_rows(rows, options.sample < 1 ? Bootstrap::without : Bootstrap::none, options.sample,
                                 Random(seed, "sample", t));
    std::vector<std::uint32_t> others;
    std::ranges::set_difference(rows, sample.rows, std::back_inserter(others));
    trees[t].emplace(data, std::move(sample.rows), std::move(others), watched);
  });
  const std::unique_ptr<Combination> roots = none();
  Combination::Work work;
  Combination::Addend addend;
  trees_.reserve(options.trees);
  for (std::optional<CombinedTree>& tree : trees) {
    trees_.push_back(*std::move(tree));
    roots->prepare(trees_.back(), addend);
    loss_ = roots->with(trees_.back(), addend, work);
    roots->add(trees_.back(), addend, {}, work);
  }
}

CombinedSize Combiner::size() const {
  CombinedSize size;
  for (const CombinedTree& tree : trees_) size = size + size_with(tree.splits());
  return size;
}

bool Combiner::grow(const CombinedSize& most) {
  if (std::exchange(finished_, true)) return false;
  proposals_.resize(trees_.size());
  threads_.each(trees_.size(), [&](std::size_t t) {
    proposals_[t] = proposers_.local()->propose(trees_[t], Random(seeds_[t], "round", rounds_));
  });
  const auto splits = [](const std::vector<SplitProposal>& of_tree) { return of_tree[0].is_split(); };
  if (std::ranges::none_of(proposals_, splits)) return false;
  const Picked picked = search_->search(trees_, proposals_, rounds_);
  CombinedSize size;
  for (const Pick& pick : picked.picks)
    size = size + size_with(trees_[pick.tree].splits() + (splits(proposals_[pick.tree]) ? 1 : 0));
  if (size.nodes > most.nodes || size.leaves > most.leaves) return false;
  apply(picked);
  loss_ = picked.loss;
  ++rounds_;
  finished_ = false;
  return true;
}

// A tree that is picked once is split in place; one that is picked more often is copied.
void Combiner::apply(const Picked& picked) {
  std::vector<std::size_t> uses(trees_.size());
  for (const Pick& pick : picked.picks) ++uses[pick.tree];
  std::vector<CombinedTree> next;
  next.reserve(picked.picks.size());
  for (const Pick& pick : picked.picks) {
    if (--uses[pick.tree] == 0)
      next.push_back(std::move(trees_[pick.tree]));
    else
      next.push_back(trees_[pick.tree]);
  }
  threads_.each(next.size(), [&](std::size_t t) {
    const Pick& pick = picked.picks[t];
    const SplitProposal& proposal = proposals_[pick.tree][pick.proposal];
    if (proposal.is_split()) next[t].split(data_, proposal, watched_);
  });
  trees_ = std::move(next);
}

}  // namespace espalier
