#include "grow/criterion/target_mean.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace espalier {
namespace {

TEST(Centre, TheMeanIsWeighted) {
  EXPECT_DOUBLE_EQ(weighted_mean(test::regression({1, 5}, {3, 1})), 2);  // (3·1 + 1·5) / 4
}

TEST(Centre, OfSeveralTargetsIsThatOfEach) {
  Target target = test::regression({1, 10, 5, 20}, {3, 1});
  target.names = {"a", "b"};
  EXPECT_DOUBLE_EQ(weighted_mean(target, 0), 2);
  EXPECT_DOUBLE_EQ(weighted_mean(target, 1), 12.5);  // (3·10 + 1·20) / 4
}

TEST(Centre, IsRoundedToThePowerOfTwoWithinTheSpread) {
  // Mean 1001.25, largest distance from it 3.75: multiples of 2.
  EXPECT_DOUBLE_EQ(rounded_mean(test::regression({1000, 1000, 1000, 1005})), 1002);
  EXPECT_DOUBLE_EQ(rounded_mean(test::regression({7.3, 7.3})), 7.3);
}

TEST(Centre, RowsOfWeightZeroAreNotThere) {
  EXPECT_EQ(rows_with_weight(test::regression({1, 2, 3}, {1, 0, 2})), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(rows_with_weight(test::regression({1, 2})).size(), 2U);
}

}  // namespace
}  // namespace espalier
