#include "grow/combined/row_sums.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

std::vector<double> draw_numbers(std::size_t count, const char* purpose) {
  Random random(5, purpose);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(random.uniform() - 0.5);
  return numbers;
}

// Every third row or so, not in order.
std::vector<std::uint32_t> draw_rows(std::uint32_t count) {
  Random random(5, "rows");
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = count; row-- > 0;)
    if (random.below(3) == 0) rows.push_back(row);
  return rows;
}

TEST(RowSums, TheSumOfTheLeftHasFourPartsOnEveryMachine) {
  test::on_every_instruction_set([] {
    for (const std::size_t n : {0U, 1U, 3U, 4U, 7U, 100U, 1001U}) {
      const std::vector<double> values = draw_numbers(n, "values");
      Random random(6, "sides");
      std::vector<std::uint8_t> sides;
      for (std::size_t i = 0; i < n; ++i) sides.push_back(static_cast<std::uint8_t>(random.below(2)));
      std::array<double, 4> parts = {};
      for (std::size_t i = 0; i < n; ++i) {
        const bool whole = i < n / 4 * 4;  // what is left over goes to the first
        parts[whole ? i % 4 : 0] += sides[i] != 0 ? values[i] : 0.0;
      }
      EXPECT_EQ(left_sum(values, sides.data()), (parts[0] + parts[1]) + (parts[2] + parts[3]));
    }
  });
}

TEST(RowSums, RowsAreAddedAndChangedInTheirOrder) {
  test::on_every_instruction_set([] {
    constexpr std::uint32_t kRows = 300;
    const std::vector<std::uint32_t> rows = draw_rows(kRows);
    for (const std::size_t width : {1U, 2U, 3U, 4U, 7U, 16U, 26U, 37U}) {
      std::vector<double> values = draw_numbers(kRows * width, "values"), changed = values;
      std::vector<double> sums = draw_numbers(width, "sums"), expected = sums;
      for (const std::uint32_t row : rows)
        for (std::size_t k = 0; k < width; ++k) expected[k] += values[row * width + k];
      add_rows(values.data(), width, rows, sums.data());
      if (width > 1)
        EXPECT_EQ(sums, expected);
      else
        EXPECT_NEAR(sums[0], expected[0], 1e-12);
      for (const std::uint32_t row : rows)
        for (std::size_t k = 0; k < width; ++k) changed[row * width + k] -= sums[k];
      subtract_from_rows(values.data(), width, rows, sums.data());
      EXPECT_EQ(values, changed);
    }
  });
}

}  // namespace
}  // namespace espalier
