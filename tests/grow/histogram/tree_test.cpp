#include "grow/histogram/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "espalier/forest.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

struct Data {
  Table table;
  std::vector<PackedGradient> pairs;
  std::vector<std::uint32_t> rows, columns;
  std::vector<double> weights;

  std::vector<std::uint8_t> taken() const {
    std::vector<std::uint8_t> flags(pairs.size(), 0);
    for (const std::uint32_t row : rows) flags[row] = 1;
    return flags;
  }
};

Data random_data(std::size_t rows, bool missing, std::uint64_t seed) {
  Random random(seed, "data");
  std::vector<std::vector<float>> x(3, std::vector<float>(rows));
  Data data;
  for (std::size_t i = 0; i < rows; ++i) {
    for (auto& column : x) {
      column[i] = missing && random.below(8) == 0 ? test::kNaN : static_cast<float>(random.below(40));
    }
    const double signal = (x[0][i] > 20 ? 500 : -500) + (x[1][i] > 10 && x[2][i] < 30 ? 900 : 0);
    data.pairs.push_back(pack(static_cast<std::int32_t>(signal + 300 * random.normal()),
                              1 + static_cast<std::uint32_t>(random.below(20))));
  }
  data.table = test::table_of({test::numeric("a", x[0]), test::numeric("b", x[1]), test::numeric("c", x[2])});
  data.rows.resize(rows);
  std::iota(data.rows.begin(), data.rows.end(), 0U);
  data.columns = {0, 1, 2};
  return data;
}

struct Grower {
  Threads threads;
  HistogramGrower grower;
  Grower(const Data& data, const HistogramTreeOptions& options, int thread_count)
      : threads(thread_count),
        grower({data.table, find_bins(data.table, {}, {}, threads), threads}, data.weights, 1, options, threads) {}

  HistogramTree grow(const Data& data) {
    Random random(1, "tree");
    std::vector<PackedGradient> pairs = data.pairs;
    return grower.grow({pairs, {}}, {data.taken(), data.columns, {}}, random);
  }
};

HistogramTree grow(const Data& data, const HistogramTreeOptions& options, int thread_count = 1) {
  HistogramTree tree = Grower(data, options, thread_count).grow(data);
  tree.leaves.clear();  // their rows die with the grower
  return tree;
}

// ---- the plain twin: every split of every open node, sums taken row by row -----------------------------------------

struct PlainNode {
  std::vector<std::uint32_t> rows;
  double gain = 0;
  std::size_t column = 0;
  float threshold = 0;
  bool missing_left = false;
};

bool goes_left(float value, float threshold, bool missing_left) {
  return value != value ? missing_left : value <= threshold;
}

double fall(const Data& data, const std::vector<std::uint32_t>& rows) {
  PackedGradient sum = 0;
  for (const std::uint32_t row : rows) sum += data.pairs[row];
  return rows.empty() ? 0 : 0.5 * gradient_of(sum) * static_cast<double>(gradient_of(sum)) / hessian_of(sum);
}

std::array<std::vector<std::uint32_t>, 2> sides(const Data& data, const PlainNode& node) {
  std::array<std::vector<std::uint32_t>, 2> result;
  for (const std::uint32_t row : node.rows) {
    const float value = data.table.columns[node.column].values[row];
    result[goes_left(value, node.threshold, node.missing_left) ? 0 : 1].push_back(row);
  }
  return result;
}

void find_best(const Data& data, std::size_t min_rows, PlainNode& node) {
  PlainNode best = node;
  for (std::size_t column = 0; column < 3; ++column) {
    for (const bool missing_left : {false, true}) {
      for (int value = 0; value < 40; ++value) {
        PlainNode tried = {node.rows, 0, column, static_cast<float>(value) + 0.5F, missing_left};
        const auto [left, right] = sides(data, tried);
        if (std::min(left.size(), right.size()) < min_rows) continue;
        tried.gain = fall(data, left) + fall(data, right) - fall(data, node.rows);
        if (tried.gain > best.gain * (1 + 1e-12)) best = tried;
      }
    }
  }
  node = best;
}

// The rows of every leaf, in order of the leaf's first row.
std::vector<std::vector<std::uint32_t>> plain_leaves(const Data& data, std::size_t leaves, std::size_t min_rows) {
  std::vector<PlainNode> open(1);
  open[0].rows = data.rows;
  find_best(data, min_rows, open[0]);
  while (open.size() < leaves) {
    const auto next = std::ranges::max_element(open, {}, &PlainNode::gain);
    if (next->gain <= 0) break;
    const auto [left, right] = sides(data, *next);
    open.erase(next);
    for (const auto& rows : {left, right}) {
      open.push_back({rows, 0, 0, 0, false});
      find_best(data, min_rows, open.back());
    }
  }
  std::vector<std::vector<std::uint32_t>> result;
  for (const PlainNode& node : open) result.push_back(node.rows);
  std::sort(result.begin(), result.end());
  return result;
}

std::size_t leaf_of(const Data& data, const HistogramTree& tree, std::size_t row) {
  std::size_t node = 0;
  while (tree.tree.nodes[node].feature != kNone) {
    const TreeNode& split = tree.tree.nodes[node];
    const float value = data.table.columns[static_cast<std::size_t>(split.feature)].values[row];
    const bool left = goes_left(value, split.threshold, split.missing_left);
    node = static_cast<std::size_t>(left ? split.left : split.right);
  }
  return node;
}

