#include "data/edge_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> random_edges(std::size_t count, Random& random) {
  std::vector<float> edges(count);
  for (float& edge : edges) edge = static_cast<float>(random.normal());
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// Values between the edges, on them, and beyond.
std::vector<float> values_around(const std::vector<float>& edges, Random& random) {
  std::vector<float> values = {kNaN, kInf, -kInf, 0, -0.0F, 1e38F, -1e38F};
  for (int i = 0; i < 500; ++i) values.push_back(static_cast<float>(random.normal()));
  for (std::size_t i = 0; i < edges.size(); i += 1 + edges.size() / 300) {
    values.push_back(edges[i]);
    values.push_back(std::nextafter(edges[i], kInf));
    values.push_back(std::nextafter(edges[i], -kInf));
  }
  return values;
}

template <class Bin>
void expect_like_lower_bound(std::size_t count, Bin missing) {
  Random random(count, "edges");
  const std::vector<float> edges = random_edges(count, random);
  const std::vector<float> values = values_around(edges, random);
  std::vector<Bin> bins(values.size());
  EdgeSearch(edges).bins(values.data(), 1, bins, missing);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto below = std::lower_bound(edges.begin(), edges.end(), values[i]) - edges.begin();
    EXPECT_EQ(bins[i], values[i] == values[i] ? static_cast<Bin>(below) : missing) << values[i] << " of " << count;
  }
}

TEST(EdgeSearch, CountsTheEdgesBelowAValueLikeLowerBound) {
  test::on_every_instruction_set([] {
    for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 254U, 255U}) {
      expect_like_lower_bound<std::uint8_t>(count, 255);
      expect_like_lower_bound<std::uint16_t>(count, 65535);
    }
    for (const std::size_t count : {256U, 4095U, 4096U, 60000U}) expect_like_lower_bound<std::uint16_t>(count, 65535);
  });
}

TEST(EdgeSearch, StepsOverTheOtherColumnsOfARowMajorArray) {
  const std::vector<float> edges = {1, 2, 3};
  const std::vector<float> values = {0.5F, 9, 1, 9, 2.5F, 9, 4, 9};
  std::vector<std::uint8_t> bins(4);
  EdgeSearch(edges).bins(values.data(), 2, bins, 255);
  EXPECT_EQ(bins, (std::vector<std::uint8_t>{0, 0, 2, 3}));
}

}  // namespace
}  // namespace espalier
