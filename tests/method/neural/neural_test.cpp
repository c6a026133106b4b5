#include "method/neural/neural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

FitResult fit_neural(const LabelledRows& rows, const OptionValues& options, std::optional<Budget> budget = {},
                     int threads = 1) {
  const LabelledView train = {rows.table, rows.target};
  return fit(find_method("neural"), {&train, nullptr, budget, options, false}, {1, threads, {}});
}

// With all that is chosen.
OptionValues quick() { return {{"depth", "2,4"}, {"epochs", "6"}, {"batch", "32"}, {"ensemble", "2"}}; }

// With nothing to choose.
OptionValues plain() {
  return {{"depth", "5"},    {"epochs", "6"},           {"batch", "32"},  {"ensemble", "1"},
          {"inputs", "all"}, {"transform", "standard"}, {"patience", "0"}};
}

OptionValues with(OptionValues options, const OptionValues& changes) {
  for (const auto& [name, value] : changes) options[name] = value;
  return options;
}

const NeuralRules& rules_of(const Model& model) { return std::get<NeuralRules>(model.body); }

TEST(Neural, LearnsEveryTaskInBothForms) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(500, classes, 1), others = test::annealed_sample(1000, classes, 2);
    for (const char* form : {"plain", "deep"}) {
      const OptionValues options = with(quick(), {{"form", form}, {"depth", "4"}, {"epochs", "20"}});
      const FitResult result = fit_neural(rows, options);
      const double error = error_of(evaluate(result.model, others.table, others.target));
      // The noise has a variance of 0.25, the target one of 2; the constant is wrong on almost half of the rows or
      // more.
      EXPECT_LT(error, classes == 0 ? 0.9 : classes == 2 ? 0.22 : 0.33) << classes << form;
      EXPECT_EQ(rules_of(result.model).deep, std::string(form) == "deep");
      EXPECT_TRUE(result.warnings.empty());
    }
  }
}

TEST(Neural, KeepsToEveryBudget) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(150, classes, 1);
    for (const OptionValues& options : {OptionValues{{"depth", "2,4"}, {"epochs", "4"}, {"batch", "32"}},
                                        with(quick(), {{"epochs", "4"}}), plain(), with(plain(), {{"form", "deep"}})}) {
      for (std::size_t amount = 1; amount <= 20; amount += amount < 4 ? 1 : 4) {
        const Budget budget = {amount, Unit::rules};
        const FitResult result = fit_neural(rows, options, budget);
        EXPECT_TRUE(fits(size_of(result.model), budget)) << to_string(budget);
        EXPECT_GT(size_of(result.model).rules, 0U) << to_string(budget);
        EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
      }
      for (const std::size_t bytes : {60U, 200U, 500U, 1000U, 3000U})
        EXPECT_LE(encode(stripped(fit_neural(rows, options, Budget{bytes, Unit::bytes}).model)).size(),
                  std::max<std::size_t>(bytes, 120));
    }
  }
}

TEST(Neural, ABudgetIsKeptToHoweverFewEpochsAreBest) {
  const LabelledRows rows = test::annealed_sample(150, 2, 1);
  for (const char* epochs : {"0", "1", "2", "3"}) {
    for (const char* patience : {"0", "5"}) {
      const FitResult result =
          fit_neural(rows, with(plain(), {{"epochs", epochs}, {"patience", patience}}), Budget{5, Unit::rules});
      EXPECT_LE(size_of(result.model).rules, 5U) << epochs;
      EXPECT_GT(size_of(result.model).rules, 0U) << epochs;
      EXPECT_TRUE(result.warnings.empty()) << epochs << ": " << result.warnings[0];
    }
  }
}

TEST(Neural, ABudgetInBytesIsMadeUseOf) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  for (const std::size_t bytes : {1000U, 2000U, 4000U}) {
    const Size size = size_of(stripped(fit_neural(rows, plain(), Budget{bytes, Unit::bytes}).model));
    EXPECT_LE(size.bytes, bytes);
    EXPECT_GT(size.bytes, bytes / 3);
  }
}

TEST(Neural, ABudgetThatHasRoomForAllChangesNothing) {
  const LabelledRows rows = test::annealed_sample(300, 3, 1);
  const Model whole = fit_neural(rows, plain()).model;
  const Model same = fit_neural(rows, plain(), Budget{100000, Unit::rules}).model;
  EXPECT_EQ(stripped(same), stripped(whole));
  EXPECT_EQ(stripped(fit_neural(rows, plain(), Budget{10'000'000, Unit::bytes}).model), stripped(whole));
}

TEST(Neural, ABudgetWithoutRoomForARuleGivesAConstantAndSaysSo) {
  const LabelledRows rows = test::annealed_sample(100, 0, 1);
  const FitResult result = fit_neural(rows, plain(), Budget{40, Unit::bytes});
  EXPECT_EQ(size_of(result.model).rules, 0U);
  EXPECT_EQ(result.warnings,
            std::vector<std::string>{"a budget of 40bytes is too small for a rule; the model is a constant"});
  double mean = 0;
  for (const double value : rows.target.values) mean += value / 100;
  EXPECT_NEAR(predict_scores(result.model, rows.table)[0], mean, 1e-6);
}

