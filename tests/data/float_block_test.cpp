#include "data/float_block.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace espalier {
namespace {

const Feature kFeature = {"x", ColumnType::numeric, {}};

std::vector<float> read(const ColumnView& column, std::size_t begin, std::size_t rows) {
  const FloatBlock block(column, begin, rows);
  std::vector<float> values;
  for (std::size_t i = 0; i < rows; ++i) {
    values.push_back(block.data()[static_cast<std::ptrdiff_t>(i) * block.stride()]);
  }
  return values;
}

TEST(FloatBlock, PointsIntoAColumnOfFloats) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const ColumnView every_other = {&kFeature, values.data(), nullptr, 2};
  EXPECT_EQ(FloatBlock(every_other, 1, 2).data(), values.data() + 2);
  EXPECT_EQ(read(every_other, 1, 2), (std::vector<float>{3, 5}));
}

TEST(FloatBlock, NarrowsAColumnOfDoublesAsItsValuesAre) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  // 1 + 2^-24 lies between two floats and goes to the even one; 1e39 is beyond them, 1e-50 below.
  const std::vector<double> values = {1 + 0x1p-24, 9, 1e39, 9, -1e39, 9, 1e-50, 9, kInf, 9, -kInf, 9};
  const ColumnView column = {&kFeature, nullptr, nullptr, 2, values.data()};
  constexpr auto kFloatInf = std::numeric_limits<float>::infinity();
  const std::vector<float> expected = {1, kFloatInf, -kFloatInf, 0, kFloatInf, -kFloatInf};
  EXPECT_EQ(read(column, 0, 6), expected);
  for (std::size_t row = 0; row < 6; ++row) EXPECT_EQ(column.value(row), expected[row]);
  EXPECT_EQ(read(column, 4, 2), (std::vector<float>{kFloatInf, -kFloatInf}));
}

TEST(FloatBlock, KeepsMissingValuesMissing) {
  const double missing = std::nan("");
  const ColumnView column = {&kFeature, nullptr, nullptr, 1, &missing};
  EXPECT_TRUE(std::isnan(read(column, 0, 1)[0]));
  EXPECT_TRUE(std::isnan(column.value(0)));
}

}  // namespace
}  // namespace espalier
