#include "grow/histogram/rows.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include "base/random.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

class Rows : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t kRows = 1000;

  Rows() {
    Random random(1, "values");
    std::vector<float> a(kRows), b(kRows);
    for (std::size_t i = 0; i < kRows; ++i) {
      a[i] = static_cast<float>(random.below(50));
      b[i] = static_cast<float>(random.below(50));
      for (std::size_t k = 0; k < outputs; ++k) pairs.push_back(random.bits());
    }
    table = test::table_of({test::numeric("a", a), test::numeric("b", b)});
    binned.emplace(table, find_bins(table, {}, {}, threads), threads);
  }

  // Bins and pairs of the range are those of its rows.
  void expect_consistent(const NodeRows& rows, const RowSlice& range, std::span<const std::uint32_t> columns) const {
    expect_bins(rows, range, columns);
    for (std::size_t i = 0; i < range.size(); ++i) {
      for (std::size_t k = 0; k < outputs; ++k) {
        ASSERT_EQ(rows.pairs(range)[i * outputs + k], pairs[rows.rows(range)[i] * outputs + k]);
      }
    }
  }

  void expect_bins(const NodeRows& rows, const RowSlice& range, std::span<const std::uint32_t> columns) const {
    for (const std::uint32_t column : columns) {
      for (std::size_t i = 0; i < range.size(); ++i) {
        ASSERT_EQ(rows.bins(range, column)[i], binned->column(column)[rows.rows(range)[i]]);
      }
    }
  }

  // Every row once, those that are taken in the root.
  void expect_parted(const NodeRows& rows, const RowSlice& root, std::span<const std::uint8_t> taken) const {
    std::vector<int> seen(kRows, 0);
    for (const std::uint32_t row : rows.rows(root)) seen[row] += taken.empty() || taken[row] ? 1 : 100;
    for (const std::uint32_t row : rows.rows(rows.others())) seen[row] += !taken.empty() && !taken[row] ? 1 : 100;
    EXPECT_EQ(seen, std::vector<int>(kRows, 1));
  }

  const std::size_t outputs = GetParam();
  Threads threads{2};
  Table table;
  std::vector<PackedGradient> pairs;
  std::optional<BinnedTable> binned;
};

TEST_P(Rows, StayWithTheirBinsAndPairsFromTreeToTree) {
  std::vector<std::uint8_t> none, some(kRows), most(kRows, 1);
  for (std::size_t row = 0; row < kRows; row += 3) some[row] = 1;
  most[0] = 0;
  const std::vector<std::uint32_t> both = {0, 1}, second = {1};
  NodeRows rows(*binned, outputs);
  for (const auto& [taken, columns] : {std::pair{none, both},
                                       {some, both},
                                       {some, both},
                                       {none, second},
                                       {some, second},
                                       {most, both},
                                       {none, both}}) {
    std::vector<PackedGradient> given = pairs;
    const RowSlice root = rows.start({given, taken, columns}, threads);
    expect_parted(rows, root, taken);
    expect_consistent(rows, root, columns);
    RowBits bits(words_of(kRows));
    const std::size_t left = mark_at_most(rows.bins(root, 1), 20, kNoOther, bits.data());
    rows.part_range(root, bits, left, threads);
    const RowSlice first = {0, left}, rest = {left, root.end};
    expect_consistent(rows, first, columns);
    expect_consistent(rows, rest, columns);
    for (const std::uint8_t bin : rows.bins(first, 1)) EXPECT_LE(bin, 20);

    bits.assign(words_of(kRows), 0);
    const std::size_t middle = mark_at_most(rows.bins(rest, columns[0]), 35, kNoOther, bits.data());
    rows.part_range(rest, bits, middle, threads);
    expect_consistent(rows, first, columns);
    expect_consistent(rows, {left, left + middle}, columns);
    expect_consistent(rows, {left + middle, root.end}, columns);
    expect_parted(rows, root, taken);
    expect_bins(rows, rows.others(), columns);
  }
}