TEST(Neural, IsTheSameOnAnyNumberOfThreads) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(300, classes, 1);
    for (const OptionValues& options : {quick(), plain(), with(plain(), {{"form", "deep"}})}) {
      const Model one = fit_neural(rows, options).model;
      EXPECT_EQ(fit_neural(rows, options, {}, 2).model, one);
      EXPECT_EQ(fit_neural(rows, options, {}, 7).model, one);
    }
  }
}

TEST(Neural, RowsOfWeightZeroChangeNothing) {
  for (const int classes : {0, 2, 3}) {
    LabelledRows rows = test::annealed_sample(200, classes, 1);
    const LabelledRows others = test::annealed_sample(50, classes, 9);
    LabelledRows more = rows;
    for (std::size_t c = 0; c < rows.table.columns.size(); ++c) {
      Column& to = more.table.columns[c];
      const Column& from = others.table.columns[c];
      to.values.insert(to.values.end(), from.values.begin(), from.values.end());
      to.codes.insert(to.codes.end(), from.codes.begin(), from.codes.end());
    }
    more.table.rows += 50;
    more.target.values.insert(more.target.values.end(), others.target.values.begin(), others.target.values.end());
    more.target.classes.insert(more.target.classes.end(), others.target.classes.begin(), others.target.classes.end());
    rows.target.weights.assign(200, 2.0);
    more.target.weights = rows.target.weights;
    more.target.weights.resize(250);
    EXPECT_EQ(fit_neural(more, quick()).model, fit_neural(rows, quick()).model) << classes;
  }
}

TEST(Neural, WithoutEpochsTheRulesAreThoseOfTheTree) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  for (const char* form : {"plain", "deep"}) {
    const Model model = fit_neural(rows, with(plain(), {{"epochs", "0"}, {"depth", "4"}, {"form", form}})).model;
    const NeuralRules& rules = rules_of(model);
    ASSERT_TRUE(rules.statistics);
    EXPECT_EQ(rules.intercept, std::vector<double>{0});
    EXPECT_EQ(rules.statistics->rows, rules.statistics->leaf);
    EXPECT_EQ(rules.statistics->rows, rules.statistics->both);
    ASSERT_EQ(rules.nets.size(), 1U);
    const std::size_t inputs = rules.nets[0].inputs.size();
    for (std::size_t first = 0; first < rules.nets[0].weights.size(); first += inputs + 1) {
      const auto plane = std::span(rules.nets[0].weights).subspan(first, inputs);
      EXPECT_EQ(std::ranges::count(plane, 0.0F), static_cast<std::ptrdiff_t>(inputs - 1));
      EXPECT_EQ(std::ranges::count(plane, 1.0F) + std::ranges::count(plane, -1.0F), 1);
    }
  }
}

TEST(Neural, AConstantTargetGivesAModelThatPredictsIt) {
  LabelledRows rows = test::annealed_sample(60, 0, 1);
  std::ranges::fill(rows.target.values, 7.25);
  for (const OptionValues& options : {quick(), plain()}) {
    const Model model = fit_neural(rows, options).model;
    EXPECT_EQ(size_of(model).rules, 0U);
    for (const double score : predict_scores(model, rows.table)) EXPECT_NEAR(score, 7.25, 1e-6);
  }
}

TEST(Neural, WhereNoColumnVariesTheModelIsAConstant) {
  for (const int classes : {0, 2, 3}) {
    LabelledRows rows = test::annealed_sample(60, classes, 1);
    rows.table = test::table_of({test::numeric("a", std::vector<float>(60, 3.0F)),
                                 test::numeric("b", std::vector<float>(60, test::kNaN)),
                                 test::categorical("c", {"p"}, std::vector<std::int32_t>(60, 0))});
    for (const OptionValues& options : {quick(), plain()}) {
      const Model model = fit_neural(rows, options).model;
      EXPECT_TRUE(model.features.empty());
      for (const double score : predict_scores(model, rows.table)) EXPECT_TRUE(std::isfinite(score));
      if (classes != 2) continue;
      const double share = static_cast<double>(std::ranges::count(rows.target.classes, 1)) / 60;
      EXPECT_NEAR(predict_probabilities(model, rows.table)[1], share, 1e-3);
    }
  }
}

TEST(Neural, AColumnWithoutValuesIsLeftOut) {
  LabelledRows rows = test::annealed_sample(150, 2, 1);
  std::ranges::fill(rows.table.columns[1].values, test::kNaN);
  const Model model = fit_neural(rows, quick()).model;
  EXPECT_GT(size_of(model).rules, 0U);
  for (const Feature& feature : model.features) EXPECT_NE(feature.name, "b");
}

