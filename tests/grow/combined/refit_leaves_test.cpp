#include "grow/combined/refit_leaves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "grow/combined/combined_sample.h"
#include "grow/combined/combiner.h"
#include "grow/combined/proposer.h"

namespace espalier {
namespace {

using test::CombinedKind;
using test::CombinedSample;

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

class RefitLeaves : public testing::TestWithParam<CombinedKind> {
 protected:
  RefitLeaves() : sample_(GetParam()) {
    CombinerOptions options;
    options.trees = 5;
    options.sample = 0.7;
    combiner_.emplace(sample_.rows(), sample_.all, WatchedRows{}, options, 1, threads_);
    for (int round = 0; round < 6; ++round) combiner_->grow({kNoLimit, kNoLimit});
  }

  template <class Visit>
  void each_leaf(Visit&& visit) const {
    for (std::size_t t = 0; t < trees().size(); ++t)
      for (std::size_t l = 0; l < trees()[t].leaves().size(); ++l) visit(t, l, trees()[t].leaves()[l]);
  }

  // y less what the leaves add up to.
  std::vector<double> residuals(const CombinedValues& values) const {
    std::vector<double> result = sample_.numbers;
    each_leaf([&](std::size_t t, std::size_t l, const CombinedLeaf& leaf) {
      const auto subtract = [&](std::uint32_t row) {
        for (std::size_t k = 0; k < sample_.width; ++k)
          result[row * sample_.width + k] -= values[t][l * sample_.width + k];
      };
      std::ranges::for_each(trees()[t].own(leaf), subtract);
      std::ranges::for_each(trees()[t].others(leaf), subtract);
    });
    return result;
  }

  double objective(const CombinedValues& values, double ridge) const {
    const CombinedValues means = mean_leaves(trees());
    double sum = 0;
    const std::vector<double> lacks = residuals(values);
    for (std::size_t i = 0; i < lacks.size(); ++i) sum += sample_.weight(i / sample_.width) * lacks[i] * lacks[i];
    for (std::size_t t = 0; t < values.size(); ++t)
      for (std::size_t i = 0; i < values[t].size(); ++i)
        sum += ridge * (values[t][i] - means[t][i]) * (values[t][i] - means[t][i]);
    return sum;
  }

  std::span<const CombinedTree> trees() const { return combiner_->trees(); }

