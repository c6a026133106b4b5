#include "method/combine/options.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"
#include "espalier/error.h"

namespace espalier {
namespace {

TEST(CombineSettings, WithoutABudgetThereAreAHundredTrees) {
  EXPECT_EQ(combined_trees({}, {}, 1), 100U);
  CombineOptions options;
  options.trees = 7;
  EXPECT_EQ(combined_trees(options, {}, 1), 7U);
}

TEST(CombineSettings, ABudgetHasATreeForEvery32Leaves) {
  EXPECT_EQ(combined_trees({}, Budget{320, Unit::leaves}, 1), 10U);
  EXPECT_EQ(combined_trees({}, Budget{640, Unit::nodes}, 1), 10U);
  EXPECT_EQ(combined_trees({}, Budget{3, Unit::leaves}, 1), 1U);
  EXPECT_EQ(combined_trees({}, Budget{100000, Unit::leaves}, 1), 100U);
}

TEST(CombineSettings, ShallowTreesShareABudgetAmongMore) {
  CombineOptions options;
  options.depth = 3;
  EXPECT_EQ(combined_trees(options, Budget{320, Unit::leaves}, 1), 40U);
  EXPECT_EQ(combiner_options(options, 40, 1000).proposer.depth, 3U);
  options.depth = 50;
  EXPECT_EQ(combined_trees(options, Budget{320, Unit::leaves}, 1), 10U);
}

// A leaf of thirty classes takes as many bytes as twelve of numbers.
TEST(CombineSettings, OutputsCountInBytes) {
  const Budget budget = {16384, Unit::bytes};
  EXPECT_EQ(combined_trees({}, budget, 1), 51U);
  EXPECT_EQ(combined_trees({}, budget, 30), 4U);
}

TEST(CombineSettings, EveryTreeThatIsAskedForMustHaveRoomForASplit) {
  CombineOptions options;
  options.trees = 50;
  EXPECT_EQ(combined_trees(options, Budget{200, Unit::leaves}, 1), 50U);
  EXPECT_EQ(combined_trees(options, Budget{20, Unit::leaves}, 1), 10U);
  EXPECT_EQ(combined_trees(options, Budget{20, Unit::nodes}, 1), 6U);
  EXPECT_EQ(combined_trees(options, Budget{1, Unit::leaves}, 1), 1U);
}

TEST(CombineSettings, FewTreesOfFewRowsLookAtMore) {
  CombineOptions options;
  EXPECT_EQ(combiner_options(options, 10, 1000).beam, 20U);
  EXPECT_EQ(combiner_options(options, 10, 1000).proposer.keep, 100U);
  EXPECT_EQ(combiner_options(options, 10, 100000).beam, 2U);
  EXPECT_EQ(combiner_options(options, 100, 1000).proposer.keep, 20U);
  options.search = SearchKind::greedy;  // which goes over all pairs
  EXPECT_EQ(combiner_options(options, 10, 1000).proposer.keep, 20U);
  options.keep = 7;
  EXPECT_EQ(combiner_options(options, 10, 1000).proposer.keep, 7U);
}

TEST(CombineSettings, MoreEffortIsAWiderBeam) {
  CombineOptions options;
  options.effort = Effort::high;
  EXPECT_EQ(combiner_options(options, 100, 100000).beam, 5U);
  EXPECT_EQ(combiner_options(options, 10, 1000).beam, 20U);
  options.beam = 3;
  EXPECT_EQ(combiner_options(options, 100, 100000).beam, 3U);
}

TEST(CombineSettings, MoreEffortIsMoreSweepsOfARefit) {
  CombineOptions options;
  EXPECT_EQ(refit_sweeps(options), 5);
  options.effort = Effort::high;
  EXPECT_EQ(refit_sweeps(options), 10);
}

TEST(CombineSettings, TheLogLossIsOfClassesAndTheBlockedSearch) {
  CombineOptions options;
  options.loss = CombinedLoss::log;
  check_combine_options(options, Task::classification);
  EXPECT_ERROR(check_combine_options(options, Task::regression), ErrorCode::usage,
               "loss must be squared for regression");
  options.search = SearchKind::greedy;
  EXPECT_ERROR(check_combine_options(options, {}), ErrorCode::usage,
               "search must be blocked for loss log, since the greedy search only knows the squared loss");
}

}  // namespace
}  // namespace espalier
