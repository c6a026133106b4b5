// The statements of chapter 14 of the book about trees, as far as they can be tested on the whole method. The balanced
// mode of 14.4.2 is in leaf_values_test, halting and pruning by node in prune_test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

Model train_tree(const Table& table, const Target& target, const OptionValues& options) {
  const LabelledView train = {table, target};
  return fit(find_method("tree"), {&train, nullptr, {}, options, false}, {}).model;
}

// 14.3.3: the optimal stump by trying every mid-point of every input with the means of both sides.
TEST(Chapter14, TheStumpIsTheOptimalOne) {
  Random random(1, "stump");
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Column> columns;
    for (const char* name : {"x1", "x2", "x3"}) {
      std::vector<float> values(15);
      for (float& v : values) v = static_cast<float>(random.below(20));
      columns.push_back(test::numeric(name, values));
    }
    std::vector<double> y(15);
    for (double& v : y) v = random.normal();
    double best = 1e300;
    for (const Column& column : columns) {
      for (float split = 0.5F; split < 19; ++split) {
        double sum[2] = {0, 0}, count[2] = {0, 0}, cost = 0;
        for (std::size_t i = 0; i < y.size(); ++i) {
          sum[column.values[i] <= split] += y[i];
          ++count[column.values[i] <= split];
        }
        if (count[0] == 0 || count[1] == 0) continue;
        for (std::size_t i = 0; i < y.size(); ++i) {
          const int side = column.values[i] <= split;
          cost += std::pow(y[i] - sum[side] / count[side], 2);
        }
        best = std::min(best, cost / 15);
      }
    }
    const Table table = test::table_of(columns);
    const Model stump = train_tree(table, test::regression(y), {{"depth", "1"}});
    EXPECT_NEAR(error_of(evaluate(stump, table, test::regression(y))), best, 1e-9);
  }
}

// Exercise 14.1: adding 2^D - 1 stumps on one input with distinct split points gives a depth-D tree.
TEST(Chapter14, StumpsOnOneInputAddUpToOneTree) {
  const int depth = 4;
  const int count = (1 << depth) - 1;
  Random random(14, "exercise 1");
  std::vector<float> cuts(count);
  std::vector<double> low(count), high(count);
  Pool stumps;
  stumps.features = {{"x", ColumnType::numeric, {}}};
  stumps.intercept = {0};
  for (int s = 0; s < count; ++s) {
    cuts[static_cast<std::size_t>(s)] = static_cast<float>(s) + 0.5F;
    low[static_cast<std::size_t>(s)] = static_cast<double>(random.below(100));
    high[static_cast<std::size_t>(s)] = static_cast<double>(random.below(100));
    Tree stump;
    stump.nodes.resize(3);
    stump.nodes[0] = {0, cuts[static_cast<std::size_t>(s)], 0, 1, 2, false, 0, 0};
    stump.weights = {0, low[static_cast<std::size_t>(s)], high[static_cast<std::size_t>(s)]};
    stumps.trees.push_back(stump);
  }
  // The tree splits at the middle cut of each interval; its leaf i is where exactly the first i cuts are passed.
  Tree tree;
  const auto build = [&](auto&& self, int first, int last) -> std::int32_t {  // cuts first … last-1
    const auto at = static_cast<std::int32_t>(tree.nodes.size());
    tree.nodes.emplace_back();
    tree.weights.push_back(0);
    if (first == last) {
      for (int s = 0; s < count; ++s) {
        tree.weights.back() += s < first ? high[static_cast<std::size_t>(s)] : low[static_cast<std::size_t>(s)];
      }
      return at;
    }
    const int middle = (first + last) / 2;
    const std::int32_t left = self(self, first, middle);
    const std::int32_t right = self(self, middle + 1, last);
    tree.nodes[static_cast<std::size_t>(at)] = {0, cuts[static_cast<std::size_t>(middle)], 0, left, right, false, 0, 0};
    return at;
  };
  build(build, 0, count);
  Pool single = stumps;
  single.trees = {tree};

  const Target target = test::regression({0});
  const Model sum = make_model(target, Link::identity, stumps.features, make_forest(stumps, stumps.grown_weights()));
  const Model one = make_model(target, Link::identity, single.features, make_forest(single, single.grown_weights()));
  EXPECT_EQ(size_of(sum).trees, static_cast<std::size_t>(count));
  EXPECT_EQ(size_of(one).trees, 1U);
  EXPECT_EQ(size_of(one).leaves, 1U << depth);
  std::vector<float> points;
  for (int s = -2; s < count + 2; ++s) points.push_back(static_cast<float>(s) + 0.25F);
  const Table table = test::table_of({test::numeric("x", points)});
  EXPECT_EQ(predict_scores(sum, table), predict_scores(one, table));
}

TEST(Chapter14, TrainingErrorFallsWithDepthAndReachesZeroOnDistinctInputs) {
  for (const char* name : {"friedman1", "waveform"}) {
    const Table table = generate(name, 500, 1);
    const Target target = make_target(table);
    double last = 1e300;
    for (int depth = 1; depth <= 12; ++depth) {
      const Model model = train_tree(table, target, {{"depth", std::to_string(depth)}});
      EXPECT_LE(size_of(model).leaves, std::size_t{1} << depth);
      const double error = error_of(evaluate(model, table, target));
      EXPECT_LE(error, last);
      last = error;
    }
    EXPECT_NEAR(error_of(evaluate(train_tree(table, target, {}), table, target)), 0, 1e-9);
  }
}

TEST(Chapter14, ALeafIsNotSplitOnceItIsPure) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  EXPECT_EQ(size_of(train_tree(table, test::classes({0, 0, 0, 1, 1, 1}), {})).leaves, 2U);
  EXPECT_EQ(size_of(train_tree(table, test::regression({3, 3, 3, 7, 7, 7}), {})).leaves, 2U);
}

// Exercise 14.9: a tree predicts a constant outside the range of its training data.
TEST(Chapter14, TreesDoNotExtrapolate) {
  std::vector<float> year;
  std::vector<double> debt;
  for (int i = 0; i < 40; ++i) {
    year.push_back(2004 + static_cast<float>(i) / 4);
    debt.push_back(0.26 + 0.02 * i);
  }
  const Model model = train_tree(test::table_of({test::numeric("year", year)}), test::regression(debt), {});
  const Table later = test::table_of({test::numeric("year", {2014, 2050, 1e30F, 1900, 2004})});
  const std::vector<double> predicted = predict_scores(model, later);
  EXPECT_NEAR(predicted[0], debt.back(), 1e-6);
  EXPECT_EQ(predicted[1], predicted[0]);
  EXPECT_EQ(predicted[2], predicted[0]);
  EXPECT_EQ(predicted[3], predicted[4]);
  EXPECT_NEAR(predicted[3], debt.front(), 1e-6);
}

}  // namespace
}  // namespace espalier
