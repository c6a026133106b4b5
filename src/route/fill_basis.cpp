// Trees × rows walked in blocks of one tree and some thousand rows; a block writes its own part of the ids and nothing
// else. O(depth) a row and tree.
#include "route/fill_basis.h"

#include <algorithm>

#include "base/assert.h"
#include "base/progress.h"
#include "base/threads.h"
#include "route/bind.h"
#include "route/reference.h"

namespace espalier {
namespace {

// A multiple of the tile, so that two threads never write into one cache line.
constexpr std::size_t kRowsPerBlock = 64 * Basis::kTile;

// ids[i] = the terminal that row first + i reaches.
template <class Id>
void fill(const Forest& forest, const TreeSpan& tree, const BoundTable& table, std::size_t first, std::span<Id> ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<Id>(terminal_of(forest, tree, table, first + i));
}

}  // namespace

Basis make_basis(const Forest& forest, const std::vector<Feature>& features, const TableView& table, const Run& run) {
  const BoundTable bound(features, table);
  std::vector<std::uint32_t> terminals;
  for (const TreeSpan& tree : forest.trees) terminals.push_back(tree.splits + 1);
  Basis basis(table.rows, terminals);
  Reporter reporter(run, "finding terminals", table.rows);
  Threads(run.threads).blocks(table.rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = 0; t < forest.trees.size(); ++t)
      basis.write(t, [&](auto ids) { fill(forest, forest.trees[t], bound, begin, ids.subspan(begin, end - begin)); });
    reporter.advance(end - begin);
  });
  return basis;
}

Basis make_basis(const Pool& pool, const TableView& table, const Run& run) {
  const Forest forest = compact(pool, pool.grown_weights());
  ESPALIER_ASSERT(forest.trees.size() == pool.trees.size());  // compact() makes trees without a split constants
  return make_basis(forest, pool.features, table, run);
}

}  // namespace espalier
