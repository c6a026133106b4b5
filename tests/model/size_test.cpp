#include <gtest/gtest.h>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::expect_error;

void expect_budget(std::string_view text, std::size_t amount, Unit unit) {
  const Budget budget = parse_budget(text);
  EXPECT_EQ(budget.amount, amount) << text;
  EXPECT_EQ(budget.unit, unit) << text;
}

TEST(Size, CountsWhatIsThere) {
  // Two trees: three splits, three leaves and an absent child; one split and two leaves.
  const Model model = samples::mixed();
  const Size size = size_of(model);
  EXPECT_EQ(size.trees, 2U);
  EXPECT_EQ(size.nodes, 6U + 3U);
  EXPECT_EQ(size.leaves, 4U + 2U);
  EXPECT_EQ(size.rules, 6U);
  EXPECT_EQ(size.features, 2U);
  EXPECT_EQ(size.bytes, encode(model).size());
}

TEST(Size, TheConstantModelHasNoNodes) {
  Forest forest;
  forest.intercept = {3};
  const Size size = size_of(make_model(samples::regression_target("y"), Link::identity, {}, forest));
  EXPECT_EQ(size.trees + size.nodes + size.leaves + size.rules + size.features, 0U);
  // Header 10; schema 2 + (task, link, "y", no features) 5; forest 2 + (intercept 8, no trees 1, coding 1).
  EXPECT_EQ(size.bytes, 10U + 2 + 5 + 2 + 10);
}

TEST(Size, ALinearModelHasFeaturesAndBytesOnly) {
  const Size size = size_of(samples::lines());
  EXPECT_EQ(size.trees + size.nodes + size.leaves + size.rules, 0U);
  EXPECT_EQ(size.features, 2U);
  // Header 10; schema 2 + 22; linear 2 + (intercept 8, fill 4, two weights of 4).
  EXPECT_EQ(size_of(samples::line()).bytes, 10U + 2 + 22 + 2 + 20);
}

TEST(Size, NeuralRulesAreCountedAsRules) {
  const Size size = size_of(samples::planes());
  EXPECT_EQ(size.trees + size.nodes + size.leaves, 0U);
  EXPECT_EQ(size.rules, 3U);
  EXPECT_EQ(size.features, 2U);
}

TEST(Budget, ReadsEveryUnit) {
  expect_budget("16KB", 16384, Unit::bytes);
  expect_budget("16 kb", 16384, Unit::bytes);
  expect_budget("2MB", 2097152, Unit::bytes);
  expect_budget("900B", 900, Unit::bytes);
  expect_budget("900bytes", 900, Unit::bytes);
  expect_budget("1 byte", 1, Unit::bytes);
  expect_budget("200nodes", 200, Unit::nodes);
  expect_budget("1node", 1, Unit::nodes);
  expect_budget("64leaves", 64, Unit::leaves);
  expect_budget("1 leaf", 1, Unit::leaves);
  expect_budget("10trees", 10, Unit::trees);
  expect_budget("1tree", 1, Unit::trees);
  expect_budget("50rules", 50, Unit::rules);
  expect_budget("1rule", 1, Unit::rules);
  expect_budget("20features", 20, Unit::features);
  expect_budget("1 feature", 1, Unit::features);
}

TEST(Budget, SaysWhatUnitsThereAre) {
  expect_error(ErrorCode::usage, "bytes, KB, MB, GB, trees, nodes, leaves, rules or features",
               [] { parse_budget("16"); });
  expect_error(ErrorCode::usage, "the unit is missing", [] { parse_budget("16 "); });
  expect_error(ErrorCode::usage, "the unit is unknown, got \"16apples\"", [] { parse_budget("16apples"); });
  expect_error(ErrorCode::usage, "does not begin with a number", [] { parse_budget("KB"); });
  expect_error(ErrorCode::usage, "does not begin with a number", [] { parse_budget(""); });
  expect_error(ErrorCode::usage, "does not begin with a number", [] { parse_budget("-4KB"); });
  expect_error(ErrorCode::usage, "the number is not whole", [] { parse_budget("1.5KB"); });
  expect_error(ErrorCode::usage, "the number is not whole", [] { parse_budget("1e3bytes"); });
  expect_error(ErrorCode::usage, "at least 1", [] { parse_budget("0trees"); });
  expect_error(ErrorCode::usage, "too large", [] { parse_budget("99999999999999999999trees"); });
  expect_error(ErrorCode::usage, "too large", [] { parse_budget("18446744073709551615KB"); });
}

TEST(Budget, IsWrittenAsItIsRead) {
  for (const std::string text : {"16KB", "2MB", "900bytes", "1byte", "200nodes", "64leaves", "1leaf", "10trees",
                                 "50rules", "1025bytes", "20features", "1feature"})
    EXPECT_EQ(to_string(parse_budget(text)), text);
}

TEST(Budget, IsAnUpperLimit) {
  Size size;
  size.trees = 1, size.nodes = 2, size.leaves = 3, size.rules = 4, size.features = 5, size.bytes = 6;
  const Unit units[] = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::features, Unit::bytes};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(fits(size, {i + 1, units[i]}));
    EXPECT_FALSE(fits(size, {i, units[i]}));
  }
}

}  // namespace
}  // namespace espalier
