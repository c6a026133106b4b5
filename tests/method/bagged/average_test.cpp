#include "method/bagged/average.h"

#include <gtest/gtest.h>

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "method/bagged/bagged_trees.h"
#include "support/tables.h"

namespace espalier {
namespace {

const std::vector<Feature> kFeatures = {{"x", ColumnType::numeric, {}}, {"k", ColumnType::categorical, {"a", "b"}}};

BaggedTree stump(int feature, double left, double right, double base = 10) {
  Tree tree;
  tree.nodes.resize(3);
  tree.nodes[0].feature = feature;
  tree.nodes[0].left = 1;
  tree.nodes[0].right = 2;
  tree.nodes[0].rows = 4;
  tree.category_words = {1};
  return bagged_tree({tree, test::values_of({left, right})}, kFeatures, {base});
}

BaggedTree leaf(double value) {
  Tree tree;
  tree.nodes.resize(1);
  return bagged_tree({tree, test::values_of({value})}, kFeatures, {10});
}

TEST(Average, DividesTheLeavesByTheNumberOfTreesSingleLeavesIncluded) {
  const std::vector<BaggedTree> trees = {stump(0, 2, 4), leaf(8), stump(1, -2, 6), stump(1, 0, 1)};
  const Forest forest = average(trees, kFeatures, Link::identity);
  EXPECT_EQ(forest.intercept, (std::vector<double>{12}));  // 10 + 8 / 4
  EXPECT_EQ(forest.trees.size(), 3U);
  EXPECT_EQ(forest.values, (std::vector<float>{0.5F, 1, -0.5F, 1.5F, 0, 0.25F}));
}

// 0.1 and 0.001 as floats are a little more than that, 0.01 is less.
TEST(Average, GivesAnEvenVoteOfTwoClassesToTheFirst) {
  for (const std::size_t pairs : {1, 5, 50, 500}) {
    std::vector<BaggedTree> trees;
    for (std::size_t i = 0; i < pairs; ++i) {
      trees.push_back(stump(0, 0, 1, 0));
      trees.push_back(stump(0, 1, 1, 0));
    }
    const Model model =
        make_model(test::classes({0, 1}), Link::probability, kFeatures, average(trees, kFeatures, Link::probability));
    const Table table = test::table_of({test::numeric("x", {-1, 1}), test::categorical("k", {"a", "b"}, {0, 1})});
    EXPECT_EQ(predict_classes(model, table), (std::vector<std::int32_t>{0, 1})) << pairs;
    const std::vector<double> scores = predict_scores(model, table);
    EXPECT_NEAR(scores[0], 0.5, 1e-7);
    EXPECT_NEAR(scores[1], 1, 1e-7);
    EXPECT_LE(scores[1], 1);
  }
}

TEST(Average, IsAModelLikeAnyOther) {
  const std::vector<BaggedTree> trees = {stump(0, 2, 4), stump(1, -2, 6), stump(1, 0, 1)};
  const Model model =
      make_model(test::regression({1, 2}), Link::identity, kFeatures, average(trees, kFeatures, Link::identity));
  const Model loaded = decode(encode(model), "memory");
  EXPECT_EQ(loaded, model);
  const Table table = test::table_of({test::numeric("x", {-1, 1}), test::categorical("k", {"a", "b"}, {0, 1})});
  const std::vector<double> scores = predict_scores(loaded, table);
  EXPECT_NEAR(scores[0], 10 + (2 - 2 + 0) / 3.0, 1e-6);
  EXPECT_NEAR(scores[1], 10 + (4 + 6 + 1) / 3.0, 1e-6);
}

}  // namespace
}  // namespace espalier
