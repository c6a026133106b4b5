#include "method/finish/small_weights.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace espalier {
namespace {

std::vector<std::string> warnings_for(std::vector<double> weights) {
  FitResult result;
  warn_of_small_weights(test::regression({1, 2, 3}, std::move(weights)), "l2 is", result);
  return result.warnings;
}

TEST(SmallWeights, AreWarnedOfIfTheirMeanIsFarBelowOne) {
  EXPECT_TRUE(warnings_for({}).empty());
  EXPECT_TRUE(warnings_for({1, 1, 1}).empty());
  EXPECT_TRUE(warnings_for({0, 0, 3}).empty());
  EXPECT_EQ(warnings_for({0.25, 0.03125, 0}),
            std::vector<std::string>{
                "the mean row weight is 0.094; l2 is meant for weights near 1 and may regularise too strongly"});
}

}  // namespace
}  // namespace espalier
