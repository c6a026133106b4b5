// The part that ret and rules share, tested from outside.
#include "method/annealed/annealed_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "method/annealed/annealed_run.h"

namespace espalier {
namespace {

using test::quick;
using test::quick_with;

class AnnealedFit : public test::AnnealedRun {};

TEST_P(AnnealedFit, ThePathGoesFromTheSmallestModelUp) {
  FitRequest request{nullptr, &held_out, Budget{12, unit()}, quick_with({{"levels", "1,2,5,12"}}), true};
  const std::vector<PathPoint> path = run(request).path;
  ASSERT_EQ(path.size(), 4U);
  const std::size_t sizes[] = {1, 2, 5, 12};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(units(path[i].size), sizes[i]);
    EXPECT_TRUE(path[i].train_loss && path[i].validation_loss && path[i].validation_error);
    if (i == 0) continue;
    EXPECT_GE(path[i].size.leaves, path[i - 1].size.leaves);  // nested
    EXPECT_LE(*path[i].train_loss, *path[i - 1].train_loss * 1.05);
  }
}

TEST_P(AnnealedFit, TheModelKeptIsTheBestOfThePathOnTheValidationRows) {
  FitRequest request{nullptr, &held_out, Budget{12, unit()}, quick_with({{"levels", "1,2,5,12"}}), true};
  const FitResult result = run(request);
  const auto best = std::ranges::min_element(result.path, {}, [](const PathPoint& p) { return *p.validation_loss; });
  EXPECT_EQ(units(size_of(result.model)), units(best->size));
  EXPECT_EQ(size_of(stripped(result.model)).bytes, best->size.bytes);
  EXPECT_NEAR(error_of(evaluate(result.model, held_out.table, held_out.target)), *best->validation_error,
              1e-4 * (1 + *best->validation_error));
}

TEST_P(AnnealedFit, WithoutValidationRowsThePathHasWhatTheFoldsFound) {
  FitRequest request{nullptr, nullptr, Budget{6, unit()}, quick(), true};
  const FitResult result = run(request);
  ASSERT_FALSE(result.path.empty());
  for (const PathPoint& point : result.path) EXPECT_TRUE(point.validation_loss && point.validation_error);
  const auto best = std::ranges::min_element(result.path, {}, [](const PathPoint& p) { return *p.validation_loss; });
  EXPECT_EQ(units(size_of(result.model)), units(best->size));
  const auto kept = std::ranges::find(result.path, size_of(stripped(result.model)).bytes,
                                      [](const PathPoint& p) { return p.size.bytes; });
  EXPECT_NE(kept, result.path.end());
}

// By arithmetic on what the path says: twice the negative log-likelihood and the price of every leaf or rule.
TEST_P(AnnealedFit, TheModelThatAnInformationCriterionChoosesHasTheLeastOfThePath) {
  for (const char* by : {"aic", "bic"}) {
    const OptionValues options =
        quick_with({{"choose", by}, {"levels", "1,2,4,8,16,24"}, {"shrinkage", "0"}, {"folds", "300"}});
    const FitResult result = run({nullptr, nullptr, Budget{24, unit()}, options, true});
    const double n = 300, price = std::string(by) == "aic" ? 2 : std::log(n), outputs = classes == 3 ? 2 : 1;
    const auto criterion = [&](const PathPoint& point) {
      const double loss = *point.train_loss;
      const double count = static_cast<double>(name == "rules" ? point.size.rules : point.size.leaves);
      return (classes == 0 ? n * std::log(2 * loss) : 2 * n * loss) + price * outputs * count;
    };
    const auto best = std::ranges::min_element(result.path, {}, criterion);
    EXPECT_EQ(size_of(stripped(result.model)).bytes, best->size.bytes) << by;
    EXPECT_FALSE(best->validation_loss);
  }
}

TEST_P(AnnealedFit, AnInformationCriterionIsAlsoTakenWhereRowsAreHeldOut) {
  const auto kept = [&](const LabelledView* validation) {
    return run({nullptr, validation, Budget{12, unit()}, quick_with({{"choose", "bic"}}), true});
  };
  const FitResult with = kept(&held_out), without = kept(nullptr);
  EXPECT_EQ(encode(stripped(with.model)), encode(stripped(without.model)));
  EXPECT_TRUE(with.path[0].validation_loss);  // they are measured on
}

TEST_P(AnnealedFit, TheHingeLossHasNoInformationCriterion) {
  if (classes != 2) return;
  const OptionValues options = quick_with({{"choose", "aic"}, {"loss", "hinge"}});
  for (const auto& refused :
       {std::function<void()>([&] { find_method(name).check(options); }), std::function<void()>([&] {
          run({nullptr, nullptr, {}, options});
        })}) {
    EXPECT_ERROR(refused(), ErrorCode::usage, "choose must be cv with the hinge loss, which is no likelihood, got aic");
  }
}

TEST_P(AnnealedFit, PathAndTraceAreThereOnlyIfAskedFor) {
  FitRequest request{nullptr, &held_out, Budget{6, unit()}, quick()};
  EXPECT_TRUE(run(request).path.empty());
  EXPECT_TRUE(run(request).trace.empty());
  request.trace = true;
  const std::vector<TracePoint> trace = run(request).trace;
  ASSERT_FALSE(trace.empty());
  std::set<double> shrinkages;
  std::set<std::string> phases;
  for (const TracePoint& point : trace) {
    shrinkages.insert(point.shrinkage);
    phases.insert(point.phase);
    EXPECT_TRUE(std::isfinite(point.objective));
    EXPECT_GT(point.survivors, 0U);
  }
  EXPECT_EQ(shrinkages, (std::set<double>{3, 30}));
  EXPECT_EQ(phases, (std::set<std::string>{"refit", "select"}));
}

TEST_P(AnnealedFit, OneLevelAndOneShrinkageLeaveNothingToChoose) {
  // Folds of 300 rows would be as many pools.
  FitRequest request{nullptr, nullptr, Budget{5, unit()},
                     quick_with({{"levels", "1"}, {"shrinkage", "10"}, {"folds", "300"}})};
  EXPECT_EQ(units(size_of(run(request).model)), 5U);
}

TEST_P(AnnealedFit, OneLevelOfAnotherUnitIsTheLargestModelWithinTheBudget) {
  for (const Budget budget : {Budget{30, Unit::leaves}, Budget{700, Unit::bytes}}) {
    for (const char* shrinkage : {"10", "3,30"}) {
      const OptionValues options = quick_with({{"levels", "1"}, {"shrinkage", shrinkage}});
      for (const LabelledView* validation : {static_cast<const LabelledView*>(nullptr), &held_out}) {
        const FitResult result = run({nullptr, validation, budget, options});
        const Size size = size_of(result.model);
        EXPECT_TRUE(fits(size, budget)) << to_string(budget);
        EXPECT_GT(budget.unit == Unit::leaves ? size.leaves : size.bytes, budget.amount / 2) << to_string(budget);
        EXPECT_TRUE(result.warnings.empty());
      }
    }
  }
}

TEST_P(AnnealedFit, WeightsThatAreAllTheSameChangeNothingForStochasticSteps) {
  const OptionValues options = quick_with(
      {{"solver", "sgd"}, {"step", "0.01"}, {"levels", "1"}, {"shrinkage", "0"}, {"min-weight", "0"}, {"l2", "0"}});
  const auto with_weights = [&](double weight) {
    LabelledView weighted = train;
    weighted.target.weights.assign(weighted.target.rows(), weight);
    const Model model = fit(find_method(name), {&weighted, nullptr, Budget{6, unit()}, options}, {3, 1, {}}).model;
    return predict_scores(model, held_out.table);
  };
  const std::vector<double> ones = with_weights(1), thousands = with_weights(1024);
  for (std::size_t i = 0; i < ones.size(); ++i) EXPECT_NEAR(ones[i], thousands[i], 1e-3 * (1 + std::abs(ones[i])));
}

TEST_P(AnnealedFit, StepsThatAreTooLongAreAnError) {
  const OptionValues options = quick_with({{"solver", "sgd"}, {"step", "1000"}, {"iterations", "50"}});
  try {
    run({nullptr, nullptr, Budget{6, unit()}, options});
    if (classes == 0) FAIL() << "no error";  // the other losses grow but slowly
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("step must be smaller than 1000"), std::string::npos) << error.what();
  }
}

