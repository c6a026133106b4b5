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
  return blocked_search(squared_combination(sample.rows(), sample.all), options, some)
      ->search(from.trees, from.proposals, 1);
}

class BlockedSearches : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, BlockedSearches,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes));

// Algorithm 4 with a beam of one: tree by tree the proposal with the least loss of all trees so far.
TEST_P(BlockedSearches, ABeamOfOneTakesTheBestOfEachTreeInItsTurn) {
  const CombinedSample sample(GetParam());
  const Proposed from = test::propose(sample, 4, 4);
  std::vector<Pick> expected;
  double least = 0;
  for (std::uint32_t t = 0; t < 4; ++t) {
    std::vector<Pick> best;
    for (std::uint32_t p = 0; p < from.proposals[t].size(); ++p) {
      std::vector<Pick> picks = expected;
      picks.push_back({t, p});
      const double loss = test::loss_of(sample, from, picks);
      if (!best.empty() && !(loss < least - 1e-12)) continue;
      best = picks;
      least = loss;
    }
    expected = best;
  }
  const Picked picked = search(sample, from, {1, 1, 1});
  EXPECT_EQ(picked.picks, expected);
  EXPECT_NEAR(picked.loss, least, 1e-9);
}

TEST_P(BlockedSearches, AWideBeamFindsTheBestOfAllCombinations) {
  const CombinedSample sample(GetParam());
  const Proposed from = test::propose(sample, 3, 3);
  double least = 1e9;
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 0; b < 3; ++b)
      for (std::uint32_t c = 0; c < 3; ++c)
        least = std::min(least, test::loss_of(sample, from, std::vector<Pick>{{0, a}, {1, b}, {2, c}}));
  const Picked picked = search(sample, from, {27, 1, 1});
  EXPECT_NEAR(picked.loss, least, 1e-9);
  EXPECT_NEAR(test::loss_of(sample, from, picked.picks), least, 1e-9);
}

TEST(BlockedSearch, LooksAtAShareOfTheProposalsOnly) {
  const CombinedSample sample(CombinedKind::numbers);
  const Proposed from = test::propose(sample, 6, 5);
  const Picked all = search(sample, from, {1, 1, 1}), some = search(sample, from, {1, 0.2, 1});
  EXPECT_NE(all.picks, some.picks);
  EXPECT_NEAR(some.loss, test::loss_of(sample, from, some.picks), 1e-9);
}

TEST(BlockedSearch, IsTheSameOnAnyNumberOfThreads) {
  const CombinedSample sample(CombinedKind::classes);
  const Proposed from = test::propose(sample, 6, 5);
  EXPECT_EQ(search(sample, from, {5, 1, 1}, 1).picks, search(sample, from, {5, 1, 1}, 3).picks);
}

}  // namespace
}  // namespace espalier