  const CombinedSample sample_;
  Threads threads_{1};
  std::optional<Combiner> combiner_;
};
INSTANTIATE_TEST_SUITE_P(Targets, RefitLeaves,
                         testing::Values(CombinedKind::numbers, CombinedKind::weighted, CombinedKind::binary,
                                         CombinedKind::classes, CombinedKind::many_classes,
                                         CombinedKind::weighted_many_classes));

TEST_P(RefitLeaves, EverySweepLowersTheObjective) {
  for (const double ridge : {0.1, 3.0}) {
    double last = objective(mean_leaves(trees()), ridge);
    for (int sweeps = 1; sweeps <= 5; ++sweeps) {
      const double now = objective(refit_leaves(sample_.rows(), trees(), ridge, sweeps, threads_), ridge);
      EXPECT_LT(now, last);
      last = now;
    }
  }
}

// At the minimum the residuals of a leaf, with their weights, are λ times how far it is from its mean's share.
TEST_P(RefitLeaves, ManySweepsEndAtTheMinimum) {
  constexpr double kRidge = 2;
  const CombinedValues values = refit_leaves(sample_.rows(), trees(), kRidge, 2000, threads_),
                       means = mean_leaves(trees());
  const std::vector<double> lacks = residuals(values);
  each_leaf([&](std::size_t t, std::size_t l, const CombinedLeaf& leaf) {
    for (std::size_t k = 0; k < sample_.width; ++k) {
      const std::size_t at = l * sample_.width + k;
      double slope = -kRidge * (values[t][at] - means[t][at]);
      const auto add = [&](std::uint32_t row) { slope += sample_.weight(row) * lacks[row * sample_.width + k]; };
      std::ranges::for_each(trees()[t].own(leaf), add);
      std::ranges::for_each(trees()[t].others(leaf), add);
      EXPECT_NEAR(slope, 0, 1e-6);
    }
  });
}

TEST_P(RefitLeaves, ALargeRidgeLeavesTheMeans) {
  const CombinedValues values = refit_leaves(sample_.rows(), trees(), 1e12, 5, threads_), means = mean_leaves(trees());
  for (std::size_t t = 0; t < values.size(); ++t)
    for (std::size_t i = 0; i < values[t].size(); ++i) EXPECT_NEAR(values[t][i], means[t][i], 1e-9);
}

// ---- many rows, whose leaves are several tasks ----------------------------------------------------------------------

// Three trees of eight leaves.
std::vector<CombinedTree> grow_trees(const CombinedSample& sample) {
  const auto proposer = make_proposer(sample.rows(), {1, 1, LeafHeuristic::size});
  std::vector<CombinedTree> trees;
  for (std::uint64_t t = 0; t < 3; ++t) {
    CombinedTree& tree = trees.emplace_back(sample.root(t));
    for (std::uint64_t split = 0; split < 7; ++split)
      tree.split(sample.rows(), proposer->propose(tree, Random(t, "split", split))[0], {});
  }
  return trees;
}

// Leaf after leaf by the definition: v + (Σ w r - λ (v - m/B)) / (Σ w + λ), r what is left of y.
CombinedValues naive_refit(const CombinedSample& sample, std::span<const CombinedTree> trees, double ridge,
                           int sweeps) {
  const std::size_t width = sample.width;
  const CombinedValues means = mean_leaves(trees);
  CombinedValues values = means;
  std::vector<double> lacks = sample.numbers;
  const auto each_row = [&](std::size_t t, std::size_t l, auto&& visit) {
    trees[t].each_row(trees[t].leaves()[l], [&](std::uint32_t row, std::size_t) { visit(row); });
  };
  for (std::size_t t = 0; t < trees.size(); ++t)
    for (std::size_t l = 0; l < trees[t].leaves().size(); ++l)
      each_row(t, l, [&](std::uint32_t row) {
        for (std::size_t k = 0; k < width; ++k) lacks[row * width + k] -= values[t][l * width + k];
      });
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t t = 0; t < trees.size(); ++t)
      for (std::size_t l = 0; l < trees[t].leaves().size(); ++l)
        for (std::size_t k = 0; k < width; ++k) {
          double& value = values[t][l * width + k];
          double slope = -ridge * (value - means[t][l * width + k]), weight = ridge;
          each_row(t, l, [&](std::uint32_t row) {
            slope += sample.weight(row) * lacks[row * width + k];
            weight += sample.weight(row);
          });
          value += slope / weight;
          each_row(t, l, [&](std::uint32_t row) { lacks[row * width + k] -= slope / weight; });
        }
  return values;
}

class RefitOfManyRows : public testing::TestWithParam<CombinedKind> {};
INSTANTIATE_TEST_SUITE_P(Targets, RefitOfManyRows,
                         testing::Values(CombinedKind::many_classes, CombinedKind::weighted_many_classes));

TEST_P(RefitOfManyRows, IsThatOfTheDefinitionOnAnyNumberOfThreads) {
  const CombinedSample sample(GetParam(), 40000);
  const std::vector<CombinedTree> trees = grow_trees(sample);
  for (const CombinedTree& tree : trees) {
    std::size_t rows = 0;
    for (const CombinedLeaf& leaf : tree.leaves().first(tree.splits())) rows += leaf.own.size() + leaf.others.size();
    ASSERT_GE(4 * rows, std::size_t{1} << 15);  // the numbers of a task: the last leaf is of another one
  }
  Threads one(1), seven(7);
  const CombinedValues values = refit_leaves(sample.rows(), trees, 2, 3, one);
  EXPECT_EQ(values, refit_leaves(sample.rows(), trees, 2, 3, seven));
  const CombinedValues naive = naive_refit(sample, trees, 2, 3);
  for (std::size_t t = 0; t < values.size(); ++t)
    for (std::size_t i = 0; i < values[t].size(); ++i) EXPECT_NEAR(values[t][i], naive[t][i], 1e-9);
}

}  // namespace
}  // namespace espalier
