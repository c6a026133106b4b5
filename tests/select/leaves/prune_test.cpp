#include "select/leaves/prune.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "select/anneal/random_problem.h"
#include "support/test_size.h"

namespace espalier {
namespace {

using test::kAllLosses;

constexpr std::size_t kRows = 600, kBins = 8;

// Trees of random splits by random columns, and a target that depends on the columns.
struct Grown {
  Grown(const Loss& of, const std::vector<std::size_t>& leaves, std::uint64_t seed)
      : target(make(of, seed)), loss(of, target), forest(kRows, 0, loss.start()) {
    Random random(seed, "trees");
    Threads one(1);
    for (const std::size_t count : leaves) {
      LeafTree& tree = forest.add();
      while (tree.leaves() < count) {
        LeafSplit split;
        split.leaf = static_cast<std::uint32_t>(random.below(tree.leaves()));
        split.node.feature = static_cast<std::int32_t>(random.below(codes.size()));
        split.left[0] = (std::uint64_t{1} << (1 + random.below(kBins - 1))) - 1;
        tree.split(split, {codes[static_cast<std::size_t>(split.node.feature)], {}}, one);
      }
    }
    refit({1, 3, 30});
  }

  double refit(const RefitOptions& options) {
    Threads one(1);
    const TreeDesign design = forest.design();
    JointRefit joint(design, loss, one);
    DesignWeights weights = forest.weights();
    scores.resize(kRows * loss.width());
    joint.score(weights, scores);
    const double objective = joint.run(options, weights, scores);
    forest.set_weights(weights);
    return objective;
  }

  std::vector<std::vector<std::uint8_t>> codes;
  Target target;
  RowLoss loss;
  LeafForest forest;
  std::vector<float> scores;

