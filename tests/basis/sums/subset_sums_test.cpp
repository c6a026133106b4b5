#include "basis/sums/subset_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "basis/random_block.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

TEST(SubsetSums, AreThoseOfThePlainLoopOnEveryInstructionSet) {
  test::on_every_instruction_set([] {
    Random random(1, "rows");
    ASSERT_LE(most_subset_terminals(), kSubsetRoom);
    for (std::uint32_t terminals = 2; terminals <= most_subset_terminals(); ++terminals) {
      for (const std::size_t rows : {std::size_t{1}, std::size_t{100}, kQuantisedBlockRows}) {
        const auto block = std::make_unique<test::Block>(rows, terminals, random);
        std::array<std::int32_t, kSubsetRoom> sums{};
        sum_by_subsets(block->rows, test::Block::tree(block->ids, terminals), sums);
        const std::vector<std::int32_t> expected = block->plain_sums(block->ids, terminals);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), sums.begin())) << terminals << " " << rows;
      }
    }
  });
}

}  // namespace
}  // namespace espalier