TEST(Neural, OneRowOfEachClassIsEnough) {
  for (const int count : {2, 3, 5}) {
    LabelledRows rows;
    std::vector<float> values;
    std::vector<std::int32_t> codes;
    for (int k = 0; k < count; ++k) values.push_back(static_cast<float>(k)), codes.push_back(k);
    rows.table = test::table_of({test::numeric("a", values)});
    rows.target = test::classes(codes, count);
    for (const OptionValues& options : {quick(), plain(), OptionValues{{"epochs", "3"}}})
      for (const double score : predict_scores(fit_neural(rows, options).model, rows.table))
        EXPECT_TRUE(std::isfinite(score));
  }
}

TEST(Neural, PredictsFiniteNumbersFarFromAllRows) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const Table far = test::table_of(
      {test::numeric("a", {3e38F, -3e38F, test::kNaN}), test::numeric("b", {-3e38F, 3e38F, test::kNaN}),
       test::numeric("c", {3e38F, 3e38F, test::kNaN}), test::categorical("d", {"p", "new"}, {1, 0, kMissingCode})});
  for (const char* transform : {"standard", "rank", "mixed"})
    for (const double score : predict_scores(fit_neural(rows, with(plain(), {{"transform", transform}})).model, far))
      EXPECT_TRUE(std::isfinite(score));
}

TEST(Neural, SaysWhatItChose) {
  const LabelledRows rows = test::annealed_sample(150, 2, 1);
  EXPECT_EQ(fit_neural(rows, plain()).chosen, "transform standard, inputs all, depth 5, epochs 6, ensemble 1");
  const std::string chosen =
      fit_neural(rows, with(quick(), {{"transform", "rank"}, {"inputs", "tree"}, {"depth", "2"}})).chosen;
  EXPECT_TRUE(chosen.starts_with("transform rank, inputs tree, depth 2, epochs ")) << chosen;
  EXPECT_TRUE(chosen.ends_with(", ensemble 2")) << chosen;
}

TEST(Neural, ThePaperPresetTrainsToTheEndOfItsSchedule) {
  const OptionValues paper = preset_options(find_method("neural"), "paper");
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::string chosen = fit_neural(test::annealed_sample(200, 2, seed), paper).chosen;
    EXPECT_TRUE(chosen.starts_with("transform standard, inputs tree, depth ")) << chosen;
    EXPECT_TRUE(chosen.ends_with(", epochs 30, ensemble 1")) << chosen;
  }
}

TEST(Neural, AnEnsembleHasThatManyNetsAndASmallBudgetFewer) {
  const LabelledRows rows = test::annealed_sample(200, 2, 1);
  const auto nets = [&](const OptionValues& options, std::optional<Budget> budget) {
    return rules_of(fit_neural(rows, options, budget).model).nets.size();
  };
  OptionValues open = plain();
  open.erase("ensemble");
  EXPECT_EQ(nets(open, {}), 5U);
  EXPECT_EQ(nets(with(open, {{"ensemble", "3"}}), {}), 3U);
  EXPECT_EQ(nets(open, Budget{10, Unit::rules}), 1U);
  EXPECT_EQ(nets(open, Budget{60, Unit::rules}), 2U);
  EXPECT_EQ(nets(with(open, {{"ensemble", "3"}}), Budget{2, Unit::rules}), 2U);
}

TEST(Neural, RulesOverTheColumnsOfTheTreeHaveNoOthers) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  const Model model = fit_neural(rows, with(plain(), {{"inputs", "tree"}, {"depth", "1"}})).model;
  EXPECT_EQ(model.features.size(), 1U);
  EXPECT_EQ(rules_of(model).inputs.size(), 1U);
}

TEST(Neural, OtherOptionsGiveOtherModelsThatAllLearn) {
  const LabelledRows rows = test::annealed_sample(400, 2, 1), others = test::annealed_sample(1000, 2, 2);
  std::vector<Model> models;
  for (const OptionValues& change : std::vector<OptionValues>{{},
                                                              {{"form", "deep"}},
                                                              {{"transform", "rank"}},
                                                              {{"transform", "mixed"}},
                                                              {{"inputs", "tree"}, {"depth", "2"}},
                                                              {{"decay", "none"}},
                                                              {{"weight-decay", "0.5"}},
                                                              {{"rate", "0.03"}},
                                                              {{"batch", "16"}}}) {
    models.push_back(fit_neural(rows, with(with(plain(), {{"epochs", "15"}, {"depth", "3"}}), change)).model);
    for (std::size_t i = 0; i + 1 < models.size(); ++i) EXPECT_NE(models[i].body, models.back().body);
    EXPECT_LT(error_of(evaluate(models.back(), others.table, others.target)), 0.3);
  }
}

TEST(Neural, ARateThatIsTooHighIsRefusedOrGivesFiniteNumbers) {
  const LabelledRows rows = test::annealed_sample(150, 0, 1);
  for (const char* form : {"plain", "deep"}) {
    try {
      const Model model =
          fit_neural(rows, with(plain(), {{"rate", "10"}, {"decay", "none"}, {"epochs", "40"}, {"form", form}})).model;
      for (const double score : predict_scores(model, rows.table)) EXPECT_TRUE(std::isfinite(score));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(std::string(error.what()).find("rate must be lower"), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace espalier
