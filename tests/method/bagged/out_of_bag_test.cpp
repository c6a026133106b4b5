#include "method/bagged/out_of_bag.h"

#include <gtest/gtest.h>

#include "espalier/metrics.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "method/bagged/bagged_trees.h"
#include "support/tables.h"

namespace espalier {
namespace {

// x <= 1.5 predicts `left`, the rest `right`.
BaggedTree stump(double left, double right) {
  Tree tree;
  tree.nodes.resize(3);
  tree.nodes[0].feature = 0;
  tree.nodes[0].threshold = 1.5F;
  tree.nodes[0].left = 1;
  tree.nodes[0].right = 2;
  return bagged_tree({tree, test::values_of({left, right})}, {{"x", ColumnType::numeric, {}}}, {0});
}

const std::vector<BaggedTree> kTrees = {stump(1, 5), stump(3, 9)};
// Row 0 is out of both bags, row 1 out of the second, row 2 out of the first, row 3 out of none.
const std::vector<Bag> kBags = {{false, true, false, true}, {false, false, true, true}};

TEST(OutOfBag, ARowIsPredictedByTheMeanOfTheTreesGrownWithoutIt) {
  const Table table = test::table_of({test::numeric("x", {1, 1, 2, 2})});
  const LabelledView train = {table, test::regression({0, 3, 6, 100})};
  const auto measured = out_of_bag(train, kTrees, kBags, {});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->rows, 3U);
  // Predictions (1 + 3) / 2 = 2, 3 and 5 for 0, 3 and 6: squares 4, 0, 1.
  EXPECT_DOUBLE_EQ(std::get<RegressionMetrics>(measured->metrics).mse, 5.0 / 3);
}

TEST(OutOfBag, RowsCountWithTheirWeightAndThoseWithoutAnyAreLeftOut) {
  const Table table = test::table_of({test::numeric("x", {1, 1, 2, 2})});
  const LabelledView train = {table, test::regression({0, 3, 6, 100}, {2, 0, 6, 1})};
  const auto measured = out_of_bag(train, kTrees, kBags, {});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->rows, 2U);
  EXPECT_DOUBLE_EQ(std::get<RegressionMetrics>(measured->metrics).mse, (2 * 4 + 6 * 1) / 8.0);
}

TEST(OutOfBag, SharesOfClassesAreAveraged) {
  const Table table = test::table_of({test::numeric("x", {1, 1, 2, 2})});
  const std::vector<BaggedTree> trees = {stump(1, 0.25), stump(0.5, 0)};
  const LabelledView train = {table, test::classes({1, 0, 1, 0})};
  const auto measured = out_of_bag(train, trees, kBags, {});
  ASSERT_TRUE(measured);
  // P(class 1) is 0.75, 0.5 (the first class wins the tie) and 0.25: right, right, wrong.
  EXPECT_DOUBLE_EQ(std::get<ClassificationMetrics>(measured->metrics).error, 1.0 / 3);
}

TEST(OutOfBag, ThereIsNoneWhereEveryTreeHasEveryRow) {
  const Table table = test::table_of({test::numeric("x", {1, 2})});
  const LabelledView train = {table, test::regression({0, 3})};
  EXPECT_FALSE(out_of_bag(train, kTrees, std::vector<Bag>{{true, true}, {true, true}}, {}));
  EXPECT_FALSE(out_of_bag(train, {}, {}, {}));
}

}  // namespace
}  // namespace espalier
