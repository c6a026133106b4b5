#include "grow/random/apply_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/threads.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

struct Applied {
  std::size_t left;
  std::array<std::uint8_t, 4> sides;
  Tree tree;
};

Applied apply(const Table& table, const NodeCut& cut, const std::array<float, 4>& values, bool larger_left) {
  Threads threads(1);
  const ValueTable value_table(table, threads);
  std::array<float, 4 + kPadding> padded;
  padded.fill(test::kNaN);
  std::ranges::copy(values, padded.begin());
  std::array<std::uint8_t, 4 + kPadding> sides{};
  CutApplier applier(value_table);
  Applied applied{};
  applied.tree.nodes.resize(1);
  applied.left = applier.mark({cut, padded.data(), 4}, sides.data());
  std::copy_n(sides.begin(), 4, applied.sides.begin());
  applier.write({cut, padded.data(), 4}, larger_left, applied.tree, 0);
  return applied;
}

using Sides = std::array<std::uint8_t, 4>;

TEST(CutApplier, PartsNumbersAtTheThreshold) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4})});
  NodeCut cut;
  cut.threshold = 2.5F;
  const Applied applied = apply(table, cut, {1, 2, 3, 4}, true);
  EXPECT_EQ(applied.left, 2U);
  EXPECT_EQ(applied.sides, (Sides{1, 1, 0, 0}));
  EXPECT_EQ(applied.tree.nodes[0].feature, 0);
  EXPECT_EQ(applied.tree.nodes[0].threshold, 2.5F);
  EXPECT_TRUE(applied.tree.nodes[0].missing_left);  // with the larger side
  EXPECT_FALSE(apply(table, cut, {1, 2, 3, 4}, false).tree.nodes[0].missing_left);
}

TEST(CutApplier, MissingValuesGoWhereTheCutSays) {
  const Table table = test::table_of({test::numeric("x", {1, test::kNaN, 3, 4})});
  NodeCut cut;
  cut.threshold = 2.5F;
  cut.missing_seen = true;
  for (const bool missing_left : {false, true}) {
    cut.missing_left = missing_left;
    const Applied applied = apply(table, cut, {1, test::kNaN, 3, 4}, !missing_left);
    EXPECT_EQ(applied.sides, (Sides{1, missing_left, 0, 0}));
    EXPECT_EQ(applied.tree.nodes[0].missing_left, missing_left);
  }
}

TEST(CutApplier, CategoriesThatTheNodeHasNotSeenGoWithTheMissing) {
  const Table table = test::table_of({test::categorical("c", {"p", "q", "r", "s"}, {0, 1, 1, 0})});
  NodeCut cut;
  cut.left_codes = {1};
  const Applied right = apply(table, cut, {0, 1, 1, 0}, false);
  EXPECT_EQ(right.sides, (Sides{0, 1, 1, 0}));
  EXPECT_EQ(right.tree.category_words.at(right.tree.nodes[0].categories), 0b0010U);
  const Applied left = apply(table, cut, {0, 1, 1, 0}, true);
  EXPECT_EQ(left.tree.category_words.at(0) & 0b1111U, 0b1110U);
}

}  // namespace
}  // namespace espalier
