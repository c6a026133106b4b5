#include "grow/partition/partition.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

std::vector<std::uint8_t> random_bins(std::size_t rows, Random& random) {
  std::vector<std::uint8_t> bins(rows);
  for (std::uint8_t& bin : bins) bin = static_cast<std::uint8_t>(random.below(256));
  return bins;
}

bool bit(const RowBits& bits, std::size_t i) { return (bits[i / 64] >> (i % 64)) & 1U; }

TEST(Partition, MarksTheRowsUpToABinAndThoseOfAnother) {
  test::on_every_instruction_set([] {
    Random random(1, "bins");
    for (const std::size_t rows : {0U, 1U, 63U, 64U, 65U, 1000U}) {
      const std::vector<std::uint8_t> bins = random_bins(rows, random);
      for (const int other : {kNoOther, 255, 0}) {
        RowBits bits(words_of(rows));
        const std::size_t count = mark_at_most(bins, 100, other, bits.data());
        std::size_t expected = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          const bool left = bins[i] <= 100 || bins[i] == other;
          EXPECT_EQ(bit(bits, i), left);
          expected += left;
        }
        EXPECT_EQ(count, expected);
      }
    }
  });
}

TEST(Partition, MarksTheRowsOfASetOfBins) {
  test::on_every_instruction_set([] {
    Random random(2, "bins");
    for (const std::size_t rows : {0U, 1U, 63U, 64U, 65U, 1000U}) {
      const std::vector<std::uint8_t> bins = random_bins(rows, random);
      const std::vector<std::uint64_t> set = {random.bits(), random.bits(), random.bits(), random.bits()};
      RowBits bits(words_of(rows));
      const std::size_t count = mark_in_set(bins, set, bits.data());
      std::size_t expected = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        const bool left = (set[bins[i] / 64] >> (bins[i] % 64)) & 1U;
        EXPECT_EQ(bit(bits, i), left);
        expected += left;
      }
      EXPECT_EQ(count, expected);
    }
  });
}

template <class T>
void expect_stable_partition(std::size_t rows, std::uint64_t share) {
  Random random(rows + share, "items");
  std::vector<T> items(rows);
  RowBits bits(rows / 64 + 1);
  for (std::size_t i = 0; i < rows; ++i) {
    items[i] = static_cast<T>(random.bits());
    bits[i / 64] |= std::uint64_t{random.below(100) < share} << (i % 64);
  }
  std::vector<T> left, right;
  for (std::size_t i = 0; i < rows; ++i) (bit(bits, i) ? left : right).push_back(items[i]);

  constexpr std::size_t kRoom = 64 / sizeof(T);
  std::vector<T> to_left(rows + kRoom), to_right(rows + kRoom);
  part(std::span<const T>(items), bits.data(), to_left.data(), to_right.data());
  to_left.resize(left.size());
  to_right.resize(right.size());
  EXPECT_EQ(to_left, left);
  EXPECT_EQ(to_right, right);

  std::vector<T> in_place = items, others(rows + kRoom);
  part(std::span<const T>(in_place), bits.data(), in_place.data(), others.data());
  in_place.resize(left.size());
  EXPECT_EQ(in_place, left);
}

TEST(Partition, KeepsTheOrderOnBothSidesInPlaceToo) {
  test::on_every_instruction_set([] {
    for (const std::size_t rows : {0U, 1U, 7U, 8U, 64U, 100U, 1000U, 4099U}) {
      for (const std::uint64_t share : {0U, 3U, 50U, 97U, 100U}) {
        expect_stable_partition<std::uint8_t>(rows, share);
        expect_stable_partition<std::uint32_t>(rows, share);
        expect_stable_partition<std::uint64_t>(rows, share);
      }
    }
  });
}

}  // namespace
}  // namespace espalier
