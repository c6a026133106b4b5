#include "grow/histogram/histogram.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace espalier {
namespace {

TEST(PackedGradient, AddsBothHalvesWithOneAddition) {
  const PackedGradient sum = pack(-5, 3) + pack(7, 4) + pack(-4, 1);
  EXPECT_EQ(gradient_of(sum), -2);
  EXPECT_EQ(hessian_of(sum), 8);
  EXPECT_EQ(gradient_of(sum - pack(-5, 3)), 3);
  EXPECT_EQ(hessian_of(sum - pack(-5, 3)), 5);
}

std::vector<ColumnBins> columns_of(std::span<const std::size_t> bins) {
  std::vector<ColumnBins> columns(bins.size());
  for (std::size_t c = 0; c < bins.size(); ++c) columns[c].bins = bins[c];
  return columns;
}

void expect_like_the_plain_loop(std::size_t rows, std::size_t outputs) {
  Random random(rows, "rows");
  const std::size_t bins[] = {255, 1, 31, 127};  // and one for missing values
  const HistogramLayout layout(columns_of(bins), outputs);
  std::vector<std::vector<std::uint8_t>> columns(4, std::vector<std::uint8_t>(rows));
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::uint8_t& bin : columns[c]) bin = static_cast<std::uint8_t>(random.below(bins[c] + 1));
  }
  std::vector<PackedGradient> pairs(rows * outputs);
  for (PackedGradient& pair : pairs) {
    pair = pack(static_cast<std::int32_t>(random.below(2001)) - 1000, static_cast<std::uint32_t>(random.below(50)));
  }
  std::vector<PackedGradient> expected(layout.size()), histogram(layout.size(), 99);
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t k = 0; k < outputs; ++k) {
        layout.of(std::span(expected), c)[columns[c][i] * outputs + k] += pairs[i * outputs + k];
      }
    }
  }
  const std::uint32_t numbers[] = {0, 1, 2, 3};
  ColumnRun run;
  run.columns = numbers;
  for (std::size_t c = 0; c < 4; ++c) run.bins[c] = columns[c].data();
  sum_by_bin(run, pairs, layout, histogram);
  EXPECT_EQ(histogram, expected);
}

TEST(Histogram, SumsPairsByBinLikeThePlainLoop) {
  for (const std::size_t rows : {0U, 1U, 9U, 1023U, 1025U, 5000U}) {
    expect_like_the_plain_loop(rows, 1);
    expect_like_the_plain_loop(rows, 3);
  }
}

}  // namespace
}  // namespace espalier