TEST_P(Rows, KeepTheirOrderWhereTheirNumbersAlonePart) {
  const std::vector<std::uint32_t> both = {0, 1};
  for (const std::size_t end : {std::size_t{1}, std::size_t{2}, std::size_t{9}, std::size_t{300}, kRows}) {
    NodeRows rows(*binned, outputs);
    std::vector<PackedGradient> given = pairs;
    const RowSlice root = rows.start({given, {}, both}, threads), range = {0, end};
    const std::vector<std::uint32_t> before(rows.rows(range).begin(), rows.rows(range).end());
    RowBits bits(words_of(kRows));
    const std::size_t left = mark_at_most(rows.bins(range, 0), 20, kNoOther, bits.data());
    const std::span<const std::uint32_t> parted = rows.numbers_apart(range, bits, left);
    std::vector<std::uint32_t> expected = before;
    std::stable_partition(expected.begin(), expected.end(),
                          [&](std::uint32_t row) { return binned->column(0)[row] <= 20; });
    EXPECT_EQ(std::vector(parted.begin(), parted.end()), expected);
    EXPECT_EQ(std::vector(rows.rows(range).begin(), rows.rows(range).end()), before);
    expect_bins(rows, root, both);
    expect_consistent(rows, {end, kRows}, both);
  }
}

// A split may leave all rows but one to the right: the pairs that were given have no room for more than that.
TEST_P(Rows, AreNotWrittenBeyondThePairsThatWereGiven) {
  const std::vector<std::uint32_t> both = {0, 1};
  NodeRows rows(*binned, outputs);
  std::vector<PackedGradient> given = pairs;
  given.resize(pairs.size() + 8, 7);
  const RowSlice root = rows.start({std::span(given).first(pairs.size()), {}, both}, threads);
  RowBits bits(words_of(kRows));
  bits[3] = 1;
  rows.part_range(root, bits, 1, threads);
  EXPECT_EQ(rows.rows(root)[0], 3U * 64);
  expect_consistent(rows, root, both);
  EXPECT_EQ(std::vector<PackedGradient>(given.end() - 8, given.end()), std::vector<PackedGradient>(8, 7));
}

// Enough rows for all three ways: one array after another, arrays side by side, and blocks of rows.
TEST_P(Rows, ArePartedInParallelAsOnOneThread) {
  constexpr std::size_t kMany = 170'001;
  Random random(2, "values");
  std::vector<Column> columns;
  for (const char* name : {"a", "b", "c"}) {
    std::vector<float> values(kMany);
    for (float& value : values) value = static_cast<float>(random.below(200));
    columns.push_back(test::numeric(name, values));
  }
  const Table many = test::table_of(columns);
  const BinnedTable bins(many, find_bins(many, {}, {}, threads), threads);
  std::vector<PackedGradient> numbered(kMany * outputs);
  std::iota(numbered.begin(), numbered.end(), PackedGradient{1});
  const std::vector<std::uint32_t> all = {0, 1, 2};
  const auto part = [&](NodeRows& rows, const RowSlice& range, std::size_t column, std::uint8_t bin, Threads& by) {
    RowBits bits(words_of(range.size()));
    const std::size_t left = mark_at_most(rows.bins(range, column), bin, kNoOther, bits.data());
    return rows.part_range(range, bits, left, by);
  };
  Threads one(1);
  NodeRows plain(bins, outputs);
  std::vector<PackedGradient> given = numbered;
  const RowSlice root = plain.start({given, {}, all}, one);
  // To the second buffers, back from there by blocks, and back side by side.
  const auto part_thrice = [&](NodeRows& rows, Threads& by) {
    const auto [most, few] = part(rows, root, 0, 180, by);
    const auto [left, right] = part(rows, most, 1, 150, by);
    const auto [first, second] = part(rows, left, 2, 90, by);
    return std::vector{few, right, first, second};
  };
  const std::vector<RowSlice> parts = part_thrice(plain, one);
  for (const int count : {2, 16}) {
    Threads several(count);
    NodeRows rows(bins, outputs);
    std::vector<PackedGradient> pairs_given = numbered;
    rows.start({pairs_given, {}, all}, several);
    const std::vector<RowSlice> parts_of_several = part_thrice(rows, several);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(rows.rows(parts_of_several[i]), plain.rows(parts[i])));
      EXPECT_TRUE(std::ranges::equal(rows.pairs(parts_of_several[i]), plain.pairs(parts[i])));
      rows.close(parts_of_several[i]);
    }
    for (const std::uint32_t column : all)
      EXPECT_TRUE(std::ranges::equal(rows.bins(root, column), plain.bins(root, column)));
    // The next tree starts from this order.
    pairs_given = numbered;
    rows.start({pairs_given, {}, all}, several);
    EXPECT_TRUE(std::ranges::equal(rows.rows(root), plain.rows(root)));
    EXPECT_TRUE(std::ranges::equal(rows.pairs(root), plain.pairs(root)));
  }
}

INSTANTIATE_TEST_SUITE_P(Outputs, Rows, testing::Values(1U, 3U));

}  // namespace
}  // namespace espalier
