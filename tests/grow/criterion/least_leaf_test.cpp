#include "grow/criterion/least_leaf.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(LeastLeaf, CountsTheRowsOfBothSides) {
  const LeastLeaf least = {3};
  EXPECT_TRUE(least.allows_rows(3, 3));
  EXPECT_FALSE(least.allows_rows(2, 4));
  EXPECT_FALSE(least.allows_rows(4, 2));
}

TEST(LeastLeaf, AShareOfZeroAllowsEvenWhatRoundingLeavesBelowZero) {
  const LeastLeaf least = {1, least_weight(0, 100)};
  EXPECT_TRUE(least.allows_weights(100, 0));
  EXPECT_TRUE(least.allows_weights(-1e-17, 100));
}

TEST(LeastLeaf, AShareThatIsHeldExactlyIsEnoughWhateverTheRounding) {
  EXPECT_GT(0.07 * 100, 7);  // as doubles
  const LeastLeaf least = {1, least_weight(0.07, 100)};
  EXPECT_TRUE(least.allows_weights(7, 93));
  EXPECT_TRUE(least.allows_weights(93, 7));
  EXPECT_FALSE(least.allows_weights(6.999, 93.001));
  EXPECT_FALSE(least.allows_weights(93.001, 6.999));
}

}  // namespace
}  // namespace espalier