TEST_P(AnnealedFit, WhereNoRowsCanBeHeldOutTheStrongestShrinkageIsTaken) {
  const std::vector<std::uint32_t> few = {0, 1, 2, 3, 4, 5};
  const LabelledRows part{take_rows(rows.table, few), take_rows(rows.target, few)};
  LabelledView one{part.table, part.target};
  one.target.weights = {1, 0, 0, 0, 0, 0};
  if (classes > 0) one.target.weights.assign(6, 1);
  if (classes > 0) return;  // one row has but one class
  const FitResult result = fit(find_method(name), {&one, nullptr, Budget{6, unit()}, quick()}, {3, 1, {}});
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings[0].find("the strongest, 30"), std::string::npos) << result.warnings[0];
}

TEST_P(AnnealedFit, LevelsBeyondTheCandidatesAreAllOfThem) {
  FitRequest request{nullptr, &held_out, Budget{100000, unit()},
                     quick_with({{"trees", "3"}, {"levels", "1,1000"}, {"depths", "2"}}), true};
  const std::vector<PathPoint> path = run(request).path;
  ASSERT_EQ(path.size(), 2U);
  EXPECT_LE(units(path[1].size), name == "rules" ? 12U : 3U);
}

TEST_P(AnnealedFit, LevelsBeyondTheBudgetAreWarnedOf) {
  const auto warnings = [&](const char* levels) {
    auto all = run({nullptr, &held_out, Budget{6, unit()}, quick_with({{"levels", levels}})}).warnings;
    std::erase_if(all, [](const std::string& warning) { return !warning.starts_with("levels"); });
    return all;
  };
  EXPECT_EQ(warnings("3,9"), std::vector<std::string>{"levels above 6 count as 6, the most that the budget and the "
                                                      "number of candidates allow"});
  EXPECT_TRUE(warnings("3,6").empty());
  EXPECT_TRUE(warnings("9").empty());  // how many sizes to try
}

