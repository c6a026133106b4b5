#include "espalier/labelled.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/tables.h"

namespace espalier {
namespace {

TEST(LabelledRows, AreTakenWithTheirTargetsAndWeightsInTheOrderNamed) {
  LabelledRows all{test::table_of({test::numeric("x", {10, 11, 12})}), test::regression({1, 2, 3}, {4, 5, 6})};
  all.table.source = "data.csv";
  const std::vector<std::uint32_t> chosen = {2, 0};
  const LabelledRows rows = take_rows(all, chosen);
  EXPECT_EQ(rows.table.columns[0].values, (std::vector<float>{12, 10}));
  EXPECT_EQ(rows.target.values, (std::vector<double>{3, 1}));
  EXPECT_EQ(rows.target.weights, (std::vector<double>{6, 4}));
  EXPECT_EQ(rows.table.source, "data.csv");
  const LabelledRows of_a_view = take_rows(LabelledView(all), chosen);
  EXPECT_EQ(of_a_view.table.columns[0].values, rows.table.columns[0].values);
  EXPECT_EQ(of_a_view.target.values, rows.target.values);
  EXPECT_EQ(of_a_view.table.source, "");  // which a view does not have
}

}  // namespace
}  // namespace espalier
