#include "data/binned_table.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/tables.h"

namespace espalier {
namespace {

TEST(BinnedTable, PutsEveryValueBetweenItsEdgesAndMissingOnesInTheLastBin) {
  Random random(2, "values");
  std::vector<float> values(70000);
  for (float& value : values) value = random.below(9) == 0 ? test::kNaN : static_cast<float>(random.normal());
  const Table table = test::table_of({test::numeric("x", values), test::numeric("y", values)});
  Threads threads(2);
  BinOptions options;
  options.most_bins = 50;
  options.sample = 10000;
  const BinnedTable binned(table, find_bins(table, {}, options, threads), threads);
  const ColumnBins& bins = binned.bins(1);
  EXPECT_EQ(bins.bins, 50U);
  for (std::size_t row = 0; row < values.size(); ++row) {
    const std::size_t bin = binned.column(1)[row];
    if (values[row] != values[row]) {
      ASSERT_EQ(bin, bins.missing());
      continue;
    }
    ASSERT_TRUE(bin == 0 || values[row] > bins.edges[bin - 1]);
    ASSERT_TRUE(bin == bins.edges.size() || values[row] <= bins.edges[bin]);
  }
}

TEST(BinnedTable, ASampleOfTheRowsGivesNearlyTheSameBins) {
  std::vector<float> values(100000);  // sorted, the hardest case for a sample
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Table table = test::table_of({test::numeric("x", values)});
  Threads threads(1);
  BinOptions options;
  options.most_bins = 10;
  options.sample = 5000;
  const std::vector<ColumnBins> bins = find_bins(table, {}, options, threads);
  ASSERT_EQ(bins[0].edges.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(bins[0].edges[i], 10000.0 * static_cast<double>(i + 1), 100);
}

TEST(BinnedTable, LabelsThatTrainingDidNotHaveCountAsMissing) {
  const Table train = test::table_of({test::categorical("c", {"a", "b", "c"}, {0, 1, 0, kMissingCode})});
  const Table other = test::table_of({test::categorical("c", {"a", "b", "c"}, {2, 0, 1, 7})});
  Threads threads(1);
  const std::vector<ColumnBins> bins = find_bins(train, {}, {}, threads);
  const BinnedTable binned(other, bins, threads);
  EXPECT_EQ(bins[0].bins, 2U);
  const auto codes = binned.column(0);
  EXPECT_EQ(std::vector<int>(codes.begin(), codes.end()), (std::vector<int>{2, 0, 1, 2}));
}

TEST(BinnedTable, RowsWithoutWeightDoNotMakeBins) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4})});
  Threads threads(1);
  const std::vector<double> weights = {1, 0, 0, 1};
  EXPECT_EQ(find_bins(table, weights, {}, threads)[0].edges, std::vector<float>{2.5F});
}

}  // namespace
}  // namespace espalier
