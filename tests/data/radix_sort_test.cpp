#include "data/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace espalier {
namespace {

TEST(RadixSort, IsAStableSortByKey) {
  Random random(1, "keys");
  for (const std::size_t size : {0U, 1U, 2U, 1000U}) {
    for (const std::uint64_t keys : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{5000}, std::uint64_t{1} << 32}) {
      std::vector<SortedEntry> entries(size), scratch;
      for (std::uint32_t row = 0; row < size; ++row)
        entries[row] = {static_cast<std::uint32_t>(random.below(keys)), row};
      std::vector<SortedEntry> expected = entries;
      std::ranges::stable_sort(expected, {}, &SortedEntry::key);
      radix_sort(entries, scratch);
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_EQ(entries[i].key, expected[i].key);
        EXPECT_EQ(entries[i].row, expected[i].row);
      }
    }
  }
}

}  // namespace
}  // namespace espalier
