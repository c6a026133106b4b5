#include "method/choose/best.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Best, IsTheCheapestAndTheFirstOfEqualOnes) {
  Best<char> best{'-'};
  EXPECT_TRUE(best.take('a', 3));
  EXPECT_FALSE(best.take('b', 3));
  EXPECT_TRUE(best.take('c', 2));
  EXPECT_FALSE(best.take('d', 4));
  EXPECT_EQ(best.choice, 'c');
  EXPECT_EQ(best.cost, 2);
}

TEST(Best, GivesWayOnlyToWhatIsCheaperByMoreThanTheMargin) {
  Best<char> best{'a', 10};
  EXPECT_FALSE(best.take('b', 9.5, 0.5));
  EXPECT_TRUE(best.take('c', 9.25, 0.5));
}

TEST(Best, StaysWhereNothingCanBeJudged) {
  Best<char> best{'-'};
  EXPECT_FALSE(best.take('a', kNever));
  EXPECT_FALSE(best.take('b', std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(best.choice, '-');
}

}  // namespace
}  // namespace espalier
