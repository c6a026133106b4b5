#include "grow/random/random_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "espalier/forest.h"
#include "espalier/target.h"
#include "grow/cart/naive_split.h"

namespace espalier {
namespace {

using test::Problem;

// The tree of a problem's rows; `trees` differ by their draws alone.
class Forester {
 public:
  explicit Forester(const Problem& problem) : problem_(problem), view_(problem.table), table_(view_, threads_) {
    sums_.class_count = problem.target.labels.size();
    sums_.weights = problem.target.weights;
    values_ = problem.target.values;
    if (sums_.class_count == 2) values_.assign(problem.target.classes.begin(), problem.target.classes.end());
    sums_.values = values_;
    if (sums_.class_count > 2) sums_.classes = problem.target.classes;
  }
  // With the leaves' values as weights of the nodes.
  Tree grow(const RandomTreeOptions& options, std::uint64_t tree = 0) const {
    auto [grown, leaves] =
        grow_random_tree({view_, table_}, sums_, problem_.rows, options, Draws(Random(1, "test", tree)));
    const std::size_t width = sums_.classes.empty() ? 1 : sums_.class_count;
    grown.weights.resize(grown.nodes.size() * width);
    std::size_t leaf = 0;
    for (std::size_t i = 0; i < grown.nodes.size(); ++i) {
      if (grown.nodes[i].feature != kNone) continue;
      for (const auto& [output, value] : leaves.of(leaf++)) grown.weights[i * width + output] = value;
    }
    return std::move(grown);
  }

 private:
  const Problem& problem_;
  TableView view_;
  Threads threads_{1};
  ValueTable table_;
  std::vector<double> values_;
  SplitTargets sums_;
};

RandomTreeOptions with(CutKind cut, std::size_t features, std::optional<int> depth = {}, std::size_t min_rows = 1) {
  return {cut, features, depth, min_rows, LeafValue::mean};
}

Problem problem_of(std::vector<Column> columns, Target target) {
  Problem p;
  p.table = test::table_of(std::move(columns));
  p.target = std::move(target);
  p.rows.resize(p.table.rows);
  std::iota(p.rows.begin(), p.rows.end(), 0U);
  return p;
}

RandomTreeOptions with_share(CutKind cut, std::size_t features, std::optional<int> depth, double share) {
  RandomTreeOptions options = with(cut, features, depth);
  options.min_weight_fraction = share;
  return options;
}

double total_weight(const Problem& p) { return test::weight_of_rows(p.target, p.rows); }

TEST(RandomTree, TheBestCutOfAllColumnsIsThatOfTheNaiveSearch) {
  for (const int classes : {0, 2, 3}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Problem p = test::random_problem(seed, classes, seed % 2, seed % 3);
      p.table.columns.pop_back();  // for several classes the search of categories is not exhaustive
      const std::size_t min_rows = 1 + seed % 4;
      const SplitCriterion criterion = classes == 0 ? SplitCriterion::squared : SplitCriterion::gini;
      const double best = std::max(test::naive_best_numeric(p, 0, criterion, min_rows),
                                   test::naive_best_numeric(p, 1, criterion, min_rows));
      const Tree tree = Forester(p).grow(with(CutKind::best, 2, 1, min_rows));
      EXPECT_NEAR(tree.nodes[0].gain * total_weight(p), best, 1e-9);
    }
  }
}

TEST(RandomTree, TheBestCutOfCategoriesIsThatOfTheNaiveSearch) {
  for (const int classes : {0, 2}) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Problem p = test::random_problem(seed, classes, seed % 2, seed % 3);
      p.table.columns.erase(p.table.columns.begin(), p.table.columns.begin() + 2);
      const SplitCriterion criterion = classes == 0 ? SplitCriterion::squared : SplitCriterion::gini;
      const Tree tree = Forester(p).grow(with(CutKind::best, 1, 1));
      EXPECT_NEAR(tree.nodes[0].gain * total_weight(p), test::naive_best_subset(p, 0, criterion, 1), 1e-9);
    }
  }
}

// The gain of a root split, summed afresh from the rows.
double gain_of_root(const Problem& p, const Tree& tree, SplitCriterion criterion) {
  const TreeNode& root = tree.nodes[0];
  const Column& column = p.table.columns[static_cast<std::size_t>(root.feature)];
  std::vector<bool> left;
  for (const std::uint32_t row : p.rows) {
    if (column.feature.type == ColumnType::numeric) {
      const float value = column.values[row];
      left.push_back(std::isnan(value) ? root.missing_left : value <= root.threshold);
    } else {
      const std::int32_t code = column.codes[row];
      left.push_back(code < 0 ? root.missing_left : (tree.category_words[root.categories] >> code) & 1U);
    }
  }
  return test::naive_gain(p, criterion, 1, left);
}

