// The paper's algorithm 1: trees that are built together. In every round each tree proposes splits of its leaves, and
// the combination of proposals that predicts best is taken. Proposals are made in parallel; the random draws of a tree
// depend on its number and the round alone.
#pragma once

#include <optional>

#include "grow/combined/proposer.h"
#include "grow/combined/search.h"

namespace espalier {

enum class SearchKind : std::uint8_t { blocked, greedy };
enum class CombinedLoss : std::uint8_t { squared, log };

struct CombinerOptions {
  std::size_t trees = 100;
  double sample = 1;  // share of the rows that a tree is grown on, drawn without replacement
  SearchKind search = SearchKind::blocked;
  CombinedLoss loss = CombinedLoss::squared;  // log: of classes, by the blocked search
  std::size_t beam = 5;
  double pick = 1;
  ProposerOptions proposer;
};

struct CombinedSize {
  std::size_t nodes = 0;  // of trees that have a split; the others are constants
  std::size_t leaves = 0;
  bool operator==(const CombinedSize&) const = default;
};

class Combiner {
 public:
  // `rows` are the training rows, ascending; they and all that is referred to must outlive this.
  Combiner(const CombinedRows& data, std::span<const std::uint32_t> rows, const WatchedRows& watched,
           const CombinerOptions& options, std::uint64_t seed, Threads& threads);

  // One more round; returns false, now and from then on, and leaves the trees as they are if none can be split or they
  // would exceed `most`.
  bool grow(const CombinedSize& most);

  std::size_t rounds() const noexcept { return rounds_; }
  double loss() const noexcept { return loss_; }  // mean over the training rows; at first that of the roots
  CombinedSize size() const;
  std::span<const CombinedTree> trees() const noexcept { return trees_; }

 private:
  void apply(const Picked& picked);

  const CombinedRows data_;
  const WatchedRows watched_;
  const CombinerOptions options_;
  Threads& threads_;
  PerThread<std::unique_ptr<Proposer>> proposers_;
  std::vector<std::uint64_t> seeds_;  // by tree's place
  std::unique_ptr<CombinationSearch> search_;
  std::vector<CombinedTree> trees_;
  Proposals proposals_;
  std::size_t rounds_ = 0;
  bool finished_ = false;
  double loss_ = 0;
};

}  // namespace espalier
