// score_k(x) = b_k + Σ_t value_t,k(terminal that x reaches in tree t), one row and one tree after the other, written
// for readability. O(depth) per tree and row.
// Tested by tests/predict/predict_test.cpp.
#include "predict/reference/reference.h"

#include <algorithm>

#include "predict/columns/goes_left.h"

namespace espalier {
std::uint32_t terminal_of(const Forest& forest, const TreeSpan& tree, const BoundTable& table,
                          std::size_t row) noexcept {
  std::int32_t node = 0;
  while (node >= 0) {
    const Split& split = forest.splits[tree.first_split + static_cast<std::uint32_t>(node)];
    node = goes_left(table.columns()[split.feature], row, split, forest.category_words.data() + split.categories)
               ? split.left
               : split.right;
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