TEST(RandomTree, TheGainOfADrawnCutIsThatOfItsRows) {
  for (const int classes : {0, 2, 3}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Problem p = test::random_problem(seed, classes, seed % 2, seed % 3);
      const SplitCriterion criterion = classes == 0 ? SplitCriterion::squared : SplitCriterion::gini;
      const Tree tree = Forester(p).grow(with(CutKind::random, 1 + seed % 3, 1), seed);
      EXPECT_NEAR(tree.nodes[0].gain * total_weight(p), std::max(0.0, gain_of_root(p, tree, criterion)), 1e-9);
    }
  }
}

TEST(RandomTree, ThresholdsAreUniformBetweenTheEnds) {
  const Problem p = problem_of({test::numeric("x", {-2, 8, 8, -2})}, test::classes({0, 1, 0, 1}));
  const Forester forester(p);
  std::vector<double> drawn;
  for (std::uint64_t tree = 0; tree < 4000; ++tree) {
    drawn.push_back((static_cast<double>(forester.grow(with(CutKind::random, 1, 1), tree).nodes[0].threshold) + 2) /
                    10);
  }
  std::sort(drawn.begin(), drawn.end());
  double distance = 0;  // Kolmogorov's, 1.95 / √n with probability 0.001
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    distance = std::max(distance, std::fabs(drawn[i] - static_cast<double>(i) / static_cast<double>(drawn.size())));
  }
  EXPECT_LT(distance, 1.95 / std::sqrt(4000.0));
  EXPECT_GE(drawn.front(), 0);
  EXPECT_LT(drawn.back(), 1);
}

TEST(RandomTree, ThresholdsStayBelowTheLargestValueWhereFloatsAreNeighbours) {
  const float low = 1, high = std::nextafter(1.0F, 2.0F);
  const float infinity = std::numeric_limits<float>::infinity();
  for (const auto& [a, b] : {std::pair{low, high}, {-infinity, infinity}, {0.0F, infinity}, {-infinity, 0.0F}}) {
    const Problem p = problem_of({test::numeric("x", {a, b})}, test::classes({0, 1}));
    const Forester forester(p);
    for (std::uint64_t tree = 0; tree < 50; ++tree) {
      const Tree grown = forester.grow(with(CutKind::random, 1), tree);
      ASSERT_EQ(grown.nodes.size(), 3U);
      EXPECT_TRUE(std::isfinite(grown.nodes[0].threshold));
      EXPECT_GE(grown.nodes[0].threshold, a);
      EXPECT_LT(grown.nodes[0].threshold, b);
    }
  }
}

TEST(RandomTree, SubsetsOfCategoriesAreUniformAmongThoseThatSplit) {
  const Problem p =
      problem_of({test::categorical("k", {"a", "b", "c"}, {0, 1, 2, 0, 1, 2})}, test::classes({0, 1, 0, 1, 0, 1}));
  const Forester forester(p);
  std::map<std::uint64_t, int> times;
  for (std::uint64_t tree = 0; tree < 6000; ++tree) {
    const Tree grown = forester.grow(with(CutKind::random, 1, 1), tree);
    ++times[grown.category_words[grown.nodes[0].categories] & 7U];
  }
  EXPECT_EQ(times.size(), 6U);
  for (const auto& [set, count] : times) EXPECT_NEAR(count, 1000, 4 * 29) << set;  // √(6000 · 1/6 · 5/6) = 29
}

TEST(RandomTree, EveryColumnIsDrawnAsOften) {
  std::vector<Column> columns;
  for (int c = 0; c < 5; ++c) columns.push_back(test::numeric(std::to_string(c), {0, 1, 2, 3}));
  const Problem p = problem_of(columns, test::classes({0, 1, 0, 1}));
  const Forester forester(p);
  std::vector<int> times(5);
  for (std::uint64_t tree = 0; tree < 5000; ++tree) {
    ++times[static_cast<std::size_t>(forester.grow(with(CutKind::best, 1, 1), tree).nodes[0].feature)];
  }
  for (const int t : times) EXPECT_NEAR(t, 1000, 4 * 28);  // √(5000 · 1/5 · 4/5) = 28
}

TEST(RandomTree, ConstantColumnsAreNoCandidates) {
  std::vector<Column> columns;
  for (int c = 0; c < 20; ++c) columns.push_back(test::numeric(std::to_string(c), {7, 7, 7, 7}));
  columns[3] = test::numeric("all missing", {test::kNaN, test::kNaN, test::kNaN, test::kNaN});
  columns[13] = test::numeric("varies", {1, 2, 3, 4});
  const Problem p = problem_of(columns, test::classes({0, 1, 0, 1}));
  const Forester forester(p);
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    for (std::uint64_t tree = 0; tree < 20; ++tree) {
      const Tree grown = forester.grow(with(cut, 1), tree);
      EXPECT_EQ(grown.nodes.size(), 7U);  // four leaves
      for (const TreeNode& node : grown.nodes) EXPECT_TRUE(node.feature == kNone || node.feature == 13);
    }
  }
}

