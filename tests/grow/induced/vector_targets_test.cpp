#include "grow/induced/vector_targets.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

const std::vector<float> kValues = {1, 0, 2, 1, -1, 3};  // three rows of two numbers

std::vector<float> padded(std::vector<float> values) {
  values.resize(values.size() + kPadding);
  range_of(values.data(), values.size() - kPadding);
  return values;
}

TEST(VectorTargets, ScoreBothSidesByTheirSquaredSums) {
  Threads threads(1);
  VectorTargets targets;
  targets.enter(kValues, {}, 2, threads);
  EXPECT_EQ(targets.weight(), 3);
  EXPECT_DOUBLE_EQ(targets.score(), (2.0 * 2 + 4 * 4) / 3);
  const std::vector<float> column = padded({5, 6, 9});
  EXPECT_DOUBLE_EQ(targets.score_cut(column.data(), 7), (3.0 * 3 + 1 * 1) / 2 + (1.0 + 9));
  const std::vector<std::uint8_t> sides = {0, 1, 1};
  EXPECT_DOUBLE_EQ(targets.score_sides(sides.data()), 1 + (1.0 + 16) / 2);
}

TEST(VectorTargets, RowsCountByTheirWeight) {
  Threads threads(1);
  VectorTargets targets;
  const std::vector<double> weights = {2, 1, 0.5};
  targets.enter(kValues, weights, 2, threads);
  EXPECT_EQ(targets.weight(), 3.5);
  const std::vector<std::uint8_t> sides = {1, 0, 0};
  EXPECT_DOUBLE_EQ(targets.score_sides(sides.data()), 2 * 2 / 2.0 + (1.5 * 1.5 + 2.5 * 2.5) / 1.5);
}

TEST(VectorTargets, AnEmptySideIsNoCut) {
  Threads threads(1);
  VectorTargets targets;
  targets.enter(kValues, {}, 2, threads);
  const std::vector<float> column = padded({5, 6, 9});
  EXPECT_EQ(targets.score_cut(column.data(), 4), kNoCut);
  EXPECT_EQ(targets.score_cut(column.data(), 9), kNoCut);
}

}  // namespace
}  // namespace espalier
