#include "basis/ids/fill_basis.h"

#include "base/assert.h"
#include "predict/terminals.h"

namespace espalier {
Basis make_basis(const Forest& forest, const std::vector<Feature>& features, const TableView& table, const Run& run) {
  std::vector<std::uint32_t> terminals;
  for (const TreeSpan& tree : forest.trees) terminals.push_back(tree.splits + 1);
  Basis basis(table.rows, terminals);
  std::vector<TerminalArray> arrays;
  for (std::size_t t = 0; t < forest.trees.size(); ++t) {
    basis.write(t, [&](auto ids) { arrays.emplace_back(ids.data()); });
  }
  fill_terminals(features, forest, table, arrays, run);
  return basis;
}

Basis make_basis(const Pool& pool, const TableView& table, const Run& run) {
  const Forest forest = make_forest(pool, pool.grown_weights());
  ESPALIER_ASSERT(forest.trees.size() == pool.trees.size());  // make_forest() makes trees without a split constants
  return make_basis(forest, pool.features, table, run);
}

}  // namespace espalier