 private:
  Target make(const Loss& of, std::uint64_t seed) {
    Random random(seed, "rows");
    std::vector<double> signal(kRows), weights(kRows);
    for (int column = 0; column < 4; ++column) {
      codes.emplace_back();
      for (std::size_t row = 0; row < kRows; ++row) {
        codes.back().push_back(static_cast<std::uint8_t>(random.below(kBins)));
        signal[row] += (column + 1) * std::sin(codes.back().back()) / 2;
      }
    }
    for (std::size_t row = 0; row < kRows; ++row) {
      signal[row] += 0.3 * random.normal();
      weights[row] = 0.5 + random.uniform();
    }
    return test::target_for_loss(of, signal, weights);
  }
};

// The sum of the losses and the ridge, from the leaves of every row.
double naive_objective(const RowLoss& loss, const Target& target, const LeafForest& forest, double ridge) {
  double sum = 0;
  for (std::size_t t = 0; t < forest.size(); ++t)
    for (const float weight : forest.tree(t).weights()) sum += 0.5 * ridge * static_cast<double>(weight * weight);
  for (std::size_t row = 0; row < kRows; ++row) {
    std::vector<double> scores;
    for (std::size_t k = 0; k < loss.outputs(); ++k) {
      scores.push_back(forest.intercept[k]);
      for (std::size_t t = 0; t < forest.size(); ++t)
        scores[k] += static_cast<double>(forest.tree(t).weights(forest.tree(t).ids()[row])[k]);
    }
    sum += target.weight(row) * test::naive_row(loss.loss(), test::target_of(loss, target, row), scores).value;
  }
  return sum;
}

std::function<std::size_t(const LeafForest&)> over(std::size_t leaves) {
  return [=](const LeafForest& forest) { return forest.leaves() > leaves ? forest.leaves() - leaves : 0; };
}

TEST(Prune, ReachesItsLimitsAndKeepsTheScoresOfTheRows) {
  for (const Loss& loss : kAllLosses) {
    for (const std::size_t most : {50U, 17U, 3U, 2U, 1U, 0U}) {
      Grown grown(loss, {20, 9, 2, 30, 2, 5}, 1);
      Threads one(1);
      prune(grown.loss, {3, 6, false}, over(most), grown.forest, grown.scores, one);
      EXPECT_LE(grown.forest.leaves(), most);
      EXPECT_TRUE(grown.forest.leaves() + 2 > most) << grown.forest.leaves();
      std::vector<float> scores = grown.scores;
      const TreeDesign design = grown.forest.design();
      JointRefit(design, grown.loss, one).score(grown.forest.weights(), scores);
      EXPECT_EQ(scores, grown.scores);
      for (std::size_t t = 0; t < grown.forest.size(); ++t) EXPECT_GE(grown.forest.tree(t).leaves(), 2U);
    }
  }
}

TEST(Prune, OfWholeTreesTakesThemToTheIntercept) {
  for (const Loss& loss : kAllLosses) {
    for (const std::size_t most : {4U, 1U, 0U}) {
      Grown grown(loss, {20, 9, 2, 30, 2, 5}, 2);
      Threads one(1);
      const auto excess = [&](const LeafForest& forest) { return forest.size() > most ? forest.size() - most : 0; };
      prune(grown.loss, {3, 6, true}, excess, grown.forest, grown.scores, one);
      EXPECT_EQ(grown.forest.size(), most);
      if (most > 0) continue;
      // The result is the best constant.
      EXPECT_NEAR(naive_objective(grown.loss, grown.target, grown.forest, 3), Grown(loss, {}, 2).refit({3, 20, 10}),
                  1e-2)
          << test::name_of(loss);
    }
  }
}

TEST(Prune, IsTheSameOnAnyNumberOfThreads) {
  for (const Loss& loss : kAllLosses) {
    Grown first(loss, {20, 9, 2, 30, 2, 5}, 3), second(loss, {20, 9, 2, 30, 2, 5}, 3);
    Threads one(1), seven(7);
    prune(first.loss, {3, 6, false}, over(20), first.forest, first.scores, one);
    prune(second.loss, {3, 6, false}, over(20), second.forest, second.scores, seven);
    EXPECT_EQ(first.scores, second.scores);
    EXPECT_EQ(first.forest.weights().weights, second.forest.weights().weights);
  }
}

// For the squared loss the second order is exact: the cost of a merge is the rise of the objective with the best weight
// of the remaining leaf, everything else unchanged; for a stump, which becomes a constant, per leaf that goes.
TEST(Prune, MergesThePairThatCostsLeast) {
  constexpr double kRidge = 2;
  for (std::uint64_t seed = 1; seed <= test::sized(20U, 4U); ++seed) {
    Grown grown(SquaredLoss{}, {4, 2, 3, 2}, seed);
    const double before = naive_objective(grown.loss, grown.target, grown.forest, kRidge);
    double least = std::numeric_limits<double>::infinity();
    std::size_t best_tree = 0, best_leaves = 0;
    std::uint32_t best_node = 0;
    for (std::size_t t = 0; t < grown.forest.size(); ++t) {
      for (const LeafTree::SiblingLeaves& pair : grown.forest.tree(t).pairs()) {
        const bool stump = grown.forest.tree(t).leaves() == 2;
        // Along the weight of what is left: a parabola, its least point by golden section within the two weights.
        const auto cost = [&](double weight) {
          LeafForest changed = grown.forest;
          for (const std::uint32_t leaf : {pair.left, pair.right})
            changed.change(t).weights(leaf)[0] = static_cast<float>(weight);
          double objective = naive_objective(grown.loss, grown.target, changed, kRidge);
          // One weight, or none, where two were counted.
          objective -= (stump ? 1 : 0.5) * kRidge * weight * weight;
          return objective - before;
        };
        double low = grown.forest.tree(t).weights(pair.left)[0], high = grown.forest.tree(t).weights(pair.right)[0];
        if (low > high) std::swap(low, high);
        for (int i = 0; i < 40; ++i) {
          const double a = high - 0.618 * (high - low), b = low + 0.618 * (high - low);
          if (cost(a) < cost(b))
            high = b;
          else
            low = a;
        }
        const double found = cost((low + high) / 2) / (stump ? 2 : 1);
        if (found >= least) continue;
        least = found;
        best_tree = t;
        best_node = pair.node;
        best_leaves = grown.forest.tree(t).leaves();
      }
    }
    Threads one(1);
    LeafForest pruned = grown.forest;
    ASSERT_TRUE(prune_round(grown.loss, {kRidge, 10, false}, 1, pruned, grown.scores, one));
    if (best_leaves == 2) {
      EXPECT_EQ(pruned.size(), grown.forest.size() - 1) << seed;
    } else {
      ASSERT_EQ(pruned.size(), grown.forest.size()) << seed;
      EXPECT_EQ(pruned.tree(best_tree).leaves(), best_leaves - 1) << seed;
      EXPECT_NE(pruned.tree(best_tree).leaf_of(best_node), LeafTree::kNothing) << seed;
    }
    // The refit after it does no worse than that.
    const double after = naive_objective(grown.loss, grown.target, pruned, kRidge);
    EXPECT_LE(after, before + least * (best_leaves == 2 ? 2 : 1) + 1e-3) << seed;
  }
}

TEST(Prune, OfNoTreesDoesNothing) {
  Grown grown(SquaredLoss{}, {}, 4);
  Threads one(1);
  EXPECT_FALSE(prune_round(grown.loss, {}, 1, grown.forest, grown.scores, one));
}

// Trees of one class each keep to it.
TEST(Prune, LeavesTheOtherOutputsOfATreeAtZero) {
  Grown grown(SoftmaxLoss{}, {}, 5);
  Random random(5, "outputs");
  for (std::int32_t output = 0; output < 3; ++output) {
    Tree tree;  // by no column of the rows: what each row reaches is drawn
    tree.nodes = {{.feature = 0, .left = 1, .right = 2}, {.feature = 0, .left = 3, .right = 4}, {}, {}, {}};
    tree.weights.assign(5, 0.1);
    tree.output = output;
    std::vector<std::uint16_t> ids;
    for (std::size_t row = 0; row < kRows; ++row)
      ids.push_back(static_cast<std::uint16_t>(grown.target.classes[row] == output ? 0 : random.below(3)));
    const std::vector<Feature> features(1);
    grown.forest.add(LeafTree(tree, features, 4, ids, {}));
  }
  for (std::int32_t output = 0; output < 3; ++output)
    EXPECT_EQ(grown.forest.design().output(static_cast<std::size_t>(output)), output);
  const double before = naive_objective(grown.loss, grown.target, grown.forest, 1);
  EXPECT_LT(grown.refit({1, 3, 10}), before);
  Threads one(1);
  prune(grown.loss, {1, 6, false}, over(7), grown.forest, grown.scores, one);
  ASSERT_GE(grown.forest.size(), 2U);
  for (std::size_t t = 0; t < grown.forest.size(); ++t)
    for (std::size_t leaf = 0; leaf < grown.forest.tree(t).leaves(); ++leaf)
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_EQ(grown.forest.tree(t).weights(leaf)[k] != 0,
                  static_cast<std::int32_t>(k) == grown.forest.tree(t).output())
            << t << ", " << leaf << ", " << k;
}

}  // namespace
}  // namespace espalier
