#include "select/leaves/leaf_forest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "basis/ids/fill_basis.h"
#include "espalier/budget.h"
#include "espalier/forest.h"
#include "espalier/hold_out.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/samples.h"
#include "support/tables.h"

namespace espalier {
namespace {

using test::kNaN;

constexpr std::size_t kNumberBins = 6, kLabels = 70;

// Two columns of numbers 0 … 5 and one of 70 labels, with missing values; a value's bin is the value itself.
struct Rows {
  Rows(std::size_t rows, Random& random) : codes(3) {
    std::vector<Column> columns;
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t bins = column < 2 ? kNumberBins : kLabels;
      for (std::size_t row = 0; row < rows; ++row)
        codes[column].push_back(static_cast<std::uint8_t>(random.below(bins + 1)));
      if (column < 2) {
        std::vector<float> values;
        for (const std::uint8_t code : codes[column]) values.push_back(code == bins ? kNaN : static_cast<float>(code));
        columns.push_back(test::numeric("x" + std::to_string(column), values));
      } else {
        std::vector<std::int32_t> labels;
        for (const std::uint8_t code : codes[column]) labels.push_back(code == bins ? kMissingCode : code);
        columns.push_back(test::categorical("c", samples::numbered("l", kLabels), labels));
      }
    }
    table = test::table_of(std::move(columns));
  }
  std::vector<std::vector<std::uint8_t>> codes;
  Table table;
};

LeafSplit random_split(std::uint32_t leaf, Random& random) {
  LeafSplit split;
  split.leaf = leaf;
  const auto column = static_cast<std::int32_t>(random.below(3));
  split.node.feature = column;
  split.node.missing_left = random.below(2) == 0;
  const std::size_t bins = column < 2 ? kNumberBins : kLabels;
  const auto send_left = [&](std::size_t bin) { split.left[bin / 64] |= std::uint64_t{1} << (bin % 64); };
  if (column < 2) {
    const std::size_t bin = random.below(bins - 1);
    split.node.threshold = static_cast<float>(bin) + 0.5F;
    for (std::size_t b = 0; b <= bin; ++b) send_left(b);
  } else {
    split.words.resize(2);
    for (std::size_t b = 0; b < bins; ++b) {
      if (random.below(2) == 0) continue;
      send_left(b);
      split.words[b / 64] |= std::uint64_t{1} << (b % 64);
    }
  }
  if (split.node.missing_left) send_left(bins);
  return split;
}

// A leaf as what must hold of its rows.
struct NaiveLeaf {
  struct Condition {
    LeafSplit by;
    bool left;
    std::uint32_t made;  // which split of the test it is from
  };
  std::vector<Condition> conditions;
  std::vector<float> weight;

  bool holds(const Rows& rows, std::size_t row) const {
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
      const std::uint8_t code = rows.codes[static_cast<std::size_t>(condition.by.node.feature)][row];
      return (((condition.by.left[code / 64] >> (code % 64)) & 1U) != 0) == condition.left;
    });
  }
};

class NaiveTree {
 public:
  NaiveTree() : leaves(1) { leaves[0].weight = {0}; }

  void split(const LeafSplit& by) {
    NaiveLeaf right = leaves[by.leaf];
    leaves[by.leaf].conditions.push_back({by, true, made_});
    right.conditions.push_back({by, false, made_++});
    leaves.push_back(right);
  }
  // Whether both are what is left of one split.
  bool is_pair(std::size_t a, std::size_t b) const {
    const auto &x = leaves[a].conditions, &y = leaves[b].conditions;
    if (x.size() != y.size() || x.empty() || !x.back().left || y.back().left) return false;
    return std::ranges::equal(x, y, [](const auto& p, const auto& q) { return p.made == q.made; });
  }
  void merge(std::size_t left, std::size_t right) {
    leaves[left].conditions.pop_back();
    if (left == leaves.size() - 1)
      leaves[right] = leaves[left];
    else
      leaves[right] = leaves.back();
    leaves.pop_back();
  }
  std::vector<NaiveLeaf> leaves;

 private:
  std::uint32_t made_ = 0;
};

