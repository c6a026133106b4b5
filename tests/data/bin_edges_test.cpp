#include "data/bin_edges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<std::uint32_t> all_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

std::vector<float> edges_of(const std::vector<float>& values, std::size_t most,
                            const std::vector<double>& weights = {}) {
  return numeric_edges(values, weights, most);
}

// How much weight lies in each bin.
std::vector<double> filled(const std::vector<float>& values, const std::vector<float>& edges,
                           const std::vector<double>& weights = {}) {
  std::vector<double> bins(edges.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bin = std::lower_bound(edges.begin(), edges.end(), values[i]) - edges.begin();
    bins[static_cast<std::size_t>(bin)] += weights.empty() ? 1 : weights[i];
  }
  return bins;
}

TEST(BinEdges, FewValuesAreAllToldApartByTheirMiddles) {
  EXPECT_EQ(edges_of({3, 1, 2, 1, test::kNaN}, 255), (std::vector<float>{1.5F, 2.5F}));
  EXPECT_TRUE(edges_of({7, 7, 7}, 255).empty());
  EXPECT_TRUE(edges_of({test::kNaN, test::kNaN}, 255).empty());
}

TEST(BinEdges, ManyValuesFillBinsOfAboutEqualWeight) {
  Random random(1, "values");
  std::vector<float> values(10000);
  for (float& value : values) value = static_cast<float>(random.normal());
  const std::vector<float> edges = edges_of(values, 100);
  ASSERT_EQ(edges.size(), 99U);
  for (const double rows : filled(values, edges)) {
    EXPECT_GE(rows, 90);
    EXPECT_LE(rows, 110);
  }
}

TEST(BinEdges, RowWeightsMoveTheEdges) {
  std::vector<float> values(1000);
  std::vector<double> weights(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    values[i] = static_cast<float>(i);
    weights[i] = i < 500 ? 3 : 1;
  }
  const std::vector<float> edges = edges_of(values, 10, weights);
  ASSERT_EQ(edges.size(), 9U);
  for (const double weight : filled(values, edges, weights)) EXPECT_NEAR(weight, 200, 4);
}

TEST(BinEdges, AValueThatFillsABinByItselfSharesItWithAtMostHalfABinMore) {
  std::vector<float> values(5000, 0.0F);
  for (std::size_t i = 0; i < 1000; ++i) values[i] = static_cast<float>(i) - 499.5F;
  const std::vector<float> edges = edges_of(values, 20);
  const auto above = std::upper_bound(edges.begin(), edges.end(), 0.0F);
  ASSERT_NE(above, edges.end());
  ASSERT_NE(above, edges.begin());
  EXPECT_EQ(*above, 0.25F);
  EXPECT_GE(*(above - 1), -27.0F);  // the 1000 others fill 19 bins of 53
  EXPECT_GT(edges.size(), 10U);
}

TEST(BinEdges, EdgesAreFiniteAndInfinityIsAlone) {
  std::vector<float> values = {kInf, -kInf, kInf};
  for (int i = 0; i < 1000; ++i) values.push_back(static_cast<float>(i));
  const std::vector<float> edges = edges_of(values, 16);
  EXPECT_LE(edges.size(), 15U);
  for (const float edge : edges) EXPECT_TRUE(std::isfinite(edge));
  EXPECT_GE(edges.back(), 999.0F);
}

TEST(BinEdges, CategoriesAreNumberedByTheirWeightAndTheRareOnesShareTheLastBin) {
  const Table table = test::table_of({test::categorical("c", {"a", "b", "c", "d", "e"}, {1, 1, 1, 0, 0, 3, 2, -1})});
  const auto bins = category_bins(TableView(table).columns[0], all_rows(8), {}, {}, 3);
  EXPECT_EQ(bins, (std::vector<std::uint8_t>{1, 0, 2, 2, kNoBin}));
}

TEST(BinEdges, OfMoreLabelsThanBinsThoseOfSimilarTargetsShareOne) {
  std::vector<std::string> labels;
  std::vector<std::int32_t> codes;
  std::vector<double> target;
  for (std::int32_t label = 0; label < 12; ++label) {
    labels.push_back("l" + std::to_string(label));
    for (int row = 0; row < 5; ++row) {
      codes.push_back(label);
      target.push_back(label * 5 % 12 / 4);  // three values, four labels each
    }
  }
  const Table table = test::table_of({test::categorical("c", labels, codes)});
  const auto bins = category_bins(TableView(table).columns[0], all_rows(60), {}, target, 3);
  for (std::size_t label = 0; label < 12; ++label) EXPECT_EQ(bins[label], label * 5 % 12 / 4) << label;
}

}  // namespace
}  // namespace espalier
