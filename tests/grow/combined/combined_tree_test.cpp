#include "grow/combined/combined_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "grow/combined/combined_sample.h"
#include "grow/combined/proposer.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;

class CombinedTrees : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, CombinedTrees,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes));

CombinedTree grown(const CombinedSample& sample, const WatchedRows& watched, int splits) {
  std::vector<std::uint32_t> own, others;
  for (const std::uint32_t row : sample.all) (row % 3 > 0 ? own : others).push_back(row);
  CombinedTree tree(sample.rows(), own, others, watched);
  const std::unique_ptr<Proposer> proposer = make_proposer(sample.rows(), {1, 3, LeafHeuristic::error});
  for (int i = 0; i < splits; ++i) {
    const std::vector<SplitProposal> proposals = proposer->propose(tree, Random(1, "grown", static_cast<unsigned>(i)));
    if (proposals[0].is_split()) tree.split(sample.rows(), proposals[0], watched);
  }
  return tree;
}

// Missing values and categories included, whether the tree was grown on the row or not.
TEST_P(CombinedTrees, EveryRowIsInTheLeafThatTheNodesLeadItTo) {
  const CombinedSample sample(GetParam());
  const WatchedRows watched = {sample.values.data(), sample.all};
  const CombinedTree tree = grown(sample, watched, 12);
  ASSERT_GT(tree.splits(), 5U);
  EXPECT_EQ(tree.tree().nodes.size(), 2 * tree.splits() + 1);
  std::size_t seen = 0;
  for (const CombinedLeaf& leaf : tree.leaves()) {
    const auto check = [&](std::uint32_t row) {
      EXPECT_EQ(sample.predict(tree.tree(), row).data(), tree.mean(leaf).data());
      ++seen;
    };
    std::ranges::for_each(tree.own(leaf), check);
    std::ranges::for_each(tree.others(leaf), check);
    std::ranges::for_each(tree.watched(leaf), check);
  }
  EXPECT_EQ(seen, 2 * sample.all.size());
}

TEST_P(CombinedTrees, LeavesHaveTheMeansAndErrorsOfTheirOwnRows) {
  const CombinedSample sample(GetParam());
  const CombinedTree tree = grown(sample, {}, 12);
  for (const CombinedLeaf& leaf : tree.leaves()) {
    double error = 0, weight = 0;
    for (std::size_t k = 0; k < sample.width; ++k) {
      double sum = 0;
      weight = 0;
      for (const std::uint32_t row : tree.own(leaf)) {
        sum += sample.weight(row) * sample.numbers[row * sample.width + k];
        weight += sample.weight(row);
      }
      EXPECT_NEAR(tree.mean(leaf)[k], sum / weight, 1e-12);
      for (const std::uint32_t row : tree.own(leaf)) {
        const double lack = sample.numbers[row * sample.width + k] - sum / weight;
        error += sample.weight(row) * lack * lack;
      }
    }
    EXPECT_NEAR(leaf.error, error, 1e-9);
    EXPECT_NEAR(tree.tree().nodes[leaf.node].rows, weight, 1e-9);
  }
}

}  // namespace
}  // namespace espalier
