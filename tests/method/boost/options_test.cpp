#include "method/boost/options.h"

#include <gtest/gtest.h>

#include "espalier/error.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

void expect_usage_error(const LabelledView& train, const OptionValues& options, const std::string& message) {
  try {
    booster_options(parse_options<BoostOptions>(options), train, 1);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.what(), message);
  }
}

TEST(BoostOptions, ThatDoNotGoWithTheDataAreRefused) {
  const Table table =
      test::table_of({test::numeric("x", std::vector<float>(50)), test::numeric("z", std::vector<float>(50))});
  const LabelledView train = {table, test::regression(std::vector<double>(50))};
  expect_usage_error(train, {{"increasing", "nothing"}}, "increasing: there is no column \"nothing\"");
  expect_usage_error(train, {{"increasing", "x"}, {"decreasing", "z, x"}},
                     "column \"x\" is both increasing and decreasing");
  expect_usage_error(train, {{"loss", "hinge"}}, "loss must be squared for regression, got hinge");
  expect_usage_error(train, {{"bins", "256"}}, "bins must be a whole number in [2, 255], got 256");
  expect_usage_error(train, {{"features", "3"}}, "features must be at most the number of columns, 2, got 3");
  expect_usage_error(train, {{"vector-leaves", "true"}},
                     "vector-leaves needs the loss softmax, which has a score for every class");
  const LabelledView classes = {table, test::classes(std::vector<std::int32_t>(50, 1), 3)};
  expect_usage_error(classes, {{"loss", "logistic"}}, "loss must be softmax for 3 classes, got logistic");
}

// Its second derivative has no bound, which the others need.
TEST(BoostOptions, TheExponentialLossIsOfBoostAlone) {
  find_method("boost").check({{"loss", "exponential"}});
  for (const char* name : {"graft", "ret", "rules", "linear"})
    EXPECT_THROW(find_method(name).check({{"loss", "exponential"}}), Error) << name;
}

TEST(BoostOptions, ColumnsWithADirectionMayHaveCommasInTheirNames) {
  const Table table =
      test::table_of({test::numeric("x", std::vector<float>(50)), test::numeric("z, net", std::vector<float>(50)),
                      test::numeric("net", std::vector<float>(50))});
  const LabelledView train = {table, test::regression(std::vector<double>(50))};
  const auto directions = [&](const char* increasing) {
    return booster_options(parse_options<BoostOptions>({{"increasing", increasing}}), train, 1).tree.split.directions;
  };
  const std::vector<Direction> both = {Direction::increasing, Direction::increasing, Direction::free};
  EXPECT_EQ(directions("z, net,x"), both);
  EXPECT_EQ(directions("x,\"z, net\""), both);
}

TEST(BoostOptions, LeavesAre31UnlessADepthIsGiven) {
  const Table table = test::table_of({test::numeric("x", std::vector<float>(50))});
  const LabelledView train = {table, test::regression(std::vector<double>(50))};
  EXPECT_EQ(booster_options({}, train, 1).tree.leaves, 31);
  BoostOptions deep;
  deep.depth = 4;
  EXPECT_EQ(booster_options(deep, train, 1).tree.leaves, std::nullopt);
  EXPECT_TRUE(std::holds_alternative<SquaredLoss>(booster_options({}, train, 1).loss));
}

}  // namespace
}  // namespace espalier
