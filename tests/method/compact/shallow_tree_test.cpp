#include "method/compact/shallow_tree.h"

#include <gtest/gtest.h>

#include <map>

#include "basis/ids/fill_basis.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/samples.h"

namespace espalier {
namespace {

std::vector<double> scores_of(const Pool& pool, const Tree& tree, const TableView& rows) {
  Pool one = pool;
  one.trees = {tree};
  Model model;
  model.features = pool.features;
  model.body = make_forest(one, one.grown_weights());
  return predict_scores(model, rows);
}

TEST(ShallowTree, HasLeavesOfTheMeanOfWhatItCutOff) {
  int cut = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed, "pool");
    Pool pool = samples::random_pool({.trees = 1, .splits = 40}, random);
    if (pool.trees[0].nodes.size() < 5) continue;
    pool.intercept = {0};
    Model model;
    model.features = pool.features;
    model.body = make_forest(pool, pool.grown_weights());
    const Table table = samples::random_rows(model, 60, random);
    const TableView view = samples::view_of(table);
    const Basis basis = make_basis(pool, view);
    std::vector<std::uint32_t> ids, first;
    for (std::size_t row = 0; row < 60; ++row) ids.push_back(basis.id(0, row));
    first = ids;
    EXPECT_EQ(shallow_tree(pool.trees[0], basis.terminals(0), ids).nodes.size(), pool.trees[0].nodes.size());
    EXPECT_EQ(ids, first);

    const std::size_t most = 1 + basis.terminals(0) / 2;
    const Tree tree = shallow_tree(pool.trees[0], most, ids);
    ++cut;
    ASSERT_LE((tree.nodes.size() + 1) / 2, most);
    const std::vector<double> before = scores_of(pool, pool.trees[0], view), after = scores_of(pool, tree, view);
    // By new leaf: the mean of the old scores of its rows.
    std::map<std::uint32_t, std::vector<std::size_t>> by_leaf;
    for (std::size_t row = 0; row < 60; ++row) by_leaf[ids[row]].push_back(row);
    for (const auto& [leaf, rows] : by_leaf) {
      EXPECT_LT(leaf, most);
      double mean = 0;
      for (const std::size_t row : rows) mean += before[row] / static_cast<double>(rows.size());
      for (const std::size_t row : rows) EXPECT_NEAR(after[row], mean, 1e-5) << seed;
    }
    // Ids are those of the new tree.
    if (tree.nodes.size() == 1) continue;
    Pool cut_pool = pool;
    cut_pool.trees = {tree};
    const Basis cut_basis = make_basis(cut_pool, view);
    for (std::size_t row = 0; row < 60; ++row) EXPECT_EQ(cut_basis.id(0, row), ids[row]);
  }
  EXPECT_GT(cut, 15);
}

}  // namespace
}  // namespace espalier
