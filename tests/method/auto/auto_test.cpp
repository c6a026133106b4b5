#include "method/auto/auto.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"
#include "method/auto/candidates.h"
#include "support/test_size.h"

namespace espalier {
namespace {

FitResult fit_auto(const LabelledRows& rows, const OptionValues& options, Budget budget, int threads = 1,
                   const LabelledRows* validation = nullptr) {
  const LabelledView train = {rows.table, rows.target};
  std::optional<LabelledView> others;
  if (validation != nullptr) others = {validation->table, validation->target};
  return fit(find_method("auto"), {&train, others ? &*others : nullptr, budget, options}, {1, threads, {}});
}

FitResult fit_alone(std::string_view method, const LabelledRows& rows, Budget budget,
                    const LabelledRows* validation = nullptr) {
  const LabelledView train = {rows.table, rows.target};
  std::optional<LabelledView> others;
  if (validation != nullptr) others = {validation->table, validation->target};
  return fit(find_method(method), {&train, others ? &*others : nullptr, budget, {}}, {1, 1, {}});
}

double loss_on(const LabelledRows& rows, const Model& model) {
  const Metrics metrics = evaluate(model, rows.table, rows.target);
  if (const auto* regression = std::get_if<RegressionMetrics>(&metrics)) return regression->mse;
  return std::get<ClassificationMetrics>(metrics).log_loss;
}

// Whose loss on the others is least; of equal ones the first.
std::string best_of(const std::vector<std::string>& names, const LabelledRows& train, const LabelledRows& others,
                    Budget budget, bool given) {
  std::string best;
  double least = 0;
  for (const std::string& name : names) {
    const double loss = loss_on(others, fit_alone(name, train, budget, given ? &others : nullptr).model);
    if (best.empty() || loss < least) best = name, least = loss;
  }
  return best;
}

std::string setting(const Model& model, std::string_view name) {
  for (const auto& [key, value] : model.provenance->settings)
    if (key == name) return value;
  return "";
}

const OptionValues kTwo = {{"candidates", "gif,ret"}};

TEST(AutoCandidates, AreThoseThatCanHonourTheBudgetInAFixedOrder) {
  using Names = std::vector<std::string>;
  for (const Unit unit : {Unit::leaves, Unit::nodes, Unit::bytes})
    EXPECT_EQ(auto_candidates({}, Budget{100, unit}), (Names{"graft", "boost", "gif", "ret"}));
  EXPECT_EQ(auto_candidates({}, Budget{100, Unit::trees}), (Names{"graft", "boost", "ret"}));
  EXPECT_EQ(auto_candidates({}, Budget{100, Unit::rules}), (Names{"rules", "boost", "ret"}));
  EXPECT_EQ(auto_candidates({"rules", "gif"}, Budget{100, Unit::leaves}), (Names{"rules", "gif"}));
  EXPECT_EQ(auto_candidates({}, {}), (Names{"graft", "boost", "gif", "ret"}));
}

TEST(AutoCandidates, OneThatCannotHonourTheBudgetIsAnError) {
  EXPECT_ERROR(auto_candidates({"boost", "gif"}, Budget{20, Unit::rules}), ErrorCode::usage,
               "candidates must support a budget in rules, as rules, boost and ret do, got gif");
}

TEST(AutoCandidates, OneThatIsNamedTwiceIsAnError) {
  EXPECT_ERROR(auto_candidates({"boost", "gif", "boost"}, Budget{20, Unit::leaves}), ErrorCode::usage,
               "candidates must differ, got boost twice");
}

TEST(Auto, KeepsToABudgetInEveryUnit) {
  const LabelledRows rows = test::annealed_sample(test::rows_of(100, 60), 2, 1);
  for (const Unit unit : find_method("auto").budgets) {
    const Budget budget = {unit == Unit::bytes ? 300U : 9U, unit};
    const FitResult result = fit_auto(rows, {{"time", "0s"}}, budget);
    EXPECT_TRUE(fits(size_of(result.model), budget)) << to_string(budget);
    EXPECT_GT(size_of(result.model).features, 0U) << to_string(budget);
  }
}

TEST(Auto, FitsTheCandidateThatIsBestOnAFifthOfTheRowsToAll) {
  for (const int classes : test::sized<std::vector<int>>({0, 2}, {2})) {
    const LabelledRows rows = test::annealed_sample(200, classes, 1);
    const Budget budget = {20, Unit::leaves};
    const HeldOut parts = hold_out(rows, 0.2, 1);
    const std::string best = best_of({"gif", "ret"}, parts.train, parts.validation, budget, false);
    const FitResult result = fit_auto(rows, kTwo, budget);
    EXPECT_TRUE(result.chosen.starts_with(best)) << result.chosen;
    EXPECT_NE(result.chosen.find(classes == 0 ? ": mse " : ": log-loss "), std::string::npos) << result.chosen;
    EXPECT_NE(result.chosen.find(" on 40 held-out rows; " + std::string(best == "gif" ? "ret " : "gif ")),
              std::string::npos)
        << result.chosen;
    EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
    EXPECT_EQ(stripped(result.model), stripped(fit_alone(best, rows, budget).model));
  }
}

TEST(Auto, HeldOutRowsThatAreGivenChooseAndNothingIsFittedAgain) {
  const LabelledRows rows = test::annealed_sample(100, 3, 1), others = test::annealed_sample(120, 3, 2);
  const Budget budget = {10, Unit::leaves};
  const std::string best = best_of({"gif", "ret"}, rows, others, budget, true);
  const FitResult result = fit_auto(rows, kTwo, budget, 1, &others);
  EXPECT_TRUE(result.chosen.starts_with(best)) << result.chosen;
  EXPECT_NE(result.chosen.find(" on 120 held-out rows"), std::string::npos) << result.chosen;
  EXPECT_EQ(stripped(result.model), stripped(fit_alone(best, rows, budget, &others).model));
}

TEST(Auto, TheModelTellsItsMethodAndWhatWasChosen) {
  const LabelledRows rows = test::annealed_sample(100, 0, 1);
  const FitResult result = fit_auto(rows, kTwo, {20, Unit::leaves});
  EXPECT_EQ(result.model.provenance->method, "auto");
  EXPECT_EQ(setting(result.model, "candidates"), "gif,ret");
  EXPECT_EQ(setting(result.model, "chosen"), result.chosen);
}

TEST(Auto, WithoutTimeOnlyTheFirstIsTried) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const Budget budget = {12, Unit::leaves};
  const FitResult result = fit_auto(rows, {{"time", "0s"}, {"candidates", "gif,ret"}}, budget);
  EXPECT_EQ(result.warnings, std::vector<std::string>{"ret was left out for lack of time (0s)"});
  EXPECT_EQ(setting(result.model, "candidates"), "gif");
  // The list that was tried gives the same bytes, whatever the time.
  EXPECT_EQ(encode(result.model), encode(fit_auto(rows, {{"candidates", "gif"}, {"time", "1h"}}, budget).model));
}

// The report of progress holds one of the trials up until the time is over.
TEST(Auto, ATrialIsBrokenOffWhenTheTimeIsOver) {
  const LabelledRows rows = test::annealed_sample(120, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  const Budget budget = {12, Unit::leaves};
  const int seconds = test::sized(4, 10);  // enough for gif, which is slow under sanitizers
  const std::chrono::seconds late(seconds + 1);
  for (const std::string slow : {"gif", "ret"}) {
    const auto start = std::chrono::steady_clock::now();
    int after = 0;
    const auto hold_up = [&](const Progress& progress) {
      if (!progress.stage.starts_with("trying " + slow)) return true;
      after += std::chrono::steady_clock::now() - start > late ? 1 : 0;
      std::this_thread::sleep_until(start + late);
      return true;
    };
    OptionValues options = kTwo;
    options["time"] = fmt::format("{}s", seconds);
    const FitResult result = fit(find_method("auto"), {&train, nullptr, budget, options, false}, {1, 1, hold_up});
    EXPECT_EQ(after, 0) << slow;
    ASSERT_EQ(result.warnings, std::vector{fmt::format("ret was left out for lack of time ({}s)", seconds)});
    EXPECT_EQ(setting(result.model, "candidates"), "gif");
    EXPECT_EQ(encode(result.model), encode(fit_auto(rows, {{"candidates", "gif"}}, budget).model));
  }
}

// Its ways must be compared whatever the time, for both are tried if it is asked for.
TEST(Auto, TheFirstOfSeveralWaysIsTriedToItsEnd) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const Budget budget = {12, Unit::leaves};
  for (const int threads : {1, 3}) {
    const FitResult hurried = fit_auto(rows, {{"time", "0s"}, {"candidates", "boost,gif"}}, budget, threads);
    EXPECT_NE(hurried.chosen.find("held-out"), std::string::npos);
    EXPECT_EQ(encode(hurried.model), encode(fit_auto(rows, {{"candidates", "boost"}}, budget).model));
  }
}

TEST(Auto, AllThatThereIsNeedsNoList) {
  const LabelledRows rows = test::annealed_sample(80, 2, 1);
  const Budget budget = {4, Unit::rules};
  const FitResult all = fit_auto(rows, {}, budget);
  EXPECT_EQ(setting(all.model, "candidates"), "");
  EXPECT_EQ(encode(all.model), encode(fit_auto(rows, {{"candidates", "ret,boost,rules"}}, budget).model));
}

TEST(Auto, TheSameBytesOnAnyNumberOfThreads) {
  const LabelledRows rows = test::annealed_sample(test::rows_of(150, 80), 2, 1);
  for (const OptionValues& options : {kTwo, OptionValues{{"candidates", "graft,boost"}}}) {
    const std::vector<std::byte> one = encode(fit_auto(rows, options, {15, Unit::leaves}, 1).model);
    EXPECT_EQ(encode(fit_auto(rows, options, {15, Unit::leaves}, 3).model), one);
  }
}

TEST(Auto, TooFewRowsToHoldOutTryTheFirst) {
  const std::vector<std::uint32_t> two = {0, 1};
  const LabelledRows rows = test::annealed_sample(20, 0, 1);
  const LabelledRows few = {take_rows(rows.table, two), take_rows(rows.target, two)};
  const FitResult result = fit_auto(few, kTwo, {12, Unit::leaves});
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings[0], "only gif is tried: 2 rows are too few to hold out 0.2 of them");
}

