#include "basis/ids/basis.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier {
namespace {

using Counts = std::vector<std::uint32_t>;

TEST(Basis, ATreesIdsTakeOneByteUpTo256TerminalsThenTwoThenFour) {
  const Basis basis(10, Counts{1, 256, 257, 65536, 65537});
  const std::vector<std::size_t> expected = {1, 1, 2, 2, 4};
  for (std::size_t t = 0; t < basis.trees(); ++t) EXPECT_EQ(basis.id_bytes(t), expected[t]) << t;
  EXPECT_EQ(basis.rows(), 10U);
  EXPECT_EQ(basis.bytes(), 13 * Basis::kTile);  // 1, 1, 2, 2 and 4 tiles, made odd
}

TEST(Basis, WeightsOfTheTreesFollowOneAnother) {
  const Basis basis(1, Counts{3, 300, 5});
  EXPECT_EQ(basis.offset(0), 0U);
  EXPECT_EQ(basis.offset(1), 3U);
  EXPECT_EQ(basis.offset(2), 303U);
  EXPECT_EQ(basis.terminals(), 308U);
}

TEST(Basis, GivesBackWhatWasWrittenInEveryWidth) {
  const Counts terminals = {256, 65536, 70000};
  Basis basis(100, terminals);
  for (std::size_t t = 0; t < basis.trees(); ++t)
    basis.write(t, [&](auto ids) {
      ASSERT_EQ(ids.size(), 100U);
      for (std::size_t row = 0; row < ids.size(); ++row)
        ids[row] = static_cast<std::decay_t<decltype(ids[row])>>(terminals[t] - 1 - row);
    });
  for (std::size_t t = 0; t < basis.trees(); ++t)
    for (std::size_t row = 0; row < 100; ++row) EXPECT_EQ(basis.id(t, row), terminals[t] - 1 - row);
}

TEST(Basis, IdsBeginAtATileAndZerosFollowThemUpToOne) {
  Basis basis(70, Counts{2, 300, 2});
  for (std::size_t t = 0; t < basis.trees(); ++t) basis.write(t, [](auto ids) { std::ranges::fill(ids, 1); });
  for (const std::size_t t : {0U, 2U}) {
    const std::uint8_t* ids = basis.byte_ids(t);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(ids) % Basis::kTile, 0U);
    EXPECT_EQ(std::count(ids, ids + 128, 1), 70);
    EXPECT_EQ(std::count(ids + 70, ids + 128, 0), 58);
  }
}

TEST(Basis, TheSameRowOfTwoTreesIsNotInOneCacheSetWhereRowsAreAPowerOfTwo) {
  const Basis basis(4096, Counts{2, 2});
  EXPECT_EQ((basis.byte_ids(1) - basis.byte_ids(0)) % 4096, 64);
}

TEST(Basis, ASubsetHasTheIdsOfItsTreesAndItsOwnOffsets) {
  Basis basis(5, Counts{2, 3, 400, 5});
  for (std::size_t t = 0; t < basis.trees(); ++t)
    basis.write(t, [t](auto ids) { std::ranges::fill(ids, static_cast<std::uint8_t>(t)); });
  const Basis some = basis.subset(Counts{1, 2, 3}).subset(Counts{2, 1});  // trees 3 and 2
  ASSERT_EQ(some.trees(), 2U);
  EXPECT_EQ(some.terminals(0), 5U);
  EXPECT_EQ(some.terminals(1), 400U);
  EXPECT_EQ(some.offset(1), 5U);
  EXPECT_EQ(some.terminals(), 405U);
  EXPECT_EQ(some.id(0, 4), 3U);
  EXPECT_EQ(some.id(1, 4), 2U);
  EXPECT_EQ(some.byte_ids(0), basis.byte_ids(3));  // shared, not copied
}

TEST(Basis, ASubsetOutlivesTheBasisThatItWasMadeFrom) {
  Basis some;
  {
    Basis basis(3, Counts{2, 2});
    basis.write(1, [](auto ids) { std::ranges::fill(ids, 1); });
    some = basis.subset(Counts{1});
  }
  EXPECT_EQ(some.id(0, 2), 1U);
}

TEST(Basis, MayHaveNoRowsOrNoTrees) {
  EXPECT_EQ(Basis(0, Counts{4, 2}).terminals(), 6U);
  const Basis none(7, Counts{});
  EXPECT_EQ(none.trees(), 0U);
  EXPECT_EQ(none.bytes(), 0U);
  EXPECT_EQ(Basis(7, Counts{2}).subset(Counts{}).terminals(), 0U);
}

}  // namespace
}  // namespace espalier
