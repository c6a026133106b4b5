#include "grow/induced/induced_forest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/forest.h"
#include "espalier/table.h"
#include "grow/induced/mixed_rows.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 300;

// Two numbers and a category, some values missing, and a target that depends on them.
struct Sample {
  Table table;
  std::vector<double> y;
  std::vector<std::int32_t> classes;
  std::vector<std::uint32_t> rows;

  Sample() {
    Random random(1, "sample");
    test::MixedRows mixed;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      mixed.draw(random);
      y.push_back(mixed.signal(mixed.a.back() > 0 ? 1 : -1) + 0.3 * random.normal());
      classes.push_back((y.back() > 0) + (y.back() > 1.5));
      rows.push_back(row);
    }
    table = mixed.table();
  }
};

bool goes_left(const Sample& sample, const Tree& tree, const TreeNode& node, std::size_t row) {
  return test::goes_left(tree, node, sample.table.columns[static_cast<std::size_t>(node.feature)], row);
}

// By node, the rows that reach it.
std::vector<std::vector<std::uint32_t>> rows_of(const Sample& sample, const Tree& tree) {
  std::vector<std::vector<std::uint32_t>> rows(tree.nodes.size());
  for (const std::uint32_t row : sample.rows) {
    for (std::int32_t at = 0; at != kNone;) {
      const TreeNode& node = tree.nodes[static_cast<std::size_t>(at)];
      rows[static_cast<std::size_t>(at)].push_back(row);
      at = node.feature == kNone ? kNone : goes_left(sample, tree, node, row) ? node.left : node.right;
    }
  }
  return rows;
}

// By node, the sum of the weights on its path.
std::vector<double> scores_of(const Tree& tree, std::size_t width, std::vector<double> start) {
  std::vector<double> scores(tree.nodes.size() * width);
  std::copy(start.begin(), start.end(), scores.begin());
  for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
    for (const std::int32_t child : {tree.nodes[id].left, tree.nodes[id].right}) {
      if (child == kNone) continue;
      for (std::size_t k = 0; k < width; ++k) {
        const std::size_t to = static_cast<std::size_t>(child) * width + k;
        scores[to] = scores[id * width + k] + tree.weights[to];
      }
    }
  }
  return scores;
}

constexpr InducedSize kNoLimit = {1U << 30, 1U << 30};

// One tree at rate 1, to the end, its splits judged by the targets.
Tree full_tree(const Sample& sample, const SplitTargets& sums, std::size_t features, NodeLoss& loss) {
  Threads threads(1);
  const ValueTable table(sample.table, threads);
  InducedForest forest(sample.rows, {table, sums, nullptr, features}, loss, {1, 1, 1.0}, 7, threads);
  while (forest.grow(kNoLimit)) {
  }
  return forest.trees(forest.taken(), forest.weights()).at(0);
}

// Appendix A: one tree at rate 1 says what the plain tree would say, at inner nodes too.
TEST(InducedForest, OneTreeAtFullRateHasTheMeansOfItsNodes) {
  const Sample sample;
  SplitTargets sums;
  sums.values = sample.y;
  const auto loss = squared_nodes(sample.y, 1, {sample.rows, {}});
  const Tree tree = full_tree(sample, sums, 2, *loss);
  ASSERT_GT(tree.nodes.size(), 100U);
  const std::vector<double> scores = scores_of(tree, 1, loss->start());
  const auto rows = rows_of(sample, tree);
  for (std::size_t id = 0; id < rows.size(); ++id) {
    ASSERT_FALSE(rows[id].empty());
    double sum = 0;
    for (const std::uint32_t row : rows[id]) sum += sample.y[row];
    EXPECT_NEAR(scores[id], sum / static_cast<double>(rows[id].size()), 1e-9) << "node " << id;
  }
}

