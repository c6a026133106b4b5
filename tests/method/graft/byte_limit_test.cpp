#include "method/graft/byte_limit.h"

#include <gtest/gtest.h>

#include "espalier/budget.h"
#include "method/finish/leaf_forest_model.h"
#include "method/graft/growth_sample.h"

namespace espalier {
namespace {

class ByteLimits : public testing::TestWithParam<int> {
 protected:
  ByteLimit limit(std::size_t bytes) const { return {bytes, sample.all.target, sample.features}; }

  Threads threads{1};
  const test::GrowthSample sample{200, GetParam()};
  const GraftRows rows = sample.whole(threads);
};

// Under a byte budget a file has no counts of training rows: they are left out before it is measured.
TEST_P(ByteLimits, AllowAForestUpToTheBytesOfItsFileWithoutCountsOfRows) {
  GraftGrowth growth(rows, {1, 3, 1}, sample.options, threads);
  while (growth.grow(test::at_most(12))) {
  }
  const Model model = leaf_forest_model(growth.forest(), rows.loss, sample.all.target, sample.features);
  const std::size_t bytes = encode(stripped(model)).size();
  ASSERT_LT(bytes, encode(model).size());
  EXPECT_TRUE(limit(bytes).allows(growth.forest(), rows.loss));
  EXPECT_TRUE(limit(bytes).allows(model));
  EXPECT_FALSE(limit(bytes - 1).allows(growth.forest(), rows.loss));
  EXPECT_FALSE(limit(bytes - 1).allows(model));
}

INSTANTIATE_TEST_SUITE_P(Classes, ByteLimits, testing::Values(0, 2, 3));

}  // namespace
}  // namespace espalier
