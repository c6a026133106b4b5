#include "grow/histogram/finish_splits.h"

#include <gtest/gtest.h>

#include <limits>

namespace espalier {
namespace {

// A stump whose left leaf weighs `left` and whose right one weighs `right`.
HistogramTree stump(double left, double right) {
  HistogramTree tree;
  tree.tree.nodes.resize(3);
  tree.left.resize(3);
  tree.tree.nodes[0].feature = 0;
  tree.tree.nodes[0].left = 1;
  tree.tree.nodes[0].right = 2;
  tree.tree.nodes[1].rows = left;
  tree.tree.nodes[2].rows = right;
  return tree;
}

ColumnBins numbers() {
  ColumnBins bins;
  bins.edges = {1.5F, 2.5F};
  bins.bins = 3;
  return bins;
}

TEST(WeightOf, IsThatOfTheRowsThatAreTaken) {
  const std::vector<double> weights = {0.5, 2, 4};
  const std::vector<std::uint8_t> taken = {1, 0, 1};
  EXPECT_EQ(weight_of(weights, taken, 2), 4.5);
  EXPECT_EQ(weight_of(weights, {}, 3), 6.5);
  EXPECT_EQ(weight_of({}, taken, 2), 2);
}

// 1e16 + 1 is rounded to 1e16, 1e16 + 2 is not.
TEST(WeighLeaves, AddsTheWeightsInTheOrderOfTheTable) {
  const std::vector<std::uint32_t> rows = {4, 2, 0}, others = {3};
  HistogramTree tree = stump(0, 0);
  tree.leaves = {{1, rows}, {2, others}};
  weigh_leaves(std::vector<double>{1, 5, 1, 7, 1e16}, tree);
  EXPECT_EQ(tree.tree.nodes[1].rows, 1e16 + 2);
  EXPECT_EQ(tree.tree.nodes[2].rows, 7);
  weigh_leaves({}, tree);
  EXPECT_EQ(tree.tree.nodes[1].rows, 3);
}

TEST(SettleSplits, WithoutMissingValuesTheyGoToTheHeavierSide) {
  for (const bool left_heavier : {false, true}) {
    HistogramTree tree = stump(left_heavier ? 7 : 2, 3);
    MadeSplit made;
    made.split.bin = 1;
    made.split.missing_left = !left_heavier;  // says nothing, since none was seen
    finish_splits(std::vector{made}, {numbers()}, tree);
    EXPECT_EQ(tree.tree.nodes[0].missing_left, left_heavier);
    EXPECT_EQ(tree.tree.nodes[0].threshold, 2.5F);
    EXPECT_EQ(tree.tree.nodes[0].rows, left_heavier ? 10 : 5);
    EXPECT_EQ(tree.left[0], (BinSet{left_heavier ? 0b1011U : 0b0011U, 0, 0, 0}));
  }
}

TEST(SettleSplits, AllNumbersLeftOfTheMissingValuesEndAtTheLargestNumber) {
  HistogramTree tree = stump(5, 1);
  MadeSplit made;
  made.split.bin = 2;
  made.split.missing_seen = true;
  finish_splits(std::vector{made}, {numbers()}, tree);
  EXPECT_EQ(tree.tree.nodes[0].threshold, std::numeric_limits<float>::max());
  EXPECT_FALSE(tree.tree.nodes[0].missing_left);
  EXPECT_EQ(tree.left[0], (BinSet{0b0111U, 0, 0, 0}));
}

TEST(SettleSplits, LabelsThatTheNodeHasNotSeenGoWithTheMissingValues) {
  ColumnBins bins;
  bins.numeric = false;
  bins.bins = 3;
  bins.of_label = {2, 0, kNoBin, 1};
  HistogramTree tree = stump(4, 1);  // missing values, not seen, go left
  MadeSplit made;
  insert(made.split.seen, 0);
  insert(made.split.seen, 1);
  insert(made.split.left, 1);
  finish_splits(std::vector{made}, {bins}, tree);
  // Label 3 (bin 1) was sent left, label 1 (bin 0) right; labels 0 and 2 were not seen.
  EXPECT_EQ(tree.tree.category_words, (std::vector<std::uint64_t>{0b1101U}));
  EXPECT_EQ(tree.left[0], (BinSet{0b1110U, 0, 0, 0}));
}

}  // namespace
}  // namespace espalier
