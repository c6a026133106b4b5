#include "basis/sums/bundle_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "basis/random_block.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

// body(bundle, the ids of its trees, a block of rows) for bundles of all shapes.
template <class Body>
void on_bundles(Body&& body) {
  test::on_every_instruction_set([&] {
    Random random(1, "rows");
    const std::vector<std::vector<std::uint32_t>> bundles = {
        {2}, {64, 64}, {17, 2, 31}, {64, 33}, {2, 2, 2, 2, 2, 2, 2}, {256, 16}, {1, 3, 1}, {200}};
    for (const std::vector<std::uint32_t>& terminals : bundles) {
      const auto block = std::make_unique<test::Block>(3000, 2, random);
      std::vector<std::vector<std::uint8_t>> ids(terminals.size(), block->ids);
      Bundle bundle{};
      for (std::size_t t = 0; t < terminals.size(); ++t) {
        test::Block::fill(ids[t], terminals[t], random);
        ASSERT_TRUE(bundle.has_room(terminals[t]));
        bundle.push(test::Block::tree(ids[t], terminals[t]));
      }
      body(bundle, ids, *block);
    }
  });
}

TEST(BundleSums, AreThoseOfThePlainLoopForEveryTreeOfTheBundle) {
  on_bundles([](const Bundle& bundle, const auto& ids, const test::Block& block) {
    std::array<std::int32_t, Bundle::kRoom> sums;
    sum_bundle(block.rows, bundle, sums);
    for (std::size_t t = 0; t < bundle.count; ++t) {
      const std::vector<std::int32_t> expected = block.plain_sums(ids[t], bundle.trees[t].terminals);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), sums.begin() + bundle.starts[t]));
    }
  });
}

TEST(BundleSums, OfPairsComeApartIntoThoseOfEachHalf) {
  on_bundles([](const Bundle& bundle, const auto& ids, const test::Block& block) {
    const auto pairs = std::make_unique<BlockPairs>();
    pairs->count = block.rows.count;
    for (std::size_t i = 0; i < pairs->count; ++i)  // the second is -2 times the first: of either sign, as it may be
      pairs->pairs[i] = std::int64_t{block.rows.longs[i]} * ((std::int64_t{1} << 32) - 2);
    std::array<std::int64_t, Bundle::kRoom> sums;
    sum_bundle(*pairs, bundle, sums);
    for (std::size_t t = 0; t < bundle.count; ++t) {
      const std::vector<std::int32_t> expected = block.plain_sums(ids[t], bundle.trees[t].terminals);
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(BlockPairs::gradient(sums[bundle.starts[t] + k]), expected[k]);
        EXPECT_EQ(BlockPairs::hessian(sums[bundle.starts[t] + k]), -2 * expected[k]);
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