// With three classes, one of which is absent from a node and two are not, the trimmed loss does not keep how the two
// differ; such nodes are left out. With two classes there are none.
TEST(InducedForest, OneTreeAtFullRateHasTheSharesOfTheClassesInItsNodes) {
  Sample sample;
  for (const std::size_t classes : {3U, 2U}) {
    if (classes == 2) std::ranges::for_each(sample.classes, [](std::int32_t& code) { code = code > 0; });
    SplitTargets sums;
    sums.classes = sample.classes;
    sums.class_count = classes;
    const auto loss = exponential_nodes(sample.classes, classes, {sample.rows, {}}, 30);
    const Tree tree = full_tree(sample, sums, 1, *loss);
    const std::vector<double> scores = scores_of(tree, classes, loss->start());
    const auto rows = rows_of(sample, tree);
    std::size_t mixed = 0, pure = 0, left_out = 0;
    for (std::size_t id = 0; id < rows.size(); ++id) {
      std::vector<double> count(classes), odds(classes);
      for (const std::uint32_t row : rows[id]) ++count[static_cast<std::size_t>(sample.classes[row])];
      const auto absent = static_cast<std::size_t>(std::ranges::count(count, 0.0));
      ++(absent == 0 ? mixed : absent + 1 == classes ? pure : left_out);
      if (absent > 0 && absent + 1 < classes) continue;
      double total = 0;
      for (std::size_t k = 0; k < classes; ++k) total += odds[k] = std::exp(scores[id * classes + k]);
      for (std::size_t k = 0; k < classes; ++k)
        EXPECT_NEAR(odds[k] / total, count[k] / static_cast<double>(rows[id].size()), 1e-6) << "node " << id;
    }
    EXPECT_GT(mixed, 10U);
    EXPECT_GT(pure, 20U);
    EXPECT_EQ(left_out > 0, classes == 3);
  }
}

struct Kind {
  std::size_t trees, window;
  bool global;
};

class InducedForests : public testing::TestWithParam<Kind> {
 protected:
  const Sample sample;
  Threads one{1};
  const ValueTable table{sample.table, one};
  SplitTargets sums = [&] {
    SplitTargets result;
    result.classes = sample.classes;
    result.class_count = 3;
    return result;
  }();

  template <class Use>
  void with_forest(std::uint64_t seed, Use&& use, int thread_count = 1) {
    Threads threads(thread_count);
    const auto loss = softmax_nodes(sample.classes, 3, {sample.rows, {}});
    const SplitterInputs inputs = {table, sums, GetParam().global ? loss.get() : nullptr, 2};
    InducedForest forest(sample.rows, inputs, *loss, {GetParam().trees, GetParam().window, 0.3}, seed, threads);
    use(forest, *loss);
  }
};

TEST_P(InducedForests, NeverExceedABudgetAndUseItUp) {
  for (std::size_t most = 1; most <= 40; ++most) {
    for (const bool nodes : {true, false}) {
      with_forest(most, [&](InducedForest& forest, const NodeLoss&) {
        const InducedSize limit = {nodes ? most : kNoLimit.nodes, nodes ? kNoLimit.leaves : most};
        while (forest.grow(limit))
          EXPECT_TRUE(forest.size().nodes <= limit.nodes && forest.size().leaves <= limit.leaves);
        EXPECT_GE((nodes ? forest.size().nodes : forest.size().leaves) + 1, most);
      });
    }
  }
}

TEST_P(InducedForests, CountTheNodesAndLeavesThatTheirTreesHave) {
  with_forest(1, [&](InducedForest& forest, const NodeLoss& loss) {
    for (int step = 0; step < 60 && forest.grow(kNoLimit); ++step) {
    }
    for (std::size_t taken = 0; taken <= forest.taken(); ++taken) {
      InducedSize size;
      Pool pool;
      for (const ColumnView& column : TableView(sample.table).columns) pool.features.push_back(*column.feature);
      pool.intercept = loss.start();
      pool.trees = forest.trees(taken, forest.weights());
      for (const Tree& tree : pool.trees) size.nodes += tree.nodes.size();
      const Forest compacted = make_forest(pool, pool.grown_weights());
      for (const TreeSpan& tree : compacted.trees) size.leaves += tree.splits + 1;
      EXPECT_EQ(size, forest.size(taken)) << taken;
    }
  });
}

TEST_P(InducedForests, EveryStepLowersTheLossOfItsNode) {
  with_forest(1, [&](InducedForest& forest, NodeLoss& loss) {
    const auto log_loss = [&] {
      std::vector<float> slopes(3);
      double sum = 0;
      for (const std::uint32_t row : sample.rows) {
        loss.slopes(std::vector<std::uint32_t>{row}, slopes);
        sum -= std::log(1 - static_cast<double>(slopes[static_cast<std::size_t>(sample.classes[row])]));
      }
      return sum;
    };
    double before = log_loss();
    for (int step = 0; step < 100 && forest.grow(kNoLimit); ++step) {
      const double after = log_loss();
      EXPECT_LT(after, before + 1e-6);
      before = after;
    }
  });
}

TEST_P(InducedForests, AreTheSameForTheSameSeedOnAnyNumberOfThreads) {
  const auto grown = [&](std::uint64_t seed, int thread_count) {
    std::vector<double> weights;
    const auto grow = [&](InducedForest& forest, const NodeLoss&) {
      for (int step = 0; step < 300; ++step) forest.grow(kNoLimit);
      weights = forest.weights();
    };
    with_forest(seed, grow, thread_count);
    return weights;
  };
  EXPECT_EQ(grown(3, 1), grown(3, 1));
  EXPECT_EQ(grown(3, 1), grown(3, 5));
  EXPECT_NE(grown(3, 1), grown(4, 1));
}

