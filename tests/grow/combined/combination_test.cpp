#include "grow/combined/combination.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/loss.h"
#include "grow/combined/combined_sample.h"
#include "grow/combined/proposer.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;

class Combinations : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, Combinations,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes, CombinedKind::many_classes,
                                         CombinedKind::weighted_many_classes));

// How many classes the leaves that it looks at have.
struct ClassesPerLeaf {
  std::ptrdiff_t fewest = 1000, most = 0;
  void look_at(const CombinedTree& tree) {
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const std::ptrdiff_t count = std::ranges::count_if(tree.mean(leaf), [](double share) { return share > 0; });
      fewest = std::min(fewest, count);
      most = std::max(most, count);
    }
  }
};

// Adds tree after tree, each with the last of its proposals, and compares with the sums over all rows.
template <class Loss>
void expect_definition(const CombinedSample& sample, std::unique_ptr<Combination> combination, Loss&& loss) {
  const auto proposer = make_proposer(sample.rows(), {3, 2, LeafHeuristic::error});
  std::vector<CombinedTree> chosen;
  Combination::Work work;
  Combination::Addend addend;
  ClassesPerLeaf seen;
  for (std::uint64_t t = 0; t < 5; ++t) {
    CombinedTree tree = sample.root(t);
    for (std::uint64_t round = 0; round < t; ++round)
      tree.split(sample.rows(), proposer->propose(tree, Random(t, "round", round))[0], {});
    seen.look_at(tree);
    combination->prepare(tree, addend);
    const double whole = combination->with(tree, addend, work);
    chosen.push_back(tree);
    EXPECT_NEAR(whole, loss(chosen), 1e-9);
    const std::vector<SplitProposal> proposals = proposer->propose(tree, Random(t, "last"));
    Combination::Work of_leaf;
    for (const SplitProposal& proposal : proposals) {
      ASSERT_TRUE(proposal.is_split());
      chosen.back() = tree;
      chosen.back().split(sample.rows(), proposal, {});
      EXPECT_NEAR(whole + combination->change(tree, addend, proposal, of_leaf), loss(chosen), 1e-9);
    }
    EXPECT_EQ(combination->change(tree, addend, {}, of_leaf), 0);
    combination->add(tree, addend, proposals.back(), work);
    combination = combination->clone();
  }
  if (sample.width < 9) return;
  EXPECT_LE(seen.fewest, 2);
  EXPECT_GT(seen.most, 2);
}

TEST_P(Combinations, SquaredLossesAreThoseOfTheMeanPrediction) {
  const CombinedSample sample(GetParam());
  expect_definition(sample, squared_combination(sample.rows(), sample.all),
                    [&](const std::vector<CombinedTree>& trees) { return sample.squared_loss(trees); });
}

TEST_P(Combinations, LogLossesAreThoseOfTheMeanShares) {
  const CombinedSample sample(GetParam());
  if (sample.classes.empty()) return;
  expect_definition(sample, log_combination(sample.rows(), sample.all),
                    [&](const std::vector<CombinedTree>& trees) { return sample.log_loss(trees, kLeastShare); });
}

}  // namespace
}  // namespace espalier
