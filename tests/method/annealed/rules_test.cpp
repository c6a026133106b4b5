#include "method/annealed/rules.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "espalier/budget.h"
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

}  // namespace
}  // namespace espalier
