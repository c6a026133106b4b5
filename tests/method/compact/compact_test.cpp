// compact(): any forest within any budget, its weights refitted.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "espalier/budget.h"
#include "espalier/compact.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/samples.h"
#include "support/tables.h"
#include "support/test_size.h"

namespace espalier {
namespace {

Model trained(const std::string& method, const LabelledView& train, OptionValues options,
              std::optional<Budget> budget = {}) {
  return fit(find_method(method), {&train, nullptr, budget, std::move(options), false}, {1, 2, {}}).model;
}

FitResult compacted(const Model& model, const LabelledView& train, const std::string& budget, int threads = 2) {
  return compact(model, {&train, nullptr, parse_budget(budget)}, {1, threads, {}});
}

double log_loss(const Model& model, const LabelledView& rows) {
  return std::get<ClassificationMetrics>(evaluate(model, rows.table, rows.target)).log_loss;
}

TEST(CompactModel, IsWithinAnyBudgetWhateverGrewTheModel) {
  struct Case {
    const char *data, *method;
    OptionValues options;
  };
  const std::vector<Case> cases = {{"friedman1", "boost", {{"trees", "10"}}},
                                   {"friedman1", "forest", {{"trees", "5"}}},
                                   {"friedman1", "tree", {}},
                                   {"friedman1", "gif", {{"trees", "20"}, {"window", "1"}, {"rate", "0.1"}}},
                                   {"ringnorm", "extra", {{"trees", "5"}}},
                                   {"waveform", "boost", {{"trees", "5"}}},
                                   {"waveform", "forest", {{"trees", "5"}}},
                                   {"waveform", "rules", {{"trees", "20"}, {"depths", "3"}}}};
  for (const Case& of : cases) {
    const Table table = generate(of.data, test::rows_of(300, 120), 1);
    const LabelledView train = {table, make_target(table)};
    const Model model = trained(of.method, train, of.options);
    for (const char* text : {"40leaves", "30nodes", "3trees", "20rules", "900bytes", "2leaves", "100000leaves"}) {
      const Budget budget = parse_budget(text);
      const FitResult result = compacted(model, train, text);
      EXPECT_TRUE(fits(size_of(result.model), budget)) << of.data << ", " << of.method << ", " << text;
      EXPECT_EQ(result.model.classes, model.classes);
      EXPECT_EQ(result.model.provenance.has_value(), budget.unit != Unit::bytes);
      for (const double score : predict_scores(result.model, table)) ASSERT_TRUE(std::isfinite(score));
      EXPECT_EQ(decode(encode(result.model), "it"), result.model);
    }
    EXPECT_EQ(compacted(model, train, "20leaves", 1).model, compacted(model, train, "20leaves", 7).model)
        << of.data << ", " << of.method;
  }
}

TEST(CompactModel, OfHalfTheTreesPredictsNearlyAsWell) {
  const Table table = generate("friedman1", 1000, 1), other = generate("friedman1", 1000, 2);
  const LabelledView train = {table, make_target(table)};
  const Target target = make_target(other);
  const Model model = trained("boost", train, {{"trees", "60"}, {"leaves", "8"}});
  const double before = error_of(evaluate(model, other, target));
  for (const char* budget : {"30trees", "240leaves"})
    EXPECT_LT(error_of(evaluate(compacted(model, train, budget).model, other, target)), 1.15 * before) << budget;
  // The first of the trees alone do much worse.
  const Model first = trained("boost", train, {{"trees", "30"}, {"leaves", "8"}});
  EXPECT_LT(error_of(evaluate(compacted(model, train, "30trees").model, other, target)),
            error_of(evaluate(first, other, target)));
}

TEST(CompactModel, WithinItsBudgetIsRefittedWhereThatHelpsOnOtherRows) {
  const Table table = generate("ringnorm", 500, 1), other = generate("ringnorm", 500, 2);
  const LabelledView train = {table, make_target(table)}, valid = {other, make_target(other)};
  const Model model = trained("forest", train, {{"trees", "5"}, {"min-rows", "10"}});
  const FitResult result = compact(model, {&train, &valid, parse_budget("1MB")});
  EXPECT_EQ(std::get<Forest>(result.model.body).splits, std::get<Forest>(model.body).splits);
  EXPECT_EQ(result.model.link, Link::logistic);
  EXPECT_LT(log_loss(result.model, valid), log_loss(model, valid));
  const FitResult without = compact(model, {&train, nullptr, {}});
  EXPECT_EQ(std::get<Forest>(without.model.body).splits, std::get<Forest>(model.body).splits);
  EXPECT_EQ(without.model.link, Link::logistic);
}

// Trees that have every row in a leaf of its own cannot be judged by some of these rows.
TEST(CompactModel, WithinItsBudgetStaysAsItIsWithoutOtherRows) {
  const Table table = generate("friedman1", 300, 1);
  const LabelledView train = {table, make_target(table)};
  const Model model = trained("extra", train, {{"trees", "10"}});
  const FitResult result = compacted(model, train, "100MB");
  EXPECT_EQ(predict_scores(result.model, table), predict_scores(model, table));
  EXPECT_EQ(result.chosen, "no refit");
}

TEST(CompactModel, WarnsThatScoresMayNoLongerRiseWithAColumn) {
  const Table table = generate("friedman1", 300, 1);
  const LabelledView train = {table, make_target(table)};
  const Model model = trained("boost", train, {{"trees", "10"}, {"increasing", "x4"}});
  const FitResult result = compacted(model, train, "30leaves");
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "the model's scores were increasing in x4; those of the smaller model need not be");
  EXPECT_TRUE(compacted(model, train, "100MB").warnings.empty());
}

TEST(CompactModel, SaysHowItWasMade) {
  const Table table = generate("friedman1", 200, 1);
  const LabelledView train = {table, make_target(table)};
  const Model model = trained("boost", train, {{"trees", "7"}});
  const Model result = compacted(model, train, "20leaves").model;
  ASSERT_TRUE(result.provenance);
  EXPECT_EQ(result.provenance->method, "compact");
  const auto& settings = result.provenance->settings;
  ASSERT_EQ(settings.size(), 5U);
  EXPECT_EQ(settings[0].first, "of");
  EXPECT_EQ(settings[0].second, "boost, trees 7, seed 1");
  EXPECT_EQ(settings[1], std::make_pair(std::string("budget"), std::string("20leaves")));
  EXPECT_EQ(settings[2].first, "rows");
  EXPECT_EQ(settings[3].first, "seed");
  EXPECT_EQ(settings[4].first, "chosen");
  EXPECT_EQ(compacted(stripped(model), train, "20leaves").model.provenance->settings.size(), 4U);
}

TEST(CompactModel, OfAStumpOrAConstantDoesNotFail) {
  const Table table = generate("friedman1", 200, 1);
  const LabelledView train = {table, make_target(table)};
  const Model stump = trained("tree", train, {{"depth", "1"}});
  ASSERT_EQ(size_of(stump).leaves, 2U);
  EXPECT_EQ(size_of(compacted(stump, train, "2leaves").model).leaves, 2U);
  for (const char* budget : {"1leaf", "1node", "2nodes"}) {
    const FitResult result = compacted(stump, train, budget);
    EXPECT_EQ(size_of(result.model).leaves, 0U) << budget;
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_NE(result.warnings[0].find("too small for a split"), std::string::npos);
    const FitResult again = compacted(result.model, train, budget);
    EXPECT_EQ(size_of(again.model).leaves, 0U);
    EXPECT_TRUE(again.warnings.empty());
  }
  try {
    compacted(stump, train, "10bytes");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("the size of a constant model"), std::string::npos);
  }
}

