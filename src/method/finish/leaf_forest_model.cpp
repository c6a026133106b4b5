// Tested by tests/method/graft/growth_test.cpp.
#include "method/finish/leaf_forest_model.h"

#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

std::vector<double> rows_by_leaf(const LeafTree& tree, const RowLoss& loss) {
  std::vector<double> rows(tree.leaves());
  for (std::size_t i = 0; i < tree.ids().size(); ++i)
    rows[tree.ids()[i]] += loss.unit() * static_cast<double>(loss.weight(i));
  return rows;
}

}  // namespace

Model leaf_forest_model(const LeafForest& forest, const RowLoss& loss, const Target& target,
                        const std::vector<Feature>& features) {
  Pool pool;
  pool.features = features;
  for (std::size_t k = 0; k < loss.outputs(); ++k)
    pool.intercept.push_back(loss.offset() + loss.scale() * static_cast<double>(forest.intercept[k]));
  for (std::size_t t = 0; t < forest.size(); ++t) {
    const LeafTree& tree = forest.tree(t);
    pool.trees.push_back(tree.tree(loss.outputs(), loss.scale(), rows_by_leaf(tree, loss)));
  }
  return make_model(target, link_of(loss.loss()), features,
                    make_forest(pool, pool.grown_weights(), EqualLeaves::merged));
}

}  // namespace espalier
