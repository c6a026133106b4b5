#include "predict/terminals.h"

#include <algorithm>
#include <type_traits>

#include "base/assert.h"
#include "predict/batch/batch.h"
#include "predict/batch/blocks.h"
#include "predict/columns/bound_columns.h"

namespace espalier {
namespace {

bool holds(const TerminalArray& array, std::uint64_t last_terminal) {
  const std::size_t bytes = std::visit([](auto* ids) { return sizeof(*ids); }, array);
  return last_terminal >> (8 * bytes) == 0;
}

}  // namespace

void fill_terminals(const std::vector<Feature>& features, const Forest& forest, const TableView& table,
                    std::span<const TerminalArray> arrays, const Run& run) {
  ESPALIER_ASSERT(arrays.size() == forest.trees.size());
  for (std::size_t t = 0; t < arrays.size(); ++t) ESPALIER_ASSERT(holds(arrays[t], forest.trees[t].splits));
  const BoundTable bound(features, table);
  const Batch batch(features, forest);
  const auto copy = [&](std::uint32_t tree, std::size_t row, const Terminals& terminals) {
    std::visit(
        [row](auto* to, const auto& from) {
          using Id = std::remove_pointer_t<decltype(to)>;
          std::transform(from.begin(), from.end(), to + row, [](auto id) { return static_cast<Id>(id); });
        },
        arrays[tree], terminals);
  };
  for_each_block(table.rows, batch.task_rows(table.rows, run), run,
                 [&](std::size_t begin, std::size_t end) { batch.terminals(bound, begin, end, copy); });
}

}  // namespace espalier
