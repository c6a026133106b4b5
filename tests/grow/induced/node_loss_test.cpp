#include "grow/induced/node_loss.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 3 * kNodeBlock + 100;

struct Sample {
  std::vector<double> values;  // rows × 2
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  std::vector<std::uint32_t> rows;

  Sample() {
    Random random(1, "sample");
    for (std::uint32_t row = 0; row < kRows; ++row) {
      values.insert(values.end(), {random.normal(), random.normal()});
      classes.push_back(static_cast<std::int32_t>(random.below(3)));
      weights.push_back(0.5 + random.uniform());
      if (row % 50 != 0) rows.push_back(row);
    }
  }
};

// Against all rows one after the other, and one row after the other.
void expect_blocks_to_add_up(const NodeLoss& loss, const Sample& sample) {
  const std::size_t width = loss.width();
  Threads one(1), several(7);
  std::vector<double> weight(width), in_blocks(width), again(width);
  const double gain = loss.best_weight(sample.rows, {}, weight);
  EXPECT_NEAR(loss.best_weight(sample.rows, {}, in_blocks, one), gain, 1e-4 * gain);
  for (std::size_t k = 0; k < width; ++k) EXPECT_NEAR(in_blocks[k], weight[k], 1e-6);
  loss.best_weight(sample.rows, {}, again, several);
  EXPECT_EQ(in_blocks, again);

  const std::vector<std::uint32_t> few(sample.rows.begin(), sample.rows.begin() + kNodeBlock);
  loss.best_weight(few, {}, weight);
  loss.best_weight(few, {}, in_blocks, several);
  EXPECT_EQ(in_blocks, weight);

  const auto added = loss.clone(), expected = loss.clone();
  added->add(sample.rows, weight, several);
  for (const std::uint32_t row : sample.rows) expected->add({{row}}, weight);
  std::vector<float> slopes(sample.rows.size() * width), slope(width);
  added->slopes(sample.rows, slopes, several);
  for (std::size_t i = 0; i < sample.rows.size(); ++i) {
    expected->slopes({{sample.rows[i]}}, slope);
    for (std::size_t k = 0; k < width; ++k) ASSERT_EQ(slopes[i * width + k], slope[k]);
  }
}

TEST(NodeLoss, BlocksOfRowsAddUpOnAnyNumberOfThreads) {
  const Sample sample;
  std::vector<std::uint32_t> some(sample.rows.begin(), sample.rows.begin() + 1000);  // so that there is a gain
  for (const std::span<const double> weights : {std::span<const double>(), std::span<const double>(sample.weights)}) {
    expect_blocks_to_add_up(*squared_nodes(sample.values, 2, {some, weights}), sample);
    expect_blocks_to_add_up(*exponential_nodes(sample.classes, 3, {some, weights}, 3), sample);
    expect_blocks_to_add_up(*softmax_nodes(sample.classes, 3, {some, weights}), sample);
  }
  const std::vector<double> single(sample.values.begin(), sample.values.begin() + kRows);
  expect_blocks_to_add_up(*squared_nodes(single, 1, {some, {}}), sample);
}

}  // namespace
}  // namespace espalier