TEST(Auto, WhatIsNoCandidateOrNoTimeIsAnError) {
  const LabelledRows rows = test::annealed_sample(50, 0, 1);
  const Budget budget = {12, Unit::leaves};
  EXPECT_ERROR(fit_auto(rows, {{"candidates", "graft,bost"}}, budget), ErrorCode::usage,
               "candidates must be graft, rules, boost, gif or ret, or several of them with commas between them, got "
               "graft,bost (did you mean \"boost\"?)");
  EXPECT_ERROR(fit_auto(rows, {{"time", "soon"}}, budget), ErrorCode::usage,
               "time must be a time such as 30s, 5m or 1h, from 0s to 168h, got soon");
}

TEST(Auto, StagesSayWhatIsTried) {
  const LabelledRows rows = test::annealed_sample(150, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  std::map<std::string, int> seen;
  const espalier::Run run = {1, 1, [&](const Progress& progress) {
                               ++seen[progress.stage.substr(0, progress.stage.find(':'))];
                               return true;
                             }};
  const FitResult result = fit(find_method("auto"), {&train, nullptr, Budget{12, Unit::leaves}, kTwo}, run);
  EXPECT_GT(seen["trying gif"], 1);
  EXPECT_GT(seen["trying ret"], 1);
  EXPECT_GT(seen["fitting " + result.chosen.substr(0, 3)], 1);
  EXPECT_EQ(seen.size(), 3U);
}

TEST(Auto, StopsInTheMidstOfACandidate) {
  const LabelledRows rows = test::annealed_sample(150, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  for (const std::string stage : {"trying gif: ", "trying ret", "fitting "}) {
    const espalier::Run run = {1, 1, [&](const Progress& progress) { return !progress.stage.starts_with(stage); }};
    EXPECT_ERROR(fit(find_method("auto"), {&train, nullptr, Budget{12, Unit::leaves}, kTwo}, run),
                 ErrorCode::interrupted, "interrupted");
  }
}

}  // namespace
}  // namespace espalier