INSTANTIATE_TEST_SUITE_P(Kinds, InducedForests,
                         testing::Values(Kind{1, 1, false}, Kind{20, 1, false}, Kind{20, 1, true}, Kind{20, 5, true},
                                         Kind{10, 0, false}));

// A window larger than the number of candidates examines each of them again; the window of all keeps their gains. Rows
// have weights, and there are no categories, so that no two nodes are equally good.
TEST(InducedForest, TheWindowOfAllTakesTheNodesThatLookingAtEachWouldTake) {
  Sample sample;
  sample.table.columns.pop_back();
  Threads threads(1);
  const ValueTable table(sample.table, threads);
  Random random(1, "weights");
  std::vector<double> weights;
  for (std::size_t row = 0; row < kRows; ++row) weights.push_back(0.5 + random.uniform());
  const WeightedRows rows = {sample.rows, weights};
  SplitTargets sums;
  sums.classes = sample.classes;
  sums.class_count = 3;
  sums.weights = weights;
  for (const int which : {0, 1, 2}) {
    const auto grown = [&](std::size_t window) {
      const auto loss = which == 0   ? squared_nodes(sample.y, 1, rows)
                        : which == 1 ? exponential_nodes(sample.classes, 3, rows, 3)
                                     : softmax_nodes(sample.classes, 3, rows);
      InducedForest forest(sample.rows, {table, sums, nullptr, 2}, *loss, {6, window, 0.5}, 5, threads);
      for (int step = 0; step < 60; ++step) EXPECT_TRUE(forest.grow(kNoLimit));
      const InducedSize few = {kNoLimit.nodes, forest.size().leaves};  // only second children fit
      while (forest.grow(few)) {
      }
      EXPECT_FALSE(forest.grow(forest.size()));
      return forest.weights();
    };
    const std::vector<double> kept = grown(0), summed_again = grown(1U << 20);
    ASSERT_EQ(kept.size(), summed_again.size());
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_NEAR(kept[i], summed_again[i], 1e-5) << which << " at " << i;
  }
}

// Once every row is fitted, no candidate is worth a node, whatever rounding has left in the sums that are kept.
TEST(InducedForest, TheWindowOfAllEndsWhereNothingLowersTheLoss) {
  const Sample sample;
  Threads threads(1);
  const ValueTable table(sample.table, threads);
  SplitTargets sums;
  sums.values = sample.y;
  const auto loss = squared_nodes(sample.y, 1, {sample.rows, {}});
  InducedForest forest(sample.rows, {table, sums, nullptr, 2}, *loss, {40, 0, 1.0}, 7, threads);
  while (forest.grow(kNoLimit)) {
  }
  EXPECT_GT(forest.taken(), kRows);
  std::vector<float> slopes(kRows);
  loss->slopes(sample.rows, slopes);
  for (const float slope : slopes) EXPECT_NEAR(slope, 0, 1e-30);
}

TEST(InducedForest, ARefitLowersTheLossWithoutARidge) {
  const Sample sample;
  Threads threads(1);
  const ValueTable table(sample.table, threads);
  SplitTargets sums;
  sums.values = sample.y;
  const auto loss = squared_nodes(sample.y, 1, {sample.rows, {}});
  InducedForest forest(sample.rows, {table, sums, loss.get(), 2}, *loss, {10, 1, 0.1}, 7, threads);
  for (int step = 0; step < 50; ++step) forest.grow(kNoLimit);
  const auto square = [&](std::span<const double> weights) {
    std::vector<double> scores(kRows, loss->start()[0]);
    for (const Tree& tree : forest.trees(forest.taken(), weights)) {
      const auto rows = rows_of(sample, tree);
      for (std::size_t id = 0; id < rows.size(); ++id)
        for (const std::uint32_t row : rows[id]) scores[row] += tree.weights[id];
    }
    double sum = 0;
    for (std::size_t row = 0; row < kRows; ++row) sum += (sample.y[row] - scores[row]) * (sample.y[row] - scores[row]);
    return sum;
  };
  const double grown = square(forest.weights());
  EXPECT_LT(square(forest.refitted(forest.taken(), 0, 2)), 0.8 * grown);
  EXPECT_LT(square(forest.refitted(forest.taken(), 0, 4)), square(forest.refitted(forest.taken(), 0, 2)) + 1e-9);
  EXPECT_GT(square(forest.refitted(forest.taken(), 100, 2)), square(forest.refitted(forest.taken(), 1, 2)));
}

}  // namespace
}  // namespace espalier
