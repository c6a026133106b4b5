#include "method/rows/training_bins.h"

#include <gtest/gtest.h>

#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

std::vector<ColumnBins> bins_of(const Table& table, const Target& target, std::size_t most) {
  const LabelledView train = {table, target};
  Threads threads(1);
  return training_bins(train, most, threads);
}

TEST(TrainingBins, AreAtMostSoManyAColumn) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8})});
  const Target target = test::regression({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(bins_of(table, target, 255)[0].bins, 8U);
  EXPECT_LE(bins_of(table, target, 3)[0].bins, 3U);
}

// Labels a, b, c and d with the targets 0, 9, 0 and 9, and two bins for them: a and c go together, b and d.
TEST(TrainingBins, PutLabelsTogetherByTheTarget) {
  const Table table = test::table_of({test::categorical("x", {"a", "b", "c", "d"}, {0, 1, 2, 3, 0, 1, 2, 3})});
  for (const Target& target :
       {test::regression({0, 9, 0, 9, 0, 9, 0, 9}), test::classes({0, 1, 0, 1, 0, 1, 0, 1}, 2)}) {
    const ColumnBins bins = bins_of(table, target, 2)[0];
    EXPECT_EQ(bins.of_label[0], bins.of_label[2]);
    EXPECT_EQ(bins.of_label[1], bins.of_label[3]);
    EXPECT_NE(bins.of_label[0], bins.of_label[1]);
  }
}

}  // namespace
}  // namespace espalier
