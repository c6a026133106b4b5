#include "model/deviation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.h"

namespace espalier {
namespace {

TEST(Deviation, IsTheRootOfTheMeanSquareByWeight) {
  Target target = test::regression({1, 5});
  EXPECT_EQ(deviation(target, 3), 2);
  EXPECT_EQ(deviation(target, 1), std::sqrt(8));
  target.weights = {3, 1};  // 1, 1, 1, 5 around their mean 2
  EXPECT_EQ(deviation(target, 2), std::sqrt(3));
}

TEST(Deviation, OfSeveralTargetsIsThatOfEach) {
  Target target = test::regression({1, 10, 5, 30});
  target.names = {"a", "b"};
  EXPECT_EQ(deviation(target, 3, 0), 2);
  EXPECT_EQ(deviation(target, 20, 1), 10);
}

}  // namespace
}  // namespace espalier
