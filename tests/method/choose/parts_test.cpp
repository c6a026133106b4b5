#include "method/choose/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/tables.h"

namespace espalier {
namespace {

TEST(Parts, TogetherHoldEveryRowOutOnce) {
  const Target target = test::regression(std::vector<double>(53, 1.0));
  std::multiset<std::uint32_t> held_out;
  const std::vector<RowPart> parts = make_parts(target, kFolds, 1);
  ASSERT_EQ(parts.size(), kFolds);
  for (const RowPart& part : parts) {
    EXPECT_EQ(part.rows.size() + part.others.size(), 53U);
    EXPECT_TRUE(std::ranges::is_sorted(part.rows));
    held_out.insert(part.others.begin(), part.others.end());
  }
  EXPECT_EQ(held_out.size(), 53U);
  EXPECT_EQ(std::set(held_out.begin(), held_out.end()).size(), 53U);
}

TEST(Parts, AreAsManyAsAreAskedForAndHoldOutAFifth) {
  const Target target = test::regression(std::vector<double>(100, 1.0));
  const std::vector<RowPart> parts = make_parts(target, 1, 1);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].others.size(), 20U);
  EXPECT_DOUBLE_EQ(100.0 / 80, kRowsPerPart);
}

TEST(Parts, LeaveRowsWithoutAWeightOut) {
  std::vector<double> weights(30, 0.0);
  for (std::size_t row = 0; row < 10; ++row) weights[row] = 1;
  const Target target = test::regression(std::vector<double>(30, 1.0), weights);
  for (const RowPart& part : make_parts(target, kFolds, 1)) {
    EXPECT_LT(part.rows.back(), 10U);
    EXPECT_LT(part.others.back(), 10U);
  }
}

TEST(Parts, AreNoneWhereThereIsNothingToHoldOut) {
  EXPECT_TRUE(make_parts(test::regression({1.0}), kFolds, 1).empty());
  EXPECT_TRUE(make_parts(test::regression({1.0, 2.0}, {1.0, 0.0}), kFolds, 1).empty());
  EXPECT_EQ(make_parts(test::regression({1.0, 2.0}), kFolds, 1).size(), 2U);
}

}  // namespace
}  // namespace espalier
