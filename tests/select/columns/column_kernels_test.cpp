#include "select/columns/column_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

constexpr std::size_t kRowCounts[] = {0, 1, 15, 16, 255, 256, 257, 700};
constexpr std::size_t kColumnCounts[] = {0, 1, 2, 3, 4, 5, 9};
constexpr std::size_t kWidths[] = {1, 4, 12, 28};

// Columns that start anywhere in memory, and numbers of the rows and of the columns.
struct Sample {
  Sample(std::size_t row_count, std::size_t count, std::size_t outputs) : rows(row_count), width(outputs) {
    Random random(rows * 100 + count, "column kernels");
    const auto draw = [&](std::vector<float>& numbers, std::size_t size) {
      numbers.resize(size);
      for (float& number : numbers) number = static_cast<float>(random.normal());
    };
    draw(all, (rows + 1) * count);
    draw(of_rows, rows * width);
    draw(of_columns, count * width);
    for (std::size_t c = 0; c < count; ++c) columns.push_back(all.data() + c * (rows + 1) + 1);
  }

  ColumnRows view() const { return {columns, rows}; }
  double x(std::size_t c, std::size_t row) const { return static_cast<double>(columns[c][row]); }

  std::size_t rows, width;
  std::vector<float> all, of_rows, of_columns;
  std::vector<const float*> columns;
};

template <class Check>
void for_each_sample(Check&& check) {
  for (const std::size_t rows : kRowCounts)
    for (const std::size_t count : kColumnCounts)
      for (const std::size_t width : kWidths) check(Sample(rows, count, width));
}

// What all instruction sets compute, bit for bit.
template <class Number, class Compute>
std::vector<Number> same_everywhere(Compute&& compute) {
  std::vector<Number> first;
  test::on_every_instruction_set([&] {
    const std::vector<Number> result = compute();
    if (first.empty()) first = result;
    ASSERT_EQ(result.size(), first.size());
    EXPECT_TRUE(result.empty() || std::memcmp(result.data(), first.data(), result.size() * sizeof(Number)) == 0);
  });
  return first;
}

TEST(ColumnKernels, AddScoresInTheOrderOfTheColumns) {
  for_each_sample([](const Sample& sample) {
    std::vector<float> expected = sample.of_rows;
    for (std::size_t c = 0; c < sample.columns.size(); ++c)
      for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] += sample.of_columns[c * sample.width + i % sample.width] * sample.columns[c][i / sample.width];
    const auto scores = same_everywhere<float>([&] {
      std::vector<float> sums = sample.of_rows;
      add_column_scores(sample.view(), sample.of_columns.data(), sample.width, sums.data());
      return sums;
    });
    EXPECT_EQ(scores, expected) << sample.rows << " rows, " << sample.columns.size() << " columns";
  });
}

TEST(ColumnKernels, AddProductsWithTheRowsNumbersToWhatWasThere) {
  for_each_sample([](const Sample& sample) {
    const std::size_t count = sample.columns.size() * sample.width;
    const auto sums = same_everywhere<double>([&] {
      std::vector<double> result(count, 0.5);
      add_column_products(sample.view(), sample.of_rows.data(), sample.width, result.data());
      return result;
    });
    for (std::size_t j = 0; j < count; ++j) {
      double expected = 0.5, size = 1;
      for (std::size_t row = 0; row < sample.rows; ++row) {
        const double term = sample.x(j / sample.width, row) *
                            static_cast<double>(sample.of_rows[row * sample.width + j % sample.width]);
        expected += term;
        size += std::abs(term);
      }
      EXPECT_NEAR(sums[j], expected, 1e-6 * size);
    }
  });
}

TEST(ColumnKernels, MultiplyEveryPairOfColumnsOnce) {
  for_each_sample([](const Sample& sample) {
    if (sample.width > 1) return;
    const std::size_t count = sample.columns.size();
    const auto products = same_everywhere<double>([&] {
      std::vector<double> result(count * count, 0.5);
      add_column_pairs(sample.view(), sample.of_rows.data(), result.data());
      return result;
    });
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        double expected = 0.5, size = 1;
        for (std::size_t row = 0; b <= a && row < sample.rows; ++row) {
          const double term = static_cast<double>(sample.of_rows[row]) * sample.x(a, row) * sample.x(b, row);
          expected += term;
          size += std::abs(term);
        }
        EXPECT_NEAR(products[a * count + b], expected, 1e-6 * size) << a << ", " << b;
      }
    }
  });
}

}  // namespace
}  // namespace espalier
