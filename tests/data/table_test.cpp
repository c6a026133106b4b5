#include <gtest/gtest.h>

#include <vector>

#include "data/expect_error.h"
#include "data/same_table.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/table.h"

namespace espalier {
namespace {

Table example() {
  ReadOptions options;
  options.targets = {"y", "z"};
  options.weight = "w";
  options.keep = {"id"};
  return parse_table("id,a,t,w,y,z\nA,1,red,1,10,no\nB,2,blue,2,20,yes\nC,NA,red,3,30,no\n", "t.csv", options);
}

TEST(TableView, PointsAtTheColumnsOfTheTable) {
  const Table table = example();
  const TableView view = table;
  EXPECT_EQ(view.rows, 3U);
  EXPECT_FALSE(view.absent_is_zero);
  ASSERT_EQ(view.columns.size(), 3U);
  EXPECT_FALSE(view.columns[0].numeric());  // id
  EXPECT_TRUE(view.columns[1].numeric());
  EXPECT_EQ(view.columns[1].feature, &table.columns[1].feature);
  EXPECT_EQ(view.columns[1].values, table.columns[1].values.data());
  EXPECT_EQ(view.columns[1].codes, nullptr);
  EXPECT_EQ(view.columns[1].value(1), 2);
  EXPECT_EQ(view.columns[2].values, nullptr);
  EXPECT_EQ(view.columns[2].code(1), 0);  // blue before red
}

TEST(TakeRows, TakesEverythingOfTheRowsInTheOrderGiven) {
  const Table taken = take_rows(example(), std::vector<std::uint32_t>{2, 0, 2});
  ReadOptions options;
  options.targets = {"y", "z"};
  options.weight = "w";
  options.keep = {"id"};
  Table expected = parse_table("id,a,t,w,y,z\nC,NA,red,3,30,no\nA,1,red,1,10,no\nC,NA,red,3,30,no\n", "t.csv", options);
  // Labels stay, though no row has them any more.
  expected.columns[0].feature.labels = {"A", "B", "C"};
  expected.columns[0].codes = {2, 0, 2};
  expected.columns[2].feature.labels = {"blue", "red"};
  expected.columns[2].codes = {1, 1, 1};
  expected.targets[1].labels = {"no", "yes"};
  EXPECT_EQ(difference(taken, expected), "");
}

TEST(TakeRows, OfNoneIsAnEmptyTable) {
  const Table taken = take_rows(example(), {});
  EXPECT_EQ(taken.rows, 0U);
  EXPECT_EQ(taken.columns.size(), 3U);
  EXPECT_TRUE(taken.columns[1].values.empty());
}

TEST(TakeRows, KeepsThatAbsentIsZero) {
  const Table table = parse_table("1 2:3\n", "t.svm", {});
  EXPECT_TRUE(take_rows(table, std::vector<std::uint32_t>{0}).absent_is_zero);
  EXPECT_TRUE(TableView(table).absent_is_zero);
}

TEST(TakeRows, RefusesRowsThatAreNotThere) {
  EXPECT_ERROR(take_rows(example(), std::vector<std::uint32_t>{0, 3}), ErrorCode::usage,
               "row must be below 3, the rows of the table, got 3");
}

}  // namespace
}  // namespace espalier
