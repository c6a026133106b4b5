#include "method/graft/choice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "method/graft/growth_sample.h"

namespace espalier {
namespace {

using test::at_most;

GraftLists lists_of(std::vector<double> ridges, std::size_t first) {
  GraftLists lists;
  lists.ridge = {std::move(ridges), first};
  lists.gamma = {{1}, 0};
  lists.new_root = {{1}, 0};
  lists.tree_leaves = {{LeafTree::kMostLeaves}, 0};
  return lists;
}

class GraftChoices : public testing::Test {
 protected:
  explicit GraftChoices(std::size_t rows = 300) : sample(rows, 0) {}

  void use(const test::GrowthSample& of) {
    folds.clear();
    folds.push_back(of.split(threads));
    task.split = of.options;
  }

  ChosenGraft choose(const GraftLists& lists, int thread_count = 1) {
    espalier::Run run{1, thread_count, [&](const Progress& progress) {
                        done = progress.done;
                        return true;
                      }};
    Reporter reporter(run, "choosing", most_trials({&lists, 1}));
    Threads of_trials(thread_count);
    return choose_graft(folds, task, {&lists, 1}, reporter, of_trials);
  }

  // Mean loss of the watched rows, over all folds.
  double cost(double ridge, std::size_t leaves) {
    double sum = 0;
    for (const GraftRows& rows : folds) {
      GraftTrial trial(rows, {1, ridge, 1}, task, LeafTree::kMostLeaves, threads);
      for (std::size_t size = 2; size <= leaves; ++size) trial.grow_to(size);
      sum += trial.watched_loss();
    }
    return sum / static_cast<double>(folds.size());
  }

