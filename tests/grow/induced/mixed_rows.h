// Two numbers, one of them with gaps, and a category.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier::test {

struct MixedRows {
  std::vector<float> a, b;
  std::vector<std::int32_t> c;

  void draw(Random& random) {
    a.push_back(static_cast<float>(random.normal()));
    b.push_back(random.below(10) == 0 ? kNaN : static_cast<float>(random.normal()));
    c.push_back(static_cast<std::int32_t>(random.below(4)));
  }
  // What the target of the last row follows, besides `of_a`.
  double signal(double of_a) const { return of_a + (b.back() > 0.5F ? 2 : 0) + c.back() % 2; }
  Table table() const {
    return table_of({numeric("a", a), numeric("b", b), categorical("c", {"p", "q", "r", "s"}, c)});
  }
};

// A row at a split by the column.
inline bool goes_left(const Tree& tree, const TreeNode& node, const Column& column, std::size_t row) {
  if (column.feature.type == ColumnType::categorical)
    return (tree.category_words[node.categories] >> column.codes[row] & 1U) != 0;
  const float value = column.values[row];
  return std::isnan(value) ? node.missing_left : value <= node.threshold;
}

}  // namespace espalier::test