TEST_P(AnnealedFit, FoldsOfAnyNumberChooseAModelWithinTheBudget) {
  for (const char* folds : {"1", "2", "7"}) {
    FitRequest request{nullptr, nullptr, Budget{6, unit()}, quick_with({{"folds", folds}, {"trees", "8"}})};
    const FitResult result = run(request);
    EXPECT_GT(units(size_of(result.model)), 0U);
    EXPECT_LE(units(size_of(result.model)), 6U);
    EXPECT_EQ(encode(run(request, 7).model), encode(result.model)) << folds;
  }
}

TEST_P(AnnealedFit, BudgetsInEveryUnitAreKeptTo) {
  for (const Budget budget : {Budget{3, Unit::trees}, Budget{20, Unit::nodes}, Budget{12, Unit::leaves},
                              Budget{9, Unit::rules}, Budget{500, Unit::bytes}}) {
    for (const LabelledView* validation : {static_cast<const LabelledView*>(nullptr), &held_out}) {
      const FitResult result = run({nullptr, validation, budget, quick()});
      EXPECT_TRUE(fits(size_of(result.model), budget)) << to_string(budget);
      EXPECT_GT(size_of(result.model).leaves, 0U) << to_string(budget);
    }
  }
}

TEST_P(AnnealedFit, EverySolverLearns) {
  for (const char* solver : {"blocks", "momentum", "sgd"}) {
    const OptionValues options = quick_with({{"solver", solver}, {"step", "0.01"}, {"iterations", "30"}});
    const FitResult result = run({nullptr, &held_out, Budget{12, unit()}, options});
    const Metrics metrics = evaluate(result.model, held_out.table, held_out.target);
    if (classes == 0) {
      EXPECT_GT(std::get<RegressionMetrics>(metrics).r2, 0.5) << solver;
    } else {
      EXPECT_GT(std::get<ClassificationMetrics>(metrics).auc, 0.8) << solver;
    }
  }
}

TEST_P(AnnealedFit, ABudgetTooSmallForAnySizeIsTheConstantAndAWarning) {
  const FitResult result = run({nullptr, &held_out, Budget{1, Unit::nodes}, quick()});
  EXPECT_EQ(size_of(result.model).leaves, 0U);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find("a budget of 1node is too small"), std::string::npos) << result.warnings[0];
}

INSTANTIATE_TEST_SUITE_P(Methods, AnnealedFit, test::kAnnealedRuns, test::name_of_run);

}  // namespace
}  // namespace espalier