  Threads threads{1};
  test::GrowthSample sample;
  std::deque<GraftRows> folds;
  GraftTask task{at_most(12), {}, {}, 0, 1};
  std::uint64_t done = 0;
};

TEST_F(GraftChoices, BeginWithTheFirstOfEachList) {
  GraftLists lists = lists_of({1, 10, 100}, 1);
  lists.gamma = {{0.5, 3}, 1};
  lists.new_root = {{0.5, 1}, 0};
  lists.tree_leaves = {{16, 8}, 1};
  const GraftChoice choice = first_choice(lists);
  EXPECT_EQ(choice.setting.ridge, 10);
  EXPECT_EQ(choice.setting.gamma, 3);
  EXPECT_EQ(choice.setting.new_root, 0.5);
  EXPECT_EQ(choice.tree_leaves, 8U);
  EXPECT_FALSE(choice.leaves || choice.refit || choice.swaps);
}

// Up to fewer than 20 leaves every size is measured: the cost of a ridge is that of its best size.
TEST_F(GraftChoices, GoThroughAListInTheDirectionThatHelpsForAsLongAsItDoes) {
  use(sample);
  const std::vector<double> ridges = {0.1, 1, 10, 100, 1000, 10'000};
  std::vector<double> costs;
  for (const double ridge : ridges) {
    double least = cost(ridge, 0);
    for (std::size_t leaves = 2; leaves <= 12; ++leaves) least = std::min(least, cost(ridge, leaves));
    costs.push_back(least);
  }
  for (std::size_t first = 0; first < ridges.size(); ++first) {
    std::size_t best = first;
    while (best + 1 < ridges.size() && costs[best + 1] < costs[best]) ++best;
    while (best <= first && best > 0 && costs[best - 1] < costs[best]) --best;
    EXPECT_EQ(choose(lists_of(ridges, first)).choice.setting.ridge, ridges[best]) << first;
  }
}

TEST_F(GraftChoices, GrowNoFurtherThanHelps) {
  Random random(1, "noise");
  for (double& value : sample.all.target.values) value = random.normal();
  use(sample);
  task.limits = at_most(200);
  const ChosenGraft chosen = choose(lists_of({1}, 0));
  ASSERT_TRUE(chosen.choice.leaves);
  EXPECT_LT(*chosen.choice.leaves, 10U);
  EXPECT_EQ(chosen.forest.leaves(), *chosen.choice.leaves);
}

TEST_F(GraftChoices, OfTheWholeBudgetNameNoSize) {
  use(sample);
  task.limits = at_most(4);
  const ChosenGraft chosen = choose(lists_of({1}, 0));
  EXPECT_FALSE(chosen.choice.leaves);
  EXPECT_EQ(chosen.forest.leaves(), 4U);
}

TEST_F(GraftChoices, RefitOnlyWhereThatIsBetter) {
  use(sample);
  GraftLists lists = lists_of({1000}, 0);  // which is far too strong
  lists.refit = {1e9, 1};
  EXPECT_EQ(choose(lists).choice.refit, 1);
  lists.refit = {1e9, 1e8};
  EXPECT_FALSE(choose(lists).choice.refit);
}

TEST_F(GraftChoices, ExchangeOnlyWhereThatIsBetter) {
  int exchanges = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    use(test::GrowthSample(300, 0, seed));
    GraftLists lists = lists_of({1}, 0);
    const ChosenGraft plain = choose(lists);
    lists.searches = 20;
    const ChosenGraft exchanged = choose(lists);
    const auto watched = [&](const LeafForest& forest) {
      GraftGrowth growth(folds[0], {1, 1, 1}, task.split, threads);
      growth.set_forest(forest);
      return growth.watched_loss();
    };
    exchanges += exchanged.choice.swaps ? 1 : 0;
    EXPECT_FALSE(plain.choice.swaps);
    EXPECT_LE(exchanged.choice.searches, 20);
    EXPECT_EQ(exchanged.choice.swaps, watched(exchanged.forest) < watched(plain.forest)) << seed;
    EXPECT_LE(watched(exchanged.forest), watched(plain.forest)) << seed;
  }
  EXPECT_GT(exchanges, 0);
  EXPECT_LT(exchanges, 8);
}

TEST_F(GraftChoices, AreByAllFoldsAndComeToAForestOfTheFirst) {
  const test::GrowthSample other(400, 0, 2);
  folds.push_back(sample.split(threads));
  folds.push_back(other.split(threads));
  task.split = sample.options;
  task.limits = at_most(3);
  const std::vector<double> ridges = {1, 3000};
  const ChosenGraft chosen = choose(lists_of(ridges, 1));
  EXPECT_EQ(chosen.choice.setting.ridge, cost(1, 3) < cost(3000, 3) ? 1 : 3000);
  EXPECT_EQ(chosen.forest.rows(), folds[0].bins.rows());
}

TEST_F(GraftChoices, ReportAllTrialsThatThereMayBe) {
  use(sample);
  task.limits = at_most(3);
  GraftLists lists = lists_of({1, 10, 100, 1000}, 2);
  lists.gamma = {{1, 2}, 0};
  EXPECT_EQ(most_trials({&lists, 1}), 6U);  // the first, three other ridges, another gamma, and one with exchanges
  choose(lists);
  EXPECT_EQ(done, 6U);
  lists.searches = 1;
  choose(lists);
  EXPECT_EQ(done, 6U);
}

// The kind of trees is that of the better first setting; the other lists of that kind are then searched.
TEST_F(GraftChoices, TakeTheBetterKindOfTrees) {
  const test::GrowthSample classes(300, 3);
  use(classes);
  std::vector<GraftLists> both = {lists_of({1}, 0), lists_of({1, 3000}, 1)};
  both[1].tree_classes = TreeClasses::one;
  const espalier::Run run = {1, 1, {}};
  Reporter reporter(run, "choosing", most_trials(both));
  EXPECT_EQ(choose_graft(folds, task, both, reporter, threads).choice.setting.tree_classes, TreeClasses::all);
  both = {lists_of({3000}, 0), lists_of({1, 300}, 1)};
  both[1].tree_classes = TreeClasses::one;
  const GraftChoice choice = choose_graft(folds, task, both, reporter, threads).choice;
  EXPECT_EQ(choice.setting.tree_classes, TreeClasses::one);
  EXPECT_EQ(choice.setting.ridge, 1);
}

TEST_F(GraftChoices, AreTheSameOnAnyNumberOfThreads) {
  use(sample);
  GraftLists lists = lists_of({1, 10, 100}, 1);
  lists.refit = {10, 1};
  lists.searches = 2;
  const ChosenGraft one = choose(lists), four = choose(lists, 4);
  EXPECT_EQ(one.forest.weights().weights, four.forest.weights().weights);
  EXPECT_EQ(one.choice.setting.ridge, four.choice.setting.ridge);
  EXPECT_EQ(one.choice.leaves, four.choice.leaves);
  EXPECT_EQ(one.choice.refit, four.choice.refit);
}

}  // namespace
}  // namespace espalier