TEST(CompactModel, TakesAFewRowsAndRowsOfNoWeight) {
  Table table = generate("ringnorm", 300, 1);
  LabelledView train = {table, make_target(table)};
  const Model model = trained("boost", train, {{"trees", "10"}});
  train.target.weights.assign(300, 1);
  for (std::size_t row = 0; row < 280; ++row) train.target.weights[row] = 0;
  EXPECT_LE(size_of(compacted(model, train, "10leaves").model).leaves, 10U);
  train.target.weights.assign(300, 0);
  train.target.weights[7] = 1e-20;
  EXPECT_LE(size_of(compacted(model, train, "10leaves").model).leaves, 10U);
  for (double& weight : train.target.weights) weight = 1e20;
  EXPECT_LE(size_of(compacted(model, train, "10leaves").model).leaves, 10U);
  train.target.weights.assign(300, 0);
  EXPECT_THROW(compacted(model, train, "10leaves"), Error);
}

TEST(CompactModel, PrunesOnAsManyRowsAsItIsTold) {
  const Table table = generate("friedman1", 2000, 1);
  const LabelledView train = {table, make_target(table)};
  const Model model = trained("boost", train, {{"trees", "20"}});
  const FitResult few = compact(model, {&train, nullptr, Budget{50, Unit::leaves}, 200});
  EXPECT_LE(size_of(few.model).leaves, 50U);
  double mean = 0, lack = 0;  // the last refit is to all rows: the mean of what is left is 0
  const std::vector<double> scores = predict_scores(few.model, table);
  for (std::size_t row = 0; row < 2000; ++row) {
    mean += train.target.values[row] / 2000;
    lack += (train.target.values[row] - scores[row]) / 2000;
  }
  EXPECT_NEAR(lack, 0, 1e-3 * mean);
}

