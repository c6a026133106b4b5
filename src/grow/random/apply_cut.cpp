#include "grow/random/apply_cut.h"

#include <cmath>

namespace espalier {

void CutApplier::prepare(const NodeCut& cut) {
  if (!table_.numeric(cut.column)) left_codes_.assign(cut.left_codes, table_.labels(cut.column));
}

std::size_t CutApplier::mark_prepared(const CutRows& rows, std::uint8_t* sides) const noexcept {
  const bool numeric = table_.numeric(rows.cut.column);
  if (numeric && !rows.cut.missing_seen) return mark_left(rows.values, rows.cut.threshold, rows.count, sides);
  std::size_t left = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const float value = rows.values[i];
    const bool side = std::isnan(value) ? rows.cut.missing_left
                      : numeric         ? value <= rows.cut.threshold
                                        : left_codes_.contains(static_cast<std::size_t>(value));
    sides[i] = side;
    left += side;
  }
  return left;
}

void CutApplier::write(const CutRows& rows, bool larger_left, Tree& tree, std::size_t id) const {
  TreeNode& split = tree.nodes[id];
  split.feature = static_cast<std::int32_t>(rows.cut.column);
  split.missing_left = rows.cut.missing_seen ? rows.cut.missing_left : larger_left;
  if (table_.numeric(rows.cut.column)) {
    split.threshold = rows.cut.threshold;
  } else {
    split.categories = add_categories(rows, split.missing_left, tree);
  }
}

std::uint32_t CutApplier::add_categories(const CutRows& rows, bool unseen_left, Tree& tree) const {
  const std::size_t labels = table_.labels(rows.cut.column);
  const std::size_t first = tree.category_words.size();
  tree.category_words.resize(first + (labels + 63) / 64, unseen_left ? ~std::uint64_t{0} : 0);
  const auto set = [&](std::size_t code) {
    const std::uint64_t bit = std::uint64_t{1} << (code % 64);
    std::uint64_t& word = tree.category_words[first + code / 64];
    word = left_codes_.contains(code) ? word | bit : word & ~bit;
  };
  for (std::size_t i = 0; i < rows.count; ++i) {
    if (!std::isnan(rows.values[i])) set(static_cast<std::size_t>(rows.values[i]));
  }
  return static_cast<std::uint32_t>(first);
}

}  // namespace espalier
