#include "method/annealed/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

FitResult fit_by(std::string_view method, const LabelledRows& rows, const OptionValues& options,
                 std::optional<Budget> budget = {}) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method(method), {&train, nullptr, budget, options}, {1, 2, {}});
}

const OptionValues kQuick = {{"trees", "24"},      {"chains", "4"}, {"depths", "2,3"},
                             {"iterations", "10"}, {"levels", "1"}, {"shrinkage", "3"}};

TEST(Rules, AModelOfRulesHasOnlyThePathsToThem) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1);
    const Model model = fit_by("rules", rows, kQuick, Budget{5, Unit::rules}).model;
    const auto& forest = std::get<Forest>(model.body);
    EXPECT_EQ(size_of(model).rules, 5U);
    std::size_t present = 0, of_tree = 0;
    for (const TreeSpan& tree : forest.trees) {
      of_tree = 0;
      for (std::uint32_t id = 0; id <= tree.splits; ++id) of_tree += forest.absent[tree.first_terminal + id] == 0;
      EXPECT_GT(of_tree, 0U);  // no tree without a rule
      present += of_tree;
    }
    EXPECT_EQ(present, 5U);
  }
}

TEST(Rules, WhereNoRuleAppliesTheScoreIsTheIntercept) {
  const LabelledRows rows = test::annealed_sample(400, 2, 1);
  const Model model = fit_by("rules", rows, kQuick, Budget{3, Unit::rules}).model;
  const auto& forest = std::get<Forest>(model.body);
  for (const TreeSpan& tree : forest.trees) {
    for (std::uint32_t id = 0; id <= tree.splits; ++id) {
      EXPECT_TRUE(!forest.absent[tree.first_terminal + id] || forest.values[tree.first_value + id] == 0);
    }
  }
}

TEST(Rules, SelectsFromTheLeavesOfASavedModelAndOfItsOwn) {
  const LabelledRows rows = test::annealed_sample(400, 2, 1);
  const std::string file = testing::TempDir() + "espalier_rules_pool.espalier";
  for (const char* grower : {"boost", "forest", "rules"}) {
    save(fit_by(grower, rows, {{"trees", "15"}}).model, file);
    OptionValues options = kQuick;
    options["pool"] = file;
    const Size size = size_of(fit_by("rules", rows, options, Budget{4, Unit::rules}).model);
    EXPECT_EQ(size.rules, 4U) << grower;
  }
  std::filesystem::remove(file);
}

TEST(Rules, SayHowTheirRowsCameOutWhateverTheNumberOfClasses) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1);
    const Model model = fit_by("rules", rows, kQuick, Budget{5, Unit::rules}).model;
    const auto& forest = std::get<Forest>(model.body);
    EXPECT_EQ(forest.statistics->outcomes.size(), forest.absent.size() * (classes == 3 ? 3 : 1));
  }
}

TEST(Rules, OfAByteBudgetKeepNoStatistics) {
  const LabelledRows rows = test::annealed_sample(400, 2, 1);
  const Model model = fit_by("rules", rows, kQuick, Budget{1000, Unit::bytes}).model;
  EXPECT_FALSE(std::get<Forest>(model.body).statistics);
}

TEST(Rules, WeightsHaveFewDigits) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(400, classes, 1);
    const Model model = fit_by("rules", rows, kQuick, Budget{5, Unit::rules}).model;
    const auto& forest = std::get<Forest>(model.body);
    for (const float value : forest.values) EXPECT_EQ(value, static_cast<float>(std::round(value * 1000.0) / 1000));
    for (const double value : forest.intercept) EXPECT_EQ(value, std::round(value * 1000) / 1000);
  }
}

double error_of_fit(const OptionValues& options, std::size_t budget) {
  const LabelledRows rows = test::annealed_sample(2000, 2, 1), others = test::annealed_sample(2000, 2, 2);
  const Model model = fit_by("rules", rows, options, Budget{budget, Unit::rules}).model;
  return error_of(evaluate(model, others.table, others.target));
}

TEST(Rules, ThatAreExchangedAreBetter) {
  OptionValues without = kQuick;
  without["exchange"] = "0";
  EXPECT_LT(error_of_fit(kQuick, 4), error_of_fit(without, 4));
}

TEST(Rules, AnnealedOnesAreBetterThanAStaticRanking) {
  for (const char* ranking : {"margin", "hinge"}) {
    OptionValues ranked = kQuick;
    ranked["rank"] = ranking;
    EXPECT_LT(error_of_fit(kQuick, 4), error_of_fit(ranked, 4)) << ranking;
  }
}

// The sign of one column decides how another matters: a tree can say that, the sum of rules of one condition cannot.
TEST(Rules, SayWhereATreeOfAsManyLeavesIsBetter) {
  Random random(1, "signs");
  std::vector<float> a(400), b(400);
  std::vector<std::int32_t> codes(400);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    a[row] = static_cast<float>(random.normal());
    b[row] = static_cast<float>(random.normal());
    codes[row] = (a[row] > 0) == (b[row] > -0.5F);
  }
  const Table table = test::table_of({test::numeric("a", a), test::numeric("b", b)});
  const LabelledView train = {table, test::classes(codes)};
  OptionValues options = kQuick;
  const OptionValues poor = {{"depths", "1"}, {"levels", "4,4"}, {"shrinkage", "3,30"},
                             {"folds", "2"},  {"exchange", "0"}, {"overlap", "1"}};
  for (const auto& [name, value] : poor) options[name] = value;
  const auto says = [&](Budget budget) {
    const FitResult result = fit(find_method("rules"), {&train, nullptr, budget, options}, {1, 2, {}});
    return std::ranges::any_of(result.warnings, [](const std::string& warning) {
      return warning.find("leaves has less error than") != std::string::npos;
    });
  };
  EXPECT_TRUE(says({4, Unit::rules}));
  EXPECT_FALSE(says({8, Unit::leaves}));
}

TEST(Rules, AStaticRankingTakesNoAnnealing) {
  const LabelledRows rows = test::annealed_sample(400, 2, 1);
  const LabelledView train = {rows.table, rows.target};
  const auto anneals = [&](const char* ranking) {
    OptionValues options = kQuick;
    options["rank"] = ranking;
    FitRequest request = {&train, nullptr, Budget{4, Unit::rules}, options};
    request.trace = true;
    const FitResult result = fit(find_method("rules"), request, {1, 2, {}});
    EXPECT_FALSE(result.trace.empty());
    return std::ranges::any_of(result.trace, [](const TracePoint& point) { return point.phase == "select"; });
  };
  EXPECT_TRUE(anneals("weights"));
  EXPECT_FALSE(anneals("margin"));
  EXPECT_FALSE(anneals("hinge"));
}

TEST(Rules, AStaticRankingIsForTwoClasses) {
  for (const int classes : {0, 3}) {
    const LabelledRows rows = test::annealed_sample(100, classes, 1);
    for (const char* ranking : {"margin", "hinge"}) {
      OptionValues options = kQuick;
      options["rank"] = ranking;
      try {
        fit_by("rules", rows, options);
        FAIL() << ranking;
      } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_TRUE(message.starts_with(std::string("rank ") + ranking + " is for a target of two classes")) << message;
      }
    }
  }
}

}  // namespace
}  // namespace espalier