// Random models, with categories, absent children and trees of one output, on rows with missing values, infinities and
// labels that they do not know.
TEST(CompactModel, TakesAnyForestOfOneTarget) {
  int tried = 0;
  for (std::uint64_t seed = 1; seed <= test::sized(60U, 20U); ++seed) {
    const Model model = samples::random_model(seed);
    if (model.targets.size() > 1) continue;
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 5 + 3 * seed, random);
    LabelledView train = {samples::view_of(table), {}};
    train.target.task = model.task;
    train.target.names = model.targets;
    train.target.labels = model.classes;
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (model.task == Task::regression)
        train.target.values.push_back(random.normal());
      else
        train.target.classes.push_back(static_cast<std::int32_t>(random.below(model.classes.size())));
    }
    ++tried;
    for (const char* budget : {"5leaves", "7nodes", "2trees", "1MB", "400bytes"}) {
      const Budget limit = parse_budget(budget);
      try {
        const Model result = compacted(model, train, budget, 1).model;
        EXPECT_TRUE(fits(size_of(result), limit)) << seed << ", " << budget;
        EXPECT_EQ(decode(encode(result), "it"), result);
      } catch (const Error& error) {  // long names alone may be over the bytes
        EXPECT_EQ(limit.unit, Unit::bytes) << error.what();
      }
    }
  }
  EXPECT_GT(tried, test::sized(20, 6));
}

TEST(CompactModel, RefusesWhatItCannotDo) {
  const Table table = generate("friedman1", 100, 1);
  const LabelledView train = {table, make_target(table)};
  const auto refuses = [&](const Model& model, const LabelledView& set, const std::string& budget,
                           const std::string& part) {
    try {
      compacted(model, set, budget);
      ADD_FAILURE() << part;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const Model tree = trained("tree", train, {});
  refuses(samples::line(), train, "10leaves", "a linear model");
  refuses(samples::plane(), train, "10leaves", "trees");
  refuses(samples::several(), train, "10leaves", "one target, got 2");
  refuses(tree, train, "3features", "does not support a budget in features");
  LabelledView classes = train;
  classes.target = test::classes(std::vector<std::int32_t>(100, 0));
  refuses(tree, classes, "10leaves", "of the same kind as the model's");
  const Table none = test::table_of({test::numeric("z", std::vector<float>(100))});
  refuses(tree, {none, train.target}, "10leaves", "x");
}

}  // namespace
}  // namespace espalier
