// score_k(x) = b_k + Σ_t value_t,k(terminal that x reaches in tree t), one row and one tree after the other, written to
// be read. O(depth) a tree and row.
#include "route/reference.h"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

bool goes_left(const Forest& forest, const Split& split, const ColumnView& column, std::size_t row) noexcept {
  if (column.numeric()) {
    const float value = column.value(row);
    return std::isnan(value) ? split.missing_left : value <= split.threshold;
  }
  const std::int32_t code = column.code(row);
  const bool known = code >= 0 && static_cast<std::size_t>(code) < column.feature->labels.size();
  if (!known) return split.missing_left;
  const auto c = static_cast<std::size_t>(code);
  return ((forest.category_words[split.categories + c / 64] >> (c % 64)) & 1) != 0;
}

}  // namespace

std::uint32_t terminal_of(const Forest& forest, const TreeSpan& tree, const BoundTable& table,
                          std::size_t row) noexcept {
  std::int32_t node = 0;
  while (node >= 0) {
    const Split& split = forest.splits[tree.first_split + static_cast<std::uint32_t>(node)];
    node = goes_left(forest, split, table.columns()[split.feature], row) ? split.left : split.right;
  }
  return static_cast<std::uint32_t>(~node);
}

void scores_of(const Forest& forest, const BoundTable& table, std::size_t row, std::span<double> out) noexcept {
  std::copy(forest.intercept.begin(), forest.intercept.end(), out.begin());
  for (const TreeSpan& tree : forest.trees) {
    const std::size_t width = forest.width(tree);
    const std::size_t first_output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
    const float* values = forest.values.data() + tree.first_value + terminal_of(forest, tree, table, row) * width;
    for (std::size_t k = 0; k < width; ++k) out[first_output + k] += static_cast<double>(values[k]);
  }
}

}  // namespace espalier
