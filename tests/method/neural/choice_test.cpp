#include "method/neural/choice.h"

#include <gtest/gtest.h>

#include <atomic>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "method/annealed/annealed_sample.h"
#include "neural/random_net.h"

namespace espalier {
namespace {

std::size_t keep_all(const NeuralData&, const NeuralNet& net, std::size_t) { return net.planes.size(); }

NeuralOptions quick() {
  NeuralOptions options;
  options.depth = {2, 3, 4};
  options.epochs = 6;
  options.batch = 32;
  options.patience = 3;
  return options;
}

// Two columns decide, and twenty more are noise.
LabelledRows noisy(std::size_t rows) {
  Random random(1, "noisy");
  std::vector<Column> columns;
  for (int c = 0; c < 22; ++c) {
    std::vector<float> values = test::random_numbers(rows, random);
    columns.push_back(test::numeric("x" + std::to_string(c), values));
  }
  std::vector<std::int32_t> y(rows);
  for (std::size_t i = 0; i < rows; ++i) y[i] = columns[0].values[i] > 0 && columns[1].values[i] > -0.5F;
  LabelledRows result;
  result.table = test::table_of(std::move(columns));
  result.target = test::classes(y);
  return result;
}

class NeuralChoices : public testing::Test {
 protected:
  NeuralChoice choose(const LabelledRows& rows, const NeuralOptions& options, int count = 1,
                      const std::vector<InputTransform>& transforms = {InputTransform::standard}) {
    train = {rows.table, rows.target};
    data.clear();
    for (const InputTransform transform : transforms) data.emplace_back(train, nullptr, transform);
    epochs = 0;
    const NeuralChoiceInput search{options, data, 2, keep_all, 1, [this] { ++epochs; }};
    most = epochs_to_try(search);
    Threads threads(count);
    return choose_neural(search, threads);
  }

  LabelledView train;
  std::vector<NeuralData> data;
  std::atomic<std::size_t> epochs = 0;
  std::size_t most = 0;
};

TEST_F(NeuralChoices, AreAmongThoseGiven) {
  const LabelledRows rows = test::annealed_sample(200, 2, 1);
  const NeuralChoice choice = choose(rows, quick(), 1, {InputTransform::standard, InputTransform::mixed});
  EXPECT_LT(choice.candidate.data, 2U);
  EXPECT_GE(choice.candidate.depth, 2);
  EXPECT_LE(choice.candidate.depth, 4);
  EXPECT_LE(choice.epochs, 6U);
}

TEST_F(NeuralChoices, TakeNoMoreEpochsThanWasSaid) {
  const LabelledRows rows = test::annealed_sample(150, 2, 1);
  NeuralOptions options = quick();
  choose(rows, options);
  EXPECT_LE(epochs, most);
  options.patience = 0;  // all are gone through
  const NeuralChoice choice = choose(rows, options);
  EXPECT_EQ(epochs, most);
  EXPECT_EQ(choice.epochs, 6U);
}

TEST_F(NeuralChoices, AreTheSameOnAnyNumberOfThreads) {
  const LabelledRows rows = test::annealed_sample(250, 3, 1);
  const NeuralChoice one = choose(rows, quick());
  for (const int count : {2, 7}) {
    const NeuralChoice other = choose(rows, quick(), count);
    EXPECT_EQ(other.candidate.depth, one.candidate.depth);
    EXPECT_EQ(other.candidate.all_inputs, one.candidate.all_inputs);
    EXPECT_EQ(other.epochs, one.epochs);
  }
}

TEST_F(NeuralChoices, OfManyRowsTakeFewerEpochsUnlessMoreEffortIsAskedFor) {
  const LabelledRows rows = test::annealed_sample(kFewNeuralRows + 100, 2, 1);
  NeuralOptions options = quick();
  options.epochs = 9;
  options.patience = 9;
  options.batch = 512;
  const NeuralChoice choice = choose(rows, options);
  EXPECT_LE(epochs, most);
  EXPECT_EQ(choice.epochs, choice.candidate.epochs);  // a whole training, short or long
  EXPECT_TRUE(choice.epochs == 3 || choice.epochs == 9) << choice.epochs;
  const std::size_t with_normal_effort = epochs;
  options.effort = Effort::high;
  choose(rows, options);
  EXPECT_LE(epochs, most);
  EXPECT_GT(epochs, 2 * with_normal_effort);
}

TEST_F(NeuralChoices, OfManyRowsAreTheSameOnAnyNumberOfThreads) {
  const LabelledRows rows = test::annealed_sample(kFewNeuralRows + 100, 3, 1);
  NeuralOptions options = quick();
  options.batch = 512;
  const NeuralChoice one = choose(rows, options), other = choose(rows, options, 7);
  EXPECT_EQ(other.candidate, one.candidate);
  EXPECT_EQ(other.epochs, one.epochs);
}

TEST_F(NeuralChoices, WhereMostColumnsAreNoisePlanesAreOverThoseOfTheTree) {
  NeuralOptions options = quick();
  options.depth = {2};
  options.epochs = 30;
  options.patience = 0;
  EXPECT_FALSE(choose(noisy(200), options).candidate.all_inputs);
}

TEST_F(NeuralChoices, WhatIsGivenIsNotChosen) {
  const LabelledRows rows = test::annealed_sample(150, 0, 1);
  NeuralOptions options = quick();
  options.depth = {3};
  for (const RuleInputs inputs : {RuleInputs::tree, RuleInputs::all}) {
    options.inputs = inputs;
    const NeuralChoice choice = choose(rows, options);
    EXPECT_EQ(choice.candidate.all_inputs, inputs == RuleInputs::all);
    EXPECT_EQ(choice.candidate.depth, 3);
  }
}

TEST(NeuralEnsemble, ScoresAreTheMeanOfItsNets) {
  const LabelledRows rows = test::annealed_sample(150, 3, 1);
  const LabelledView train = {rows.table, rows.target};
  const std::vector<NeuralData> data = {NeuralData(train, nullptr, InputTransform::standard)};
  const NeuralOptions options = quick();
  const NeuralChoiceInput search{options, data, 3, keep_all, 1, [] {}};
  Threads threads(1);
  const std::vector<std::uint32_t> all = test::first_numbers(150);
  NeuralEnsemble ensemble(search, {0, true, 3, 6}, all, data[0].rows(), threads);
  ensemble.train(1, threads);
  const std::vector<TrainedNet> nets = ensemble.result(threads);
  ASSERT_EQ(nets.size(), 3U);
  EXPECT_NE(nets[0].net, nets[1].net);  // each from its own sample
  const std::vector<float> scores = ensemble.scores(data[0].rows(), threads);
  const Model model = data[0].model(nets, false);
  const std::vector<double> predicted = predict_scores(model, rows.table);
  ASSERT_EQ(predicted.size(), scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(predicted[i], scores[i], 1e-5);
}

}  // namespace
}  // namespace espalier
