#include "grow/combined/proposer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "espalier/table.h"
#include "grow/combined/combined_sample.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;

class Proposers : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, Proposers,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes));

// Σ w |y - mean|² of the tree's own rows.
double own_error(const CombinedTree& tree) {
  double sum = 0;
  for (const CombinedLeaf& leaf : tree.leaves()) sum += leaf.error;
  return sum;
}

TEST_P(Proposers, AGainIsWhatTheTreesOwnErrorFallsBy) {
  const CombinedSample sample(GetParam());
  CombinedTree tree = sample.root(1);
  const std::unique_ptr<Proposer> proposer = make_proposer(sample.rows(), {4, 3, LeafHeuristic::size});
  for (std::uint64_t round = 0; round < 8; ++round) {
    const std::vector<SplitProposal> proposals = proposer->propose(tree, Random(2, "round", round));
    ASSERT_TRUE(proposals[0].is_split());
    EXPECT_TRUE(std::ranges::is_sorted(proposals, std::ranges::greater(), &SplitProposal::gain));
    for (const SplitProposal& proposal : proposals) {
      CombinedTree split = tree;
      split.split(sample.rows(), proposal, {});
      EXPECT_NEAR(own_error(tree) - own_error(split), proposal.gain, 1e-9);
      const CombinedLeaf& left = split.leaves()[proposal.leaf];
      for (std::size_t k = 0; k < sample.width; ++k)
        EXPECT_NEAR(tree.mean(tree.leaves()[proposal.leaf])[k] + proposal.change_of(true)[k], split.mean(left)[k],
                    1e-12);
    }
    tree.split(sample.rows(), proposals[0], {});
  }
}

TEST(Proposer, NoTwoProposalsPartALeafAlike) {
  const CombinedSample sample(CombinedKind::numbers, 12);  // few rows, so that most thresholds repeat
  CombinedTree tree = sample.root(1);
  const std::unique_ptr<Proposer> proposer = make_proposer(sample.rows(), {1000, 1, LeafHeuristic::size});
  const std::vector<SplitProposal> proposals = proposer->propose(tree, Random(1, "draws"));
  std::set<std::pair<std::int32_t, std::vector<std::uint8_t>>> seen;
  for (const SplitProposal& proposal : proposals)
    EXPECT_TRUE(seen.insert({proposal.split.nodes[0].feature, proposal.sides}).second);
  EXPECT_GT(seen.size(), 5U);
}

TEST(Proposer, LooksAtTheLeavesThatTheHeuristicNames) {
  const CombinedSample sample(CombinedKind::numbers);
  CombinedTree tree = sample.root(1);
  const std::unique_ptr<Proposer> any = make_proposer(sample.rows(), {1, 100, LeafHeuristic::size});
  for (std::uint64_t round = 0; round < 6; ++round)
    tree.split(sample.rows(), any->propose(tree, Random(3, "round", round))[0], {});
  const auto first = [&](LeafHeuristic heuristic, auto&& worth) {
    const auto proposer = make_proposer(sample.rows(), {1, 1, heuristic});
    const std::uint32_t chosen = proposer->propose(tree, Random(1, "draws"))[0].leaf;
    const auto best = std::ranges::max_element(tree.leaves(), {}, worth);
    EXPECT_EQ(chosen, static_cast<std::size_t>(best - tree.leaves().begin()));
  };
  first(LeafHeuristic::error, [](const CombinedLeaf& leaf) { return leaf.error; });
  first(LeafHeuristic::size, [](const CombinedLeaf& leaf) { return leaf.own.size(); });
  // Among those that can be split.
  first(LeafHeuristic::depth, [](const CombinedLeaf& leaf) { return leaf.own.size() > 1 ? -1.0 * leaf.depth : -1e9; });
}

TEST(Proposer, ATreeThatCannotBeSplitIsProposedAsItIs) {
  const CombinedSample sample(CombinedKind::numbers, 6);
  CombinedTree tree(sample.rows(), {3}, {0, 1, 2, 4, 5}, {});
  const auto proposals = make_proposer(sample.rows(), {5, 5, LeafHeuristic::depth})->propose(tree, Random(1, "draws"));
  ASSERT_EQ(proposals.size(), 1U);
  EXPECT_FALSE(proposals[0].is_split());
}

// The root is split, then its two children, and then there is no leaf above the third level.
TEST(Proposer, SplitsNoLeafAtTheDepthLimit) {
  const CombinedSample sample(CombinedKind::numbers);
  CombinedTree tree = sample.root(1);
  const auto proposer = make_proposer(sample.rows(), {1, 5, LeafHeuristic::error, 2});
  for (std::uint64_t round = 0; round < 3; ++round) {
    const auto proposals = proposer->propose(tree, Random(3, "round", round));
    ASSERT_TRUE(proposals[0].is_split());
    tree.split(sample.rows(), proposals[0], {});
  }
  for (const CombinedLeaf& leaf : tree.leaves()) EXPECT_EQ(leaf.depth, 3U);
  EXPECT_FALSE(proposer->propose(tree, Random(3, "round", 3))[0].is_split());
}

// Rows that no column tells apart must not stand in the way of leaves that can be split.
TEST(Proposer, PassesOverLeavesWithoutAColumnToSplitBy) {
  std::vector<float> a(40, 0.0F);
  std::vector<double> y(40);
  for (std::size_t row = 0; row < 40; ++row) {
    a[row] = row < 30 ? 0.0F : static_cast<float>(row);
    y[row] = row % 2 == 0 ? 100 : -100;  // the constant part has the largest error by far
  }
  const Table table = test::table_of({test::numeric("a", a)});
  Threads threads(1);
  const ValueTable values(table, threads);
  SplitTargets sums;
  sums.values = y;
  const CombinedRows data = {values, sums, y, 1, {}};
  std::vector<std::uint32_t> rows(40);
  for (std::uint32_t row = 0; row < 40; ++row) rows[row] = row;
  CombinedTree tree(data, rows, {}, {});
  const auto proposer = make_proposer(data, {1, 1, LeafHeuristic::error});
  int splits = 0;
  for (std::uint64_t round = 0; round < 30; ++round) {
    const auto proposals = proposer->propose(tree, Random(1, "round", round));
    if (!proposals[0].is_split()) break;
    tree.split(data, proposals[0], {});
    ++splits;
  }
  EXPECT_EQ(splits, 10);  // all ten others are told apart
}

}  // namespace
}  // namespace espalier