void expect_same(const LeafTree& tree, const NaiveTree& naive, const Rows& rows, const Rows& watched) {
  ASSERT_EQ(tree.leaves(), naive.leaves.size());
  for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
    EXPECT_EQ(tree.depth(leaf), naive.leaves[leaf].conditions.size());
    EXPECT_EQ(tree.weights(leaf)[0], naive.leaves[leaf].weight[0]);
    EXPECT_EQ(tree.leaf_of(tree.node_of(leaf)), leaf);
  }
  for (std::size_t row = 0; row < rows.table.rows; ++row)
    ASSERT_TRUE(naive.leaves[tree.ids()[row]].holds(rows, row)) << row;
  for (std::size_t row = 0; row < watched.table.rows; ++row)
    ASSERT_TRUE(naive.leaves[tree.watched()[row]].holds(watched, row)) << row;
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < tree.leaves(); ++a)
    for (std::size_t b = 0; b < tree.leaves(); ++b) pairs += naive.is_pair(a, b) ? 1 : 0;
  const std::vector<LeafTree::SiblingLeaves> found = tree.pairs();
  EXPECT_EQ(found.size(), pairs);
  for (const LeafTree::SiblingLeaves& pair : found) {
    EXPECT_TRUE(naive.is_pair(pair.left, pair.right));
    const LeafTree::SiblingLeaves same = tree.pair_of(pair.node);
    EXPECT_TRUE(same.left == pair.left && same.right == pair.right);
  }
}

// The tree as a model sends every row to the weight of its leaf, and knows how many rows it has.
void expect_routes(const LeafTree& tree, const Rows& rows, double scale) {
  std::vector<double> counts(tree.leaves());
  for (const std::uint16_t id : tree.ids()) ++counts[id];
  Pool pool;
  for (const Column& column : rows.table.columns) pool.features.push_back(column.feature);
  pool.intercept = {0.25};
  pool.trees.push_back(tree.tree(1, scale, counts));
  EXPECT_EQ(pool.trees[0].nodes.size(), 2 * tree.leaves() - 1);
  EXPECT_EQ(pool.trees[0].nodes[0].rows, static_cast<double>(rows.table.rows));
  Target target = test::regression({});
  const Model model = make_model(target, Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
  const std::vector<double> scores = predict_scores(model, samples::view_of(rows.table));
  for (std::size_t row = 0; row < rows.table.rows; ++row) {
    const double expected =
        static_cast<double>(static_cast<float>(scale * static_cast<double>(tree.weights(tree.ids()[row])[0])));
    ASSERT_NEAR(scores[row], 0.25 + expected, 1e-6) << row;
  }
}

TEST(LeafTree, SplitsAndMergesAsItsConditionsSay) {
  Threads one(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, "leaf tree");
    const Rows rows(200, random), watched(seed % 2 == 0 ? 60 : 0, random);
    LeafTree tree(200, watched.table.rows, 1);
    NaiveTree naive;
    for (int step = 0; step < 60; ++step) {
      const std::vector<LeafTree::SiblingLeaves> pairs = tree.pairs();
      if (!pairs.empty() && random.below(5) < (step < 40 ? 2U : 4U)) {
        const LeafTree::SiblingLeaves pair = pairs[random.below(pairs.size())];
        tree.merge(pair);
        naive.merge(pair.left, pair.right);
      } else {
        const LeafSplit split = random_split(static_cast<std::uint32_t>(random.below(tree.leaves())), random);
        const auto column = static_cast<std::size_t>(split.node.feature);
        tree.split(split, {rows.codes[column], watched.codes[column]}, one);
        naive.split(split);
        for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf)
          tree.weights(leaf)[0] = naive.leaves[leaf].weight[0] = static_cast<float>(random.normal());
      }
      expect_same(tree, naive, rows, watched);
    }
    expect_routes(tree, rows, 2.5);
  }
}

TEST(LeafTree, TheChildrenOfASplitHaveTheWeightOfTheirLeaf) {
  Threads one(1);
  Random random(1, "weights");
  const Rows rows(50, random);
  LeafTree tree(50, 0, 4);
  std::ranges::copy(std::vector<float>{1, 2, 3, 0}, tree.weights(0).begin());
  const LeafSplit split = random_split(0, random);
  tree.split(split, {rows.codes[static_cast<std::size_t>(split.node.feature)], {}}, one);
  EXPECT_TRUE(std::ranges::equal(tree.weights(0), tree.weights(1)));
  tree.weights(0)[1] = 7;
  tree.merge(tree.pairs()[0]);
  ASSERT_EQ(tree.leaves(), 1U);
  EXPECT_EQ(tree.weights(0)[1], 7);
  EXPECT_EQ(tree.weights(0)[2], 3);
}