std::vector<std::vector<std::uint32_t>> leaves_of(const Data& data, const HistogramTree& tree) {
  std::vector<std::vector<std::uint32_t>> leaves(tree.tree.nodes.size());
  for (const std::uint32_t row : data.rows) leaves[leaf_of(data, tree, row)].push_back(row);
  std::erase_if(leaves, [](const auto& rows) { return rows.empty(); });
  std::sort(leaves.begin(), leaves.end());
  return leaves;
}

TEST(HistogramTree, PartsTheRowsLikeThePlainSearch) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Data data = random_data(400, seed % 2 == 0, seed);
    for (const int leaves : {2, 5, 12}) {
      for (const std::size_t min_rows : {1U, 15U}) {
        HistogramTreeOptions options;
        options.leaves = leaves;
        options.split.min_rows = min_rows;
        EXPECT_EQ(leaves_of(data, grow(data, options)), plain_leaves(data, static_cast<std::size_t>(leaves), min_rows))
            << "seed " << seed << ", " << leaves << " leaves, " << min_rows << " rows";
      }
    }
  }
}

TEST(HistogramTree, ToADepthHoldsAllSplitsOfIt) {
  const Data data = random_data(2000, false, 1);
  HistogramTreeOptions deep, wide;
  deep.depth = 3;
  wide.depth = 3;
  wide.leaves = 8;
  EXPECT_EQ(grow(data, deep).tree.nodes.size(), 15U);
  EXPECT_EQ(leaves_of(data, grow(data, deep)), leaves_of(data, grow(data, wide)));
}

TEST(HistogramTree, LeafRowsValuesAndBinsAgreeWithTheTree) {
  const Data data = random_data(3000, true, 2);
  HistogramTreeOptions options;
  options.leaves = 20;
  options.split.l2 = 2;
  Grower grower(data, options, 2);
  const HistogramTree tree = grower.grow(data);
  ASSERT_EQ(tree.leaves.size(), 20U);
  std::size_t rows = 0;
  for (std::size_t leaf = 0; leaf < 20; ++leaf) {
    PackedGradient sum = 0;
    for (const std::uint32_t row : tree.leaves[leaf].rows) {
      EXPECT_EQ(leaf_of(data, tree, row), tree.leaves[leaf].node);
      sum += data.pairs[row];
    }
    rows += tree.leaves[leaf].rows.size();
    EXPECT_DOUBLE_EQ(tree.values[leaf], -gradient_of(sum) / (hessian_of(sum) + 2.0));
    EXPECT_EQ(tree.tree.nodes[tree.leaves[leaf].node].rows, static_cast<double>(tree.leaves[leaf].rows.size()));
  }
  EXPECT_EQ(rows, data.rows.size());
  EXPECT_EQ(tree.tree.nodes[0].rows, 3000);
}

TEST(HistogramTree, OfSomeRowsAndColumnsUsesNoOthers) {
  Data data = random_data(1000, false, 3);
  Data part = data;
  std::erase_if(part.rows, [](std::uint32_t row) { return row % 3 == 0; });
  HistogramTreeOptions options;
  options.leaves = 10;
  Grower grower(part, options, 2);
  for (const std::vector<std::uint32_t>& columns : {std::vector{1U, 2U}, std::vector{0U, 1U, 2U}}) {
    part.columns = columns;
    const HistogramTree tree = grower.grow(part);
    for (const TreeNode& node : tree.tree.nodes) EXPECT_TRUE(node.feature != 0 || columns.size() == 3);
    EXPECT_EQ(tree.tree.nodes[0].rows, static_cast<double>(part.rows.size()));
    const std::span<const std::uint32_t> others = grower.grower.others();
    ASSERT_EQ(others.size(), data.rows.size() - part.rows.size());
    for (std::size_t i = 0; i < others.size(); ++i) {
      EXPECT_EQ(others[i] % 3, 0U);
      EXPECT_EQ(grower.grower.leaf_of_other(tree, i), leaf_of(part, tree, others[i]));
    }
  }
}

TEST(HistogramTree, DoesNotDependOnTheTreesBeforeIt) {
  Data data = random_data(3000, true, 5), other = random_data(3000, true, 6);
  Random random(7, "weights");
  for (std::size_t row = 0; row < 3000; ++row) data.weights.push_back(random.uniform());
  other.table = data.table;
  std::erase_if(other.rows, [](std::uint32_t row) { return row % 4 == 0; });
  HistogramTreeOptions options;
  options.leaves = 20;
  Grower used(data, options, 2), fresh(data, options, 1);
  used.grow(other);
  const HistogramTree later = used.grow(data), first = fresh.grow(data);
  EXPECT_EQ(later.values, first.values);
  EXPECT_EQ(later.left, first.left);
  ASSERT_EQ(later.tree.nodes.size(), first.tree.nodes.size());
  for (std::size_t node = 0; node < first.tree.nodes.size(); ++node) {
    EXPECT_EQ(later.tree.nodes[node].rows, first.tree.nodes[node].rows);
    EXPECT_EQ(later.tree.nodes[node].gain, first.tree.nodes[node].gain);
  }
}

// Enough rows for nodes that are marked, parted and summed by blocks of rows.
TEST(HistogramTree, IsTheSameOnAnyNumberOfThreads) {
  const Data data = random_data(200'000, true, 4);
  HistogramTreeOptions options;
  options.leaves = 31;
  options.features = 2;
  const HistogramTree one = grow(data, options, 1);
  for (const int threads : {2, 7, 16}) {
    const HistogramTree other = grow(data, options, threads);
    ASSERT_EQ(other.tree.nodes.size(), one.tree.nodes.size());
    EXPECT_EQ(other.values, one.values);
    EXPECT_EQ(other.left, one.left);
  }
}

}  // namespace
}  // namespace espalier
