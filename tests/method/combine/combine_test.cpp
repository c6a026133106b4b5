#include "method/combine/combine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/depths.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "method/annealed/annealed_sample.h"
#include "support/test_size.h"

namespace espalier {
namespace {

FitResult fit_combine(const LabelledRows& rows, const OptionValues& options, std::optional<Budget> budget = {},
                      bool path = false, int threads = 1) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method("combine"), {&train, nullptr, budget, options, path}, {1, threads, {}});
}

OptionValues quick() { return {{"trees", "8"}, {"rounds", "15"}}; }

OptionValues paper() {
  OptionValues options = preset_options(find_method("combine"), "paper");
  options["trees"] = "8";
  options["rounds"] = "15";
  return options;
}

TEST(Combine, KeepsToEveryBudget) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(150, classes, 1);
    for (const OptionValues& options : {OptionValues{{"rounds", "15"}}, quick(), paper()}) {
      for (std::size_t amount = 1; amount <= 24; amount += test::sized(1U, 5U)) {
        for (const Unit unit : {Unit::nodes, Unit::leaves}) {
          const Budget budget = {amount, unit};
          const Model model = fit_combine(rows, options, budget).model;
          EXPECT_TRUE(fits(size_of(model), budget)) << to_string(budget);
          EXPECT_EQ(size_of(model).leaves > 0, amount >= (unit == Unit::nodes ? 3U : 2U)) << to_string(budget);
        }
      }
      for (const std::size_t bytes : {130U, 200U, 400U, 1000U})
        EXPECT_LE(encode(fit_combine(rows, options, Budget{bytes, Unit::bytes}).model).size(), bytes);
    }
  }
}

TEST(Combine, IsTheSameOnAnyNumberOfThreads) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(test::rows_of(600, 200), classes, 1);
    for (const OptionValues& options : {quick(), paper()}) {
      const Model one = fit_combine(rows, options).model;
      EXPECT_EQ(fit_combine(rows, options, {}, false, 2).model, one);
      EXPECT_EQ(fit_combine(rows, options, {}, false, 5).model, one);
    }
  }
}

TEST(Combine, ThePathHasTheLossOfEveryRound) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const FitResult result = fit_combine(rows, paper(), {}, true);
  ASSERT_EQ(result.path.size(), 16U);
  const double unit = result.path[0].train_error / *result.path[0].train_loss;  // of the target that was standardised
  for (std::size_t i = 0; i < result.path.size(); ++i) {
    EXPECT_EQ(result.path[i].size.leaves, i == 0 ? 0 : 8 * (i + 1));
    EXPECT_NEAR(result.path[i].train_error, *result.path[i].train_loss * unit, 1e-5);
    if (i == 0) continue;
    EXPECT_LT(*result.path[i].train_loss, *result.path[i - 1].train_loss);
  }
  EXPECT_NEAR(*result.path[0].train_loss, 1, 1e-9);
}

// Both searches grow every tree to the full depth and stop.
TEST(Combine, NoTreeIsDeeperThanTheLimit) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  for (const char* search : {"blocked", "greedy"}) {
    OptionValues options = paper();
    options["search"] = search;
    options["depth"] = "3";
    const Model model = fit_combine(rows, options).model;
    EXPECT_EQ(size_of(model).leaves, 8U * 8);
    EXPECT_EQ(depths_of(model), (std::vector<DepthCount>{{3, 8}}));
  }
}

TEST(Combine, AToleranceEndsGrowth) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  OptionValues options = paper();
  options["tolerance"] = "0.3";
  const FitResult result = fit_combine(rows, options, {}, true);
  EXPECT_LE(*result.path.back().train_loss, 0.3);
  EXPECT_GT(*result.path[result.path.size() - 2].train_loss, 0.3);
}

TEST(Combine, TheDefaultIsBetterThanARoundAndThanThePaper) {
  const LabelledRows rows = test::annealed_sample(600, 0, 1), others = test::annealed_sample(2000, 0, 2);
  const auto error = [&](const OptionValues& options) {
    return error_of(evaluate(fit_combine(rows, options).model, others.table, others.target));
  };
  OptionValues full = preset_options(find_method("combine"), "paper");
  full["trees"] = "20";
  const double best = error({{"trees", "20"}});
  EXPECT_LT(best, error({{"trees", "20"}, {"rounds", "1"}, {"refit", "0"}}));
  EXPECT_LT(best, error(full));
  EXPECT_LT(best, 0.35);  // the noise has a variance of 0.25
}

TEST(Combine, SaysWhatItChoseAndWhatItCannotDo) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  EXPECT_TRUE(fit_combine(rows, quick()).chosen.starts_with("trees 8, rounds "));
  EXPECT_EQ(fit_combine(rows, paper()).chosen, "");
  EXPECT_EQ(fit_combine(rows, quick(), Budget{1, Unit::leaves}).warnings,
            std::vector<std::string>{"a budget of 1leaf is too small for a split; the model is a constant"});
  EXPECT_EQ(fit_combine(rows, quick(), Budget{10, Unit::leaves}).warnings,
            std::vector<std::string>{"5 trees are built instead of 8, so that each can have a split within 10leaves"});
  EXPECT_ERROR(fit_combine(rows, {{"loss", "log"}}), ErrorCode::usage, "loss must be squared for regression");
}

TEST(Combine, SearchesAndLossesGiveOtherModelsThatAllLearn) {
  const LabelledRows rows = test::annealed_sample(400, 3, 1), others = test::annealed_sample(1000, 3, 2);
  std::vector<Model> models;
  for (const OptionValues& change : std::vector<OptionValues>{{},
                                                              {{"search", "greedy"}},
                                                              {{"loss", "log"}},
                                                              {{"heuristic", "size"}},
                                                              {{"beam", "1"}},
                                                              {{"pick", "0.5"}}}) {
    OptionValues options = quick();
    for (const auto& [name, value] : change) options[name] = value;
    models.push_back(fit_combine(rows, options).model);
    for (std::size_t i = 0; i + 1 < models.size(); ++i) EXPECT_NE(models[i].body, models.back().body);
    EXPECT_LT(error_of(evaluate(models.back(), others.table, others.target)), 0.3);
  }
}

}  // namespace
}  // namespace espalier