TEST(LeafForest, CopiesShareTheirTreesUntilOneIsChanged) {
  Threads one(1);
  Random random(2, "copies");
  const Rows rows(80, random);
  LeafForest forest(80, 0, {0.5F});
  forest.add();
  forest.add();
  LeafForest copy = forest;
  EXPECT_EQ(&std::as_const(forest).tree(0), &std::as_const(copy).tree(0));
  const LeafSplit split = random_split(0, random);
  copy.change(0).split(split, {rows.codes[static_cast<std::size_t>(split.node.feature)], {}}, one);
  EXPECT_EQ(forest.leaves(), 2U);
  EXPECT_EQ(copy.leaves(), 3U);
  EXPECT_EQ(copy.nodes(), 4U);
  EXPECT_EQ(std::ranges::count(forest.tree(0).ids(), 0), 80);
  EXPECT_NE(&forest.tree(0), &copy.tree(0));
  EXPECT_EQ(&forest.tree(1), &copy.tree(1));
  DesignWeights weights = copy.weights();
  EXPECT_EQ(weights.weights.size(), 3U);
  weights.weights = {1, 2, 3};
  weights.intercept = {4};
  copy.set_weights(weights);
  EXPECT_EQ(copy.weights().weights, weights.weights);
  EXPECT_EQ(copy.intercept[0], 4);
  EXPECT_EQ(forest.weights().weights, std::vector<float>({0, 0}));
  EXPECT_EQ(forest.intercept[0], 0.5F);
}

std::vector<std::uint16_t> ids_of(const Basis& basis, std::size_t tree) {
  std::vector<std::uint16_t> ids;
  for (std::size_t row = 0; row < basis.rows(); ++row) ids.push_back(static_cast<std::uint16_t>(basis.id(tree, row)));
  return ids;
}

// Absent children, weights of inner nodes, categories, trees of one output.
TEST(LeafForest, OfATreeOfAModelScoresAsItDoesAndGivesItBack) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed, "pool");
    const int outputs = seed % 2 == 0 ? 3 : 1;
    Pool pool = samples::random_pool(
        {.most_labels = 80, .outputs = outputs, .trees = 6, .one_output_trees = outputs > 1}, random);
    std::erase_if(pool.trees, [](const Tree& tree) { return tree.nodes.size() == 1; });
    if (outputs == 1)
      for (Tree& tree : pool.trees) tree.output = kNone;
    Model model;
    model.features = pool.features;
    model.link = outputs == 3 ? Link::softmax : Link::identity;
    if (outputs == 3) model.task = Task::classification, model.classes = {"a", "b", "c"};
    model.body = make_forest(pool, pool.grown_weights());
    const Table table = samples::random_rows(model, 120, random);
    const TableView view = samples::view_of(table);
    const Basis basis = make_basis(pool, view);
    const std::size_t width = padded(static_cast<std::size_t>(outputs));
    std::vector<float> intercept(pool.intercept.begin(), pool.intercept.end());
    intercept.resize(width);
    LeafForest forest(table.rows, 0, intercept);
    for (std::size_t t = 0; t < pool.trees.size(); ++t)
      forest.add(LeafTree(pool.trees[t], pool.features, width, ids_of(basis, t), {}));

    std::vector<float> scores(table.rows * width);
    const TreeDesign design = forest.design();
    std::vector<std::uint32_t> members(forest.size());
    for (std::uint32_t t = 0; t < members.size(); ++t) members[t] = t;
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = intercept[i % width];
    design.block(members)->add_scores({0, table.rows}, forest.weights().weights.data(), width, scores.data());
    const std::vector<double> expected = predict_scores(model, view);
    const auto count = static_cast<std::size_t>(outputs);
    for (std::size_t row = 0; row < table.rows; ++row)
      for (std::size_t k = 0; k < count; ++k)
        ASSERT_NEAR(static_cast<double>(scores[row * width + k]), expected[row * count + k], 1e-5);

    Pool back = pool;
    for (std::size_t t = 0; t < forest.size(); ++t) {
      const std::vector<double> rows(forest.tree(t).leaves(), 1);
      back.trees[t] = forest.tree(t).tree(count, 1, rows);
      EXPECT_EQ(back.trees[t].output, pool.trees[t].output);
    }
    Model again = model;
    again.body = make_forest(back, back.grown_weights());
    const std::vector<double> same = predict_scores(again, view);
    for (std::size_t i = 0; i < same.size(); ++i) ASSERT_NEAR(same[i], expected[i], 1e-5);
  }
}

}  // namespace
}  // namespace espalier
