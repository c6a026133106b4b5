#include "method/choose/ladder.h"

#include <gtest/gtest.h>

#include <vector>

namespace espalier {
namespace {

TEST(Ladder, GoesUpByOneAndThenByATenth) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size < 30; size = next_size(size)) sizes.push_back(size);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                             13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28}));
  EXPECT_EQ(next_size(1000), 1100U);
}

TEST(Ladder, BeginsWithTheSmallestSizeThereIs) {
  EXPECT_EQ(next_size(0, 2), 2U);  // a tree has two leaves or none
  EXPECT_EQ(next_size(1, 2), 2U);
  EXPECT_EQ(next_size(2, 2), 3U);
}

// The size after which it is over, of costs at the sizes 0, 1, 2, …
std::size_t end_of(Patience patience, const std::vector<double>& costs) {
  for (std::size_t size = 0; size < costs.size(); ++size) {
    patience.add(size, costs[size]);
    if (patience.is_over()) return size;
  }
  return costs.size();
}

TEST(Patience, IsOverAfterSoManySizesInARowThatAreNoBetter) {
  EXPECT_EQ(end_of(Patience(2), {9, 8, 9, 7, 8, 7, 6}), 5U);  // as good is no better
  EXPECT_EQ(end_of(Patience(3), {9, 8, 9, 7, 8, 7, 6}), 7U);
  EXPECT_EQ(end_of(Patience(1), {5, 4, 4.5, 3}), 2U);
}

TEST(Patience, DoesNotCountSmallSizes) {
  EXPECT_EQ(end_of(Patience(2, 4), {1, 2, 3, 4, 5, 6, 7}), 5U);
  // The best among them is still compared with later sizes.
  EXPECT_EQ(end_of(Patience(2, 4), {1, 2, 3, 4, 2, 1.5, 0.5}), 5U);
}

TEST(Patience, OfZeroNeverEnds) {
  const Patience patience(0);
  EXPECT_FALSE(patience.is_limited());
  EXPECT_EQ(end_of(patience, {1, 2, 3, 4, 5}), 5U);
}

TEST(Patience, IsNearlyOverWhereTheNextSizeMayBeTheLast) {
  Patience patience(2);
  patience.add(0, 1);
  EXPECT_FALSE(patience.is_nearly_over());
  patience.add(1, 2);
  EXPECT_TRUE(patience.is_nearly_over());
  EXPECT_FALSE(patience.is_over());
  patience.add(2, 0.5);
  EXPECT_FALSE(patience.is_nearly_over());
}

TEST(Patience, CountsWhatCannotBeJudgedAsNoBetter) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(end_of(Patience(2), {1, nothing, nothing, 0.5}), 2U);
}

}  // namespace
}  // namespace espalier
