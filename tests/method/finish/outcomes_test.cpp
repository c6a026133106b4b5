#include "method/finish/outcomes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/errors.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::view_of;

Target random_target(const Model& model, std::size_t rows, Random& random) {
  Target target;
  target.task = model.task;
  target.names = model.targets;
  target.labels = model.classes;
  for (std::size_t row = 0; row < rows; ++row) {
    if (model.task == Task::regression)
      for (std::size_t k = 0; k < target.width(); ++k) target.values.push_back(random.normal());
    else
      target.classes.push_back(static_cast<std::int32_t>(random.below(model.classes.size())));
  }
  return target;
}

const NodeStatistics& statistics_of(const Model& model) { return *std::get<Forest>(model.body).statistics; }

Table ages(std::vector<float> values) {
  Table table;
  table.rows = values.size();
  table.columns = {{samples::numeric("age"), std::move(values), {}}};
  return table;
}

TEST(Outcomes, AreWeightedMeansOfTheTarget) {
  Model model = samples::tiny();  // age <= 30.5 or missing left
  Target target = samples::regression_target("y");
  target.values = {1, 4, 10, -3};
  target.weights = {1, 2, 0.5, 0};
  add_outcomes(model, view_of(ages({30, std::nanf(""), 31, 99})), target);
  EXPECT_EQ(statistics_of(model).terminal_rows, (std::vector<float>{3, 0.5}));
  EXPECT_EQ(statistics_of(model).outcomes, (std::vector<float>{3, 10}));  // (1·1 + 2·4) / 3, and 10
  EXPECT_EQ(statistics_of(model).split_rows, (std::vector<float>{3.5}));
  EXPECT_EQ(statistics_of(model).split_gain, (std::vector<float>{0}));
}

TEST(Outcomes, OfTwoClassesAreSharesOfTheSecond) {
  Model model = samples::tiny();
  model.task = Task::classification;
  model.link = Link::logistic;
  model.classes = {"no", "yes"};
  Target target = samples::class_target("y", {"no", "yes"});
  target.classes = {1, 0, 0, 1, 1};
  add_outcomes(model, view_of(ages({1, 2, 3, 4, 50})), target);
  EXPECT_EQ(statistics_of(model).outcomes, (std::vector<float>{0.5, 1}));
}

TEST(Outcomes, OfSeveralTargetsAreTheMeanOfEach) {
  Model model = samples::several();  // a tree that parts ages at 30.5, and one at 40
  Target target = samples::regression_target("");
  target.names = model.targets;
  target.values = {1, 10, 4, 40, 7, 100};
  target.weights = {1, 2, 1};
  add_outcomes(model, view_of(ages({20, 30, 35})), target);
  EXPECT_EQ(statistics_of(model).outcomes, (std::vector<float>{3, 30, 7, 100, 4, 47.5, 0, 0}));
}

TEST(Outcomes, OfATerminalWithoutRowsAreNothing) {
  Model model = samples::tiny();
  Target target = samples::regression_target("y");
  target.values = {5};
  add_outcomes(model, view_of(ages({1})), target);
  EXPECT_EQ(statistics_of(model).terminal_rows, (std::vector<float>{1, 0}));
  EXPECT_EQ(statistics_of(model).outcomes, (std::vector<float>{5, 0}));
}

// The twin: the rows of each terminal, picked out by predict_terminals.
TEST(Outcomes, AgreeWithTheRowsOfEachTerminalOnRandomModels) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Model model = samples::random_model(seed);
    Random random(seed, "rows");
    const std::size_t rows = 1 + random.below(50);
    const Table table = samples::random_rows(model, rows, random);
    const Target target = random_target(model, rows, random);
    const auto terminals = predict_terminals(model, view_of(table));
    add_outcomes(model, view_of(table), target);
    ASSERT_EQ(samples::problem_of(model), "") << seed;
    const auto& forest = std::get<Forest>(model.body);
    const std::size_t classes = model.classes.size();
    const std::size_t width = classes > 2 ? classes : model.targets.size();
    for (std::size_t t = 0; t < forest.trees.size(); ++t) {
      for (std::size_t i = 0; i <= forest.trees[t].splits; ++i) {
        std::vector<double> sums(width);
        double count = 0;
        for (std::size_t row = 0; row < rows; ++row) {
          if (terminals[row * forest.trees.size() + t] != i) continue;
          ++count;
          for (std::size_t k = 0; k < width; ++k) {
            const std::int32_t wanted = width == 1 ? 1 : static_cast<std::int32_t>(k);
            sums[k] += classes == 0 ? target.values[row * width + k] : target.classes[row] == wanted ? 1 : 0;
          }
        }
        const std::size_t at = forest.trees[t].first_terminal + i;
        ASSERT_EQ(statistics_of(model).terminal_rows[at], count);
        for (std::size_t k = 0; k < width; ++k)
          ASSERT_EQ(statistics_of(model).outcomes[at * width + k],
                    count == 0 ? 0 : static_cast<float>(sums[k] / count));
      }
      ASSERT_EQ(statistics_of(model).split_rows[forest.trees[t].first_split], rows);
    }
  }
}

TEST(Outcomes, AreTheSameOnAnyNumberOfThreads) {
  const Model model = samples::random_model(4);
  Random random(4, "rows");
  const Table table = samples::random_rows(model, 3000, random);
  Target target = random_target(model, 3000, random);
  for (std::size_t row = 0; row < 3000; ++row) target.weights.push_back(random.uniform());
  std::vector<Model> counted;
  for (const int threads : {1, 2, 7}) {
    espalier::Run run;
    run.threads = threads;
    counted.push_back(model);
    add_outcomes(counted.back(), view_of(table), target, run);
  }
  EXPECT_EQ(counted[0], counted[1]);
  EXPECT_EQ(counted[0], counted[2]);
}

TEST(Outcomes, KeepTheGains) {
  Model model = samples::mixed();
  const std::vector<float> gains = statistics_of(model).split_gain;
  Random random(1, "rows");
  const Table table = samples::random_rows(model, 20, random);
  add_outcomes(model, view_of(table), random_target(model, 20, random));
  EXPECT_EQ(statistics_of(model).split_gain, gains);
}

TEST(Outcomes, OfAConstantModelAreNone) {
  Forest forest;
  forest.intercept = {3};
  Model model = make_model(samples::regression_target("y"), Link::identity, {}, forest);
  const Model before = model;
  Target target = samples::regression_target("y");
  target.values = {5};
  add_outcomes(model, view_of(ages({1})), target);
  EXPECT_EQ(model, before);
}

TEST(Outcomes, StopWhenTheyAreToldTo) {
  Model model = samples::tiny();
  Target target = samples::regression_target("y");
  target.values.assign(5000, 1);
  espalier::Run run;
  run.progress = [](const Progress&) { return false; };
  samples::expect_error(ErrorCode::interrupted, "interrupted",
                        [&] { add_outcomes(model, view_of(ages(std::vector<float>(5000, 1))), target, run); });
}

}  // namespace
}  // namespace espalier
