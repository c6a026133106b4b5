#include "grow/histogram/rows.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
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
    const std::span<const std::uint32_t> numbers = rows.rows(range);
    ASSERT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t slot = 0; slot < columns.size(); ++slot) {
        ASSERT_EQ(rows.bins(range, slot)[i], binned->column(columns[slot])[numbers[i]]);
      }
      for (std::size_t k = 0; k < outputs; ++k) {
        ASSERT_EQ(rows.pairs(range)[i * outputs + k], pairs[numbers[i] * outputs + k]);
      }
    }
  }

  const std::size_t outputs = GetParam();
  Threads threads{2};
  Table table;
  std::vector<Pair> pairs;
  std::optional<BinnedTable> binned;
};

TEST_P(Rows, StayWithTheirBinsAndPairsThroughTwoSplits) {
  std::vector<std::uint32_t> all(kRows), some, none;
  std::iota(all.begin(), all.end(), 0U);
  for (std::uint32_t row = 0; row < kRows; row += 3) some.push_back(row);
  const std::vector<std::uint32_t> both = {0, 1}, second = {1};
  for (const auto& [chosen, columns] : {std::pair{none, both}, std::pair{all, both}, std::pair{some, both},
                                        std::pair{none, second}, std::pair{some, second}}) {
    NodeRows rows(*binned, outputs);
    std::vector<Pair> parted = pairs;
    const RowSlice root = rows.start(parted, chosen, columns, threads);
    EXPECT_EQ(root.in_table, chosen.empty());
    EXPECT_EQ(root.size(), chosen.empty() ? kRows : chosen.size());
    expect_consistent(rows, root, columns);
    RowBits bits;
    const std::size_t left = mark_at_most(rows.bins(root, 0), 20, kNoOther, bits);
    rows.part_range(root, bits, left, true, threads);
    const RowSlice first = {0, left, false}, rest = {left, root.size(), false};
    expect_consistent(rows, first, columns);
    expect_consistent(rows, rest, columns);
    for (const std::uint8_t bin : rows.bins(first, 0)) EXPECT_LE(bin, 20);

    const std::size_t middle = mark_at_most(rows.bins(rest, 0), 35, kNoOther, bits);
    rows.part_range(rest, bits, middle, true, threads);
    expect_consistent(rows, first, columns);
    expect_consistent(rows, {left, left + middle, false}, columns);
    expect_consistent(rows, {left + middle, root.size(), false}, columns);
  }
}

INSTANTIATE_TEST_SUITE_P(Outputs, Rows, testing::Values(1U, 3U));

}  // namespace
}  // namespace espalier
