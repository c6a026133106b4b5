#include "grow/combined/combiner.h"

#include <gtest/gtest.h>

#include <limits>

#include "grow/combined/combined_sample.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
constexpr CombinedSize kAny = {kNoLimit, kNoLimit};

CombinerOptions options(SearchKind search, std::size_t beam) {
  CombinerOptions result;
  result.trees = 8;
  result.sample = 0.7;
  result.search = search;
  result.beam = beam;
  result.proposer = {4, 3, LeafHeuristic::error};
  return result;
}

struct Case {
  CombinedKind kind;
  SearchKind search;
  std::size_t beam;
};

class Combiners : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Targets, Combiners, testing::ValuesIn([] {
                           std::vector<Case> cases;
                           for (const CombinedKind kind : {CombinedKind::numbers, CombinedKind::weighted,
                                                           CombinedKind::binary, CombinedKind::classes})
                             for (const SearchKind search : {SearchKind::blocked, SearchKind::greedy})
                               for (const std::size_t beam : {1U, 5U}) cases.push_back({kind, search, beam});
                           return cases;
                         }()));

// The sums that the search updates step by step and from round to round, compared with new sums over all rows and
// trees.
TEST_P(Combiners, TheLossIsThatOfTheDefinitionInEveryRound) {
  const auto [kind, search, beam] = GetParam();
  const CombinedSample sample(kind);
  Threads threads(1);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Combiner combiner(sample.rows(), sample.all, {}, options(search, beam), seed, threads);
    EXPECT_NEAR(combiner.loss(), sample.squared_loss(combiner.trees()), 1e-9);
    while (combiner.rounds() < 25 && combiner.grow(kAny))
      EXPECT_NEAR(combiner.loss(), sample.squared_loss(combiner.trees()), 1e-9);
    EXPECT_GT(combiner.rounds(), 5U);
  }
}

TEST_P(Combiners, IsTheSameOnAnyNumberOfThreads) {
  const auto [kind, search, beam] = GetParam();
  const CombinedSample sample(kind);
  Threads one(1), four(4);
  Combiner a(sample.rows(), sample.all, {}, options(search, beam), 1, one);
  Combiner b(sample.rows(), sample.all, {}, options(search, beam), 1, four);
  for (int round = 0; round < 10 && a.grow(kAny); ++round) {
    ASSERT_TRUE(b.grow(kAny));
    ASSERT_EQ(a.loss(), b.loss());
  }
  for (std::size_t t = 0; t < a.trees().size(); ++t)
    EXPECT_EQ(a.trees()[t].tree().weights, b.trees()[t].tree().weights);
}

TEST_P(Combiners, NeverExceedsALimitAndStaysAsItIsAtTheEnd) {
  const auto [kind, search, beam] = GetParam();
  const CombinedSample sample(kind);
  Threads threads(1);
  for (const CombinedSize most : {CombinedSize{kNoLimit, 15}, CombinedSize{kNoLimit, 16}, CombinedSize{60, kNoLimit}}) {
    Combiner combiner(sample.rows(), sample.all, {}, options(search, beam), 1, threads);
    while (combiner.grow(most)) {
      EXPECT_LE(combiner.size().leaves, most.leaves);
      EXPECT_LE(combiner.size().nodes, most.nodes);
    }
    // Eight trees of two leaves fit into sixteen.
    EXPECT_EQ(combiner.rounds() > 0, most.leaves >= 16);
    const double loss = combiner.loss();
    EXPECT_FALSE(combiner.grow(most));
    EXPECT_EQ(combiner.loss(), loss);
  }
}

// Algorithm 1 ends where nothing can be split; then every row that its trees own is fitted.
TEST(Combiner, GrowsUntilEveryTreeIsPure) {
  const CombinedSample sample(CombinedKind::numbers, 40);
  Threads threads(1);
  CombinerOptions all = options(SearchKind::blocked, 1);
  all.sample = 1;
  Combiner combiner(sample.rows(), sample.all, {}, all, 1, threads);
  while (combiner.grow(kAny)) {
  }
  EXPECT_NEAR(combiner.loss(), 0, 1e-12);
}

TEST(Combiner, TheLogLossOfClassesIsKeptUp) {
  for (const CombinedKind kind : {CombinedKind::binary, CombinedKind::classes}) {
    const CombinedSample sample(kind);
    Threads threads(1);
    CombinerOptions log = options(SearchKind::blocked, 3);
    log.loss = CombinedLoss::log;
    Combiner combiner(sample.rows(), sample.all, {}, log, 1, threads);
    while (combiner.rounds() < 10 && combiner.grow(kAny))
      EXPECT_NEAR(combiner.loss(), sample.log_loss(combiner.trees(), kLeastShare), 1e-9);
  }
}

}  // namespace
}  // namespace espalier
