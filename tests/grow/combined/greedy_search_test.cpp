#include <gtest/gtest.h>

#include <algorithm>

#include "grow/combined/search_sample.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;
using test::Proposed;

Picked search(const CombinedSample& sample, const Proposed& from, const CombinationSearchOptions& options,
              int threads = 1) {
  Threads some(threads);
  return greedy_search(sample.rows(), sample.total(), options, some)->search(from.trees, from.proposals, 1);
}

class GreedySearches : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, GreedySearches,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes));

// Algorithm 3 with a beam of one: any proposal that is not in yet.
TEST_P(GreedySearches, ABeamOfOneTakesTheBestProposalThatIsLeft) {
  const CombinedSample sample(GetParam());
  const Proposed from = test::propose(sample, 4, 3);
  std::vector<Pick> expected;
  double least = 0;
  for (std::size_t step = 0; step < 4; ++step) {
    std::vector<Pick> best;
    for (std::uint32_t t = 0; t < 4; ++t) {
      for (std::uint32_t p = 0; p < from.proposals[t].size(); ++p) {
        if (std::ranges::find(expected, Pick{t, p}) != expected.end()) continue;
        std::vector<Pick> picks = expected;
        picks.push_back({t, p});
        const double loss = test::loss_of(sample, from, picks);
        if (!best.empty() && !(loss < least - 1e-12)) continue;
        best = picks;
        least = loss;
      }
    }
    expected = best;
  }
  const Picked picked = search(sample, from, {1, 1, 1});
  EXPECT_EQ(picked.picks, expected);
  EXPECT_NEAR(picked.loss, least, 1e-9);
}

TEST_P(GreedySearches, NoProposalIsTakenTwiceAndTheLossIsThatOfThePicks) {
  const CombinedSample sample(GetParam());
  const Proposed from = test::propose(sample, 6, 4);
  for (const double share : {1.0, 0.3}) {
    for (const std::size_t beam : {1U, 5U, 40U}) {
      const Picked picked = search(sample, from, {beam, share, 1});
      ASSERT_EQ(picked.picks.size(), 6U);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(std::ranges::count(picked.picks, picked.picks[i]), 1);
      EXPECT_NEAR(picked.loss, test::loss_of(sample, from, picked.picks), 1e-9);
    }
  }
}

TEST(GreedySearch, IsTheSameOnAnyNumberOfThreads) {
  const CombinedSample sample(CombinedKind::classes);
  const Proposed from = test::propose(sample, 8, 12);
  const Picked one = search(sample, from, {5, 1, 1}, 1), three = search(sample, from, {5, 1, 1}, 3);
  EXPECT_EQ(one.picks, three.picks);
  EXPECT_EQ(one.loss, three.loss);
}

}  // namespace
}  // namespace espalier
