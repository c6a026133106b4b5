#include "route/basis/bundle_sums.h"

#include <gtest/gtest.h>

#include <memory>

#include "route/basis/random_block.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

TEST(BundleSums, AreThoseOfThePlainLoopForEveryTreeOfTheBundle) {
  test::on_every_instruction_set([] {
    Random random(1, "rows");
    const std::vector<std::vector<std::uint32_t>> bundles = {
        {2}, {64, 64}, {17, 2, 31}, {64, 33}, {2, 2, 2, 2, 2, 2, 2}};
    for (const std::vector<std::uint32_t>& terminals : bundles) {
      const auto block = std::make_unique<test::Block>(3000, 2, random);
      std::vector<std::vector<std::uint8_t>> ids(terminals.size(), block->ids);
      Bundle bundle{};
      for (std::size_t t = 0; t < terminals.size(); ++t) {
        test::Block::fill(ids[t], terminals[t], random);
        ASSERT_TRUE(bundle.has_room(terminals[t]));
        bundle.push(test::Block::tree(ids[t], terminals[t]));
      }
      const auto sums = std::make_unique<std::array<std::int32_t, Bundle::kRoom>>();
      sum_bundle(block->rows, bundle, *sums);
      for (std::size_t t = 0; t < terminals.size(); ++t) {
        const std::vector<std::int32_t> expected = block->plain_sums(ids[t], terminals[t]);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               sums->begin() + static_cast<std::ptrdiff_t>(t * Bundle::kMostTerminals)));
      }
    }
  });
}

TEST(BundleSums, ABundleHasRoomForTwelveBitsOfIds) {
  Bundle bundle{};
  bundle.push({nullptr, nullptr, 64});  // 6 bits
  EXPECT_TRUE(bundle.has_room(64));
  bundle.push({nullptr, nullptr, 32});  // 5
  EXPECT_TRUE(bundle.has_room(2));
  EXPECT_FALSE(bundle.has_room(3));
}

}  // namespace
}  // namespace espalier
