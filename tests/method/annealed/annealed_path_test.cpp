#include "method/annealed/annealed_path.h"

#include <gtest/gtest.h>

#include "method/annealed/annealed_sample.h"
#include "method/annealed/pool.h"
#include "method/annealed/tree_proposal.h"

namespace espalier {
namespace {

class AnnealedPathOf : public testing::TestWithParam<int> {
 protected:
  const Loss loss = test::loss_for(GetParam());
  const LabelledRows rows = test::annealed_sample(300, GetParam(), 1),
                     other_rows = test::annealed_sample(200, GetParam(), 2);
  const LabelledView train = rows, others = other_rows;
  Threads threads{1};

  AnnealedRows make_rows() {
    ChainOptions chains;
    chains.loss = loss;
    chains.trees = 24;
    chains.chains = 4;
    chains.depths = {2, 3};
    return {loss, train,
            std::make_unique<TreeProposal>(grow_pool(train, chains, 1, threads), train, loss, Grouping::members),
            threads};
  }
  static AnnealPlan plan() {
    AnnealPlan plan;
    plan.schedule = {10, 10};
    plan.levels = {12, 5, 2};
    return plan;
  }
};

TEST_P(AnnealedPathOf, ALevelThatIsFinishedAloneIsTheSameAsAmongAllOthers) {
  AnnealedRows of = make_rows();
  of.measure_on(others);
  AnnealedPath one(of, threads), all(of, threads);
  one.select(RankingCriterion::mean_square, 10, plan());
  all.select(RankingCriterion::mean_square, 10, plan());
  one.finish(1);
  all.finish_all();
  ASSERT_EQ(one.size(), 3U);
  EXPECT_EQ(one[1].groups.size(), 5U);
  EXPECT_EQ(one[1].weights, all[1].weights);
  EXPECT_EQ(one.measure_of(1)->loss, all.measure_of(1)->loss);
  EXPECT_FALSE(one.is_finished(0) || one.is_finished(2) || one.measure_of(0));
  EXPECT_LT(one.steps().size(), all.steps().size());
}

TEST_P(AnnealedPathOf, RefittingLowersTheObjectiveAndTheLossOfTheTrainingRows) {
  const AnnealedRows of = make_rows();
  AnnealedPath path(of, threads);
  path.select(RankingCriterion::mean_square, 1, plan());
  for (std::size_t level = 0; level < path.size(); ++level) {
    const double before = path.on_training_rows(level).loss;
    path.finish(level);
    EXPECT_FALSE(path.measure_of(level));  // no other rows
    EXPECT_LE(path.on_training_rows(level).loss, before * 1.01) << level;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, AnnealedPathOf, testing::Values(0, 2, 3));

}  // namespace
}  // namespace espalier
