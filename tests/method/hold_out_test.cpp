#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

std::string message(const TableView& table, const Target& target, double share, ErrorCode code) {
  try {
    hold_out({table, target}, share, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "";
}

// Rows whose number is in the column, the weight, and, by its parity, the class.
LabelledRows numbered(int count) {
  std::vector<float> x;
  std::vector<std::int32_t> codes;
  std::vector<double> weights;
  for (int row = 0; row < count; ++row) {
    x.push_back(static_cast<float>(row));
    codes.push_back(row % 2);
    weights.push_back(1 + row);
  }
  return {test::table_of({test::numeric("x", x), test::categorical("c", {"even", "odd"}, codes)}),
          test::classes(codes, 2, weights)};
}

TEST(HeldOutShare, IsAFifthWhereTheOptionsNeedOne) {
  const Method& tree = find_method("tree");
  EXPECT_EQ(held_out_share(tree, {}), 0);
  EXPECT_EQ(held_out_share(tree, {{"prune", "validation"}}), 0.2);
}

TEST(HeldOutShare, IsTheOneAskedForIfThatIsAFraction) {
  const Method& tree = find_method("tree");
  EXPECT_EQ(held_out_share(tree, {}, 0.3), 0.3);
  EXPECT_EQ(held_out_share(tree, {{"prune", "validation"}}, 0.3), 0.3);
  for (const double wrong : {0.0, 1.0, -0.1}) EXPECT_THROW(held_out_share(tree, {}, wrong), Error) << wrong;
}

TEST(HoldOut, TakesNothingAwayWhereTheOptionsNeedNothing) {
  const LabelledRows all = numbered(40);
  const Method& tree = find_method("tree");
  EXPECT_FALSE(hold_out(tree, {}, {}, all, 1));
  const auto parts = hold_out(tree, {{"prune", "validation"}}, {}, all, 1);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->validation.table.rows, 8U);  // a fifth
  EXPECT_EQ(hold_out(tree, {}, 0.25, all, 1)->validation.table.rows, 10U);
}

TEST(HoldOut, SplitsTheRowsAsSplitRowsDoes) {
  const LabelledRows all = numbered(40);
  const HeldOut parts = hold_out(all, 0.25, 7);
  const RowSplit split = split_rows(40, 0.25, all.target.classes, 7);
  ASSERT_EQ(parts.train.table.rows, 30U);
  ASSERT_EQ(parts.validation.table.rows, 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    const std::uint32_t row = split.validation[i];
    EXPECT_EQ(parts.validation.table.columns[0].values[i], static_cast<float>(row));
    EXPECT_EQ(parts.validation.table.columns[1].codes[i], static_cast<std::int32_t>(row % 2));
    EXPECT_EQ(parts.validation.target.classes[i], static_cast<std::int32_t>(row % 2));
    EXPECT_EQ(parts.validation.target.weights[i], 1.0 + row);
  }
  EXPECT_EQ(std::ranges::count(parts.validation.target.classes, 1), 5);  // half of the rows are of each class
  EXPECT_EQ(parts.train.target.labels, all.target.labels);
}

TEST(HoldOut, RefusesWhatLeavesASideWithoutRowsOrWeight) {
  const LabelledRows all = numbered(4);
  EXPECT_EQ(message(all.table, all.target, 0.1, ErrorCode::data), "4 rows are too few to hold out 0.1 of them");
  EXPECT_EQ(message(all.table, all.target, 0.9, ErrorCode::data), "4 rows are too few to hold out 0.9 of them");
  EXPECT_EQ(message(all.table, all.target, 1, ErrorCode::usage),
            "the fraction of rows to hold out must be in (0, 1), got 1");
  Target one_counts = all.target;
  one_counts.weights = {0, 0, 0, 1};
  const std::string text = message(all.table, one_counts, 0.5, ErrorCode::data);
  EXPECT_TRUE(text == "all rows held out have weight 0" || text == "all rows to train on have weight 0") << text;
  one_counts.weight_name = "w";
  const std::string named = message(all.table, one_counts, 0.5, ErrorCode::data);
  EXPECT_EQ(named, "column \"w\": " + text);
}

TEST(HoldOut, ChecksTheTargetFirst) {
  const LabelledRows all = numbered(4);
  Target wrong = all.target;
  wrong.classes[2] = 5;
  EXPECT_EQ(message(all.table, wrong, 0.5, ErrorCode::data),
            "target \"y\" must have class codes in [0, 1], row 3 has 5");
  wrong.classes.pop_back();
  EXPECT_EQ(message(all.table, wrong, 0.5, ErrorCode::usage), "the table has 4 rows, its target 3");
}

}  // namespace
}  // namespace espalier
