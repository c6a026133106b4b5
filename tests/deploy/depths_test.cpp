#include <gtest/gtest.h>

#include "deploy/trees.h"
#include "espalier/depths.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "support/samples.h"

namespace espalier {
namespace {

TEST(Depths, CountTheTreesOfEachDepth) {
  // mixed() has a tree of two levels of splits and a stump.
  EXPECT_EQ(depths_of(samples::mixed()), (std::vector<DepthCount>{{1, 1}, {2, 1}}));
  EXPECT_EQ(depths_of(samples::ages(7)), (std::vector<DepthCount>{{2, 7}}));
  EXPECT_EQ(depths_of(samples::one_tree()), (std::vector<DepthCount>{{3, 1}}));
}

TEST(Depths, AChainIsAsDeepAsItIsLong) {
  EXPECT_EQ(depths_of(samples::chain(20000)), (std::vector<DepthCount>{{20000, 1}}));
}

TEST(Depths, AConstantModelHasNone) {
  Forest forest;
  forest.intercept = {3};
  EXPECT_TRUE(depths_of(make_model(samples::regression_target("y"), Link::identity, {}, forest)).empty());
}

TEST(Depths, ALinearModelHasNone) { EXPECT_TRUE(depths_of(samples::line()).empty()); }

}  // namespace
}  // namespace espalier