// Every row in its leaf, found by the rule of prediction; the leaf's share of class 1 is its target.
TEST(RandomTree, GrowsUntilEveryLeafIsPure) {
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Problem p = test::random_problem(seed, 2, false, false);  // column b is another in every row
      const Tree tree = Forester(p).grow(with(cut, 1), seed);
      for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].feature != kNone) continue;
        EXPECT_TRUE(tree.weights[i] == 0 || tree.weights[i] == 1);
      }
    }
  }
}

TEST(RandomTree, KeepsToDepthAndRowsALeaf) {
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    const Problem p = test::random_problem(5, 3, false, true);
    EXPECT_LE(Forester(p).grow(with(cut, 2, 2)).nodes.size(), 7U);
    for (const TreeNode& node : Forester(p).grow(with(cut, 2, {}, 6)).nodes) EXPECT_GE(node.rows, 6);
  }
}

TEST(RandomTree, TheBestCutIsThatOfTheNaiveSearchAmongCutsThatLeaveTheShareOfWeight) {
  for (const int classes : {0, 2, 3}) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Problem p = test::random_problem(seed, classes, seed % 2, seed % 3);
      p.table.columns.pop_back();
      const double share = 0.05 + 0.11 * static_cast<double>(seed % 5), least = share * total_weight(p) - 1e-9;
      const SplitCriterion criterion = classes == 0 ? SplitCriterion::squared : SplitCriterion::gini;
      const double best = std::max(test::naive_best_numeric(p, 0, criterion, 1, least),
                                   test::naive_best_numeric(p, 1, criterion, 1, least));
      const Tree tree = Forester(p).grow(with_share(CutKind::best, 2, 1, share));
      EXPECT_EQ(tree.nodes.size() > 1, best > test::kNoSplit);
      if (tree.nodes.size() == 1) continue;
      ++found;
      EXPECT_NEAR(tree.nodes[0].gain * total_weight(p), best, 1e-9);
    }
    EXPECT_GE(found, 40);
  }
}

TEST(RandomTree, KeepsToTheShareOfWeightALeaf) {
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    for (const int classes : {0, 2, 3}) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Problem p = test::random_problem(seed, classes, seed % 4 > 0, seed % 3);
        const Tree tree = Forester(p).grow(with_share(cut, 2, {}, 0.1), seed);
        EXPECT_GT(tree.nodes.size(), 1U);
        EXPECT_LE(tree.nodes.size(), 19U);  // at most ten leaves
        for (const TreeNode& node : tree.nodes) EXPECT_GE(node.rows, 0.1 * total_weight(p) - 1e-9);
      }
    }
  }
}

TEST(RandomTree, WhatIsPresentIsCutFromWhatIsMissing) {
  const Problem p = problem_of({test::numeric("x", {5, test::kNaN, 5, test::kNaN})}, test::regression({1, 2, 1, 2}));
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    const Tree tree = Forester(p).grow(with(cut, 1));
    ASSERT_EQ(tree.nodes.size(), 3U);
    EXPECT_FALSE(tree.nodes[0].missing_left);
    EXPECT_EQ(tree.weights[1], 1);
    EXPECT_EQ(tree.weights[2], 2);
  }
}

TEST(RandomTree, MissingValuesGoWithTheMajorityWhereNoneWasSeen) {
  const Problem p = problem_of({test::numeric("x", {0, 1, 1, 1})}, test::classes({0, 1, 1, 1}));
  for (const CutKind cut : {CutKind::best, CutKind::random}) {
    EXPECT_FALSE(Forester(p).grow(with(cut, 1)).nodes[0].missing_left);
  }
}

TEST(RandomTree, AVoteIsForTheMostFrequentClassTheFirstOnTies) {
  const Problem two = problem_of({test::numeric("x", {1, 1, 1, 1})}, test::classes({0, 1, 1, 0}));
  const Problem three = problem_of({test::numeric("x", {1, 1, 1, 1})}, test::classes({2, 1, 2, 0}, 3));
  RandomTreeOptions options = with(CutKind::best, 1);
  options.leaf = LeafValue::mode;
  EXPECT_EQ(Forester(two).grow(options).weights, (std::vector<double>{0}));
  EXPECT_EQ(Forester(three).grow(options).weights, (std::vector<double>{0, 0, 1}));
  options.leaf = LeafValue::mean;
  EXPECT_EQ(Forester(two).grow(options).weights, (std::vector<double>{0.5}));
  EXPECT_EQ(Forester(three).grow(options).weights, (std::vector<double>{0.25, 0.25, 0.5}));
}

}  // namespace
}  // namespace espalier
