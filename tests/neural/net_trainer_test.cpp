#include "neural/net_trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "espalier/error.h"
#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "neural/random_net.h"
#include "neural/start_rules.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

constexpr NetLoss kLosses[] = {NetLoss::squared, NetLoss::logistic, NetLoss::softmax};

NeuralNet start_net(const NetRows& rows, int depth, bool deep) {
  Tree tree = test::random_tree(rows.width, depth, rows.outputs, 5);
  for (double& weight : tree.weights) weight = weight / 50 - 0.5;
  return start_rules(tree, test::first_numbers(rows.width), rows.outputs, deep);
}

TrainedNet train(const NeuralNet& start, bool deep, const NetRows& rows, const TrainOptions& options, int count = 1) {
  Threads threads(count);
  NetTrainer trainer(start, deep, rows, options);
  for (std::size_t epoch = 1; epoch <= options.epochs; ++epoch) trainer.epoch(Random(1, "epoch", epoch), threads);
  return trainer.result(threads);
}

TrainOptions quick() {
  TrainOptions options;
  options.epochs = 8;
  options.batch = 32;
  return options;
}

double mean_loss(const TrainedNet& trained, const NetRows& rows) {
  const test::Numbers numbers(trained.net, trained.intercept);
  return test::naive_mean_loss(trained.net, numbers, rows, test::first_numbers(rows.rows()));
}

std::size_t count_rules(const TrainedNet& trained, std::size_t outputs) {
  std::size_t count = 0;
  for (std::size_t r = 0; r < trained.net.planes.size(); ++r) {
    bool any = false;
    for (std::size_t k = 0; k < outputs; ++k) any = any || trained.net.values[r * outputs + k] != 0;
    count += any;
  }
  return count;
}

TEST(NetTrainer, GivesTheSameBitsOnAnyNumberOfThreadsAndOnEveryInstructionSet) {
  for (const NetLoss loss : kLosses) {
    for (const bool deep : {false, true}) {
      const NetRows rows = test::random_rows(200, 5, loss, true, 2);
      const NeuralNet start = start_net(rows, 9, deep);
      ASSERT_GT(start.planes.size(), 64U);  // more than two groups
      TrainOptions options = quick();
      options.epochs = 3;
      options.prune.keep = 20;
      const TrainedNet one = train(start, deep, rows, options);
      const auto expect_same = [&](const TrainedNet& other) {
        EXPECT_EQ(other.net, one.net);
        EXPECT_EQ(other.intercept, one.intercept);
        EXPECT_EQ(other.statistics, one.statistics);
      };
      expect_same(train(start, deep, rows, options, 2));
      expect_same(train(start, deep, rows, options, 7));
      test::on_every_instruction_set([&] { expect_same(train(start, deep, rows, options)); });
    }
  }
}

TEST(NetTrainer, TrainingLowersTheLoss) {
  for (const NetLoss loss : kLosses) {
    for (const bool deep : {false, true}) {
      for (const bool weighted : {false, true}) {
        const NetRows rows = test::random_rows(300, 4, loss, weighted, 3);
        const NeuralNet start = start_net(rows, 4, deep);
        TrainOptions options = quick();
        options.epochs = 0;
        const double before = mean_loss(train(start, deep, rows, options), rows);
        options.epochs = 25;
        options.rate = 0.02;
        EXPECT_LT(mean_loss(train(start, deep, rows, options), rows), 0.6 * before);
      }
    }
  }
}

TEST(NetTrainer, WithoutEpochsTheNetIsAsItBegan) {
  const NetRows rows = test::random_rows(200, 4, NetLoss::squared, false, 4);
  NeuralNet start = start_net(rows, 3, false);
  TrainOptions options = quick();
  options.epochs = 0;
  const TrainedNet trained = train(start, false, rows, options);
  EXPECT_EQ(trained.intercept, std::vector<double>{0});
  EXPECT_EQ(trained.statistics.rows, trained.statistics.leaf);
  EXPECT_EQ(trained.statistics.rows, trained.statistics.both);
  for (std::size_t r = 0; r < start.planes.size(); ++r)
    if (trained.statistics.rows[r] == 0) start.values[r] = 0;
  EXPECT_EQ(trained.net, start);
}

TEST(NetTrainer, ScoresAreThoseOfTheTrainedNet) {
  for (const NetLoss loss : kLosses) {
    for (const bool deep : {false, true}) {
      const NetRows rows = test::random_rows(300, 4, loss, false, 5);
      Threads threads(2);
      NetTrainer trainer(start_net(rows, 6, deep), deep, rows, quick());
      for (std::uint64_t epoch = 1; epoch <= 2; ++epoch) trainer.epoch(Random(1, "epoch", epoch), threads);
      const TrainedNet trained = trainer.result(threads);
      std::vector<float> scores(rows.rows() * rows.outputs, 1.0F);  // which they are added to
      trainer.add_scores_of(rows, scores, threads);
      const test::Numbers numbers(trained.net, trained.intercept);
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        const std::vector<double> rules =
            test::naive_rules(trained.net, numbers, rows.inputs.data() + row * rows.width);
        for (std::size_t k = 0; k < rows.outputs; ++k) {
          double expected = 1 + trained.intercept[k];
          for (std::size_t r = 0; r < rules.size(); ++r)
            expected += rules[r] * static_cast<double>(trained.net.values[r * rows.outputs + k]);
          EXPECT_NEAR(scores[row * rows.outputs + k], expected, 1e-4);
        }
      }
    }
  }
}

TEST(NetTrainer, NoMoreRulesAreLeftThanAreToBeKept) {
  for (const bool deep : {false, true}) {
    const NetRows rows = test::random_rows(300, 5, NetLoss::softmax, false, 6);
    const NeuralNet start = start_net(rows, 9, deep);
    for (const std::size_t keep : {1U, 7U, 40U}) {
      TrainOptions options = quick();
      options.prune.keep = keep;
      const std::size_t left = count_rules(train(start, deep, rows, options), rows.outputs);
      EXPECT_LE(left, keep);
      EXPECT_GE(left, 1U);
    }
  }
}

TEST(NetTrainer, RowsOfWeightZeroHaveNoPart) {
  NetRows rows = test::random_rows(100, 4, NetLoss::logistic, true, 7);
  for (std::size_t row = 0; row < 100; row += 3) rows.weights[row] = 0;
  const NeuralNet start = start_net(rows, 4, false);
  const TrainedNet one = train(start, false, rows, quick());
  for (std::size_t row = 0; row < 100; row += 3) rows.values[row] = 1 - rows.values[row];
  EXPECT_EQ(train(start, false, rows, quick()).net, one.net);
}

TEST(NetTrainer, AHugeRateIsRefusedOrStaysFinite) {
  const NetRows rows = test::random_rows(200, 4, NetLoss::squared, false, 8);
  for (const bool deep : {false, true}) {
    for (const double rate : {10.0, 1e4, 1e12}) {
      TrainOptions options = quick();
      options.rate = rate;
      options.cosine = false;
      try {
        const TrainedNet trained = train(start_net(rows, 4, deep), deep, rows, options);
        for (const std::vector<float>* numbers : {&trained.net.weights, &trained.net.mixing, &trained.net.values})
          for (const float number : *numbers) EXPECT_LE(std::fabs(number), kMostWeight);
        EXPECT_LT(rate, 1e12);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_EQ(std::string(error.what()), "rate must be lower: the weights of the network have diverged");
      }
    }
  }
}

TEST(NetTrainer, AlongACosineTheFirstStepHasAllOfTheRate) {
  const NetRows rows = test::random_rows(64, 3, NetLoss::squared, false, 9);
  TrainOptions options = quick();
  options.batch = 64;  // one step per epoch
  options.epochs = 1;
  const NeuralNet start = start_net(rows, 2, false);
  const std::vector<float> with_cosine = train(start, false, rows, options).net.weights;
  options.cosine = false;
  EXPECT_EQ(with_cosine, train(start, false, rows, options).net.weights);
  EXPECT_NE(with_cosine, start.weights);
  options.epochs = 2;
  const std::vector<float> without = train(start, false, rows, options).net.weights;
  options.cosine = true;  // the second step has half of it
  EXPECT_NE(train(start, false, rows, options).net.weights, without);
}

TEST(NetTrainer, DecayShrinksWeightsAndValuesButNoOffsets) {
  // No row is in the support of the rule, so there is no gradient.
  NetRows rows;
  rows.inputs = {-1, -2};
  rows.width = 1;
  rows.values = {0, 0};
  NeuralNet start;
  start.inputs = {0};
  start.planes = {1};
  start.weights = {4, -1};
  start.mixing = {2, -0.5F};
  start.values = {8};
  TrainOptions options;
  options.epochs = 1;
  options.cosine = false;
  options.rate = 0.5;
  options.weight_decay = 0.5;
  const TrainedNet trained = train(start, true, rows, options);
  EXPECT_EQ(trained.net.weights, (std::vector<float>{3, -1}));
  EXPECT_EQ(trained.net.mixing, (std::vector<float>{1.5F, -0.5F}));
}

// Proposition 1: a plain rule is the least of affine functions, so where it is above 0 is convex.
TEST(NetTrainer, SupportsOfPlainRulesAreConvex) {
  const NetRows rows = test::random_rows(400, 3, NetLoss::logistic, false, 10);
  TrainOptions options = quick();
  options.epochs = 30;
  options.rate = 0.05;
  const NeuralNet net = train(start_net(rows, 8, false), false, rows, options).net;
  const auto groups = to_groups(net, 1, false);
  Random random(11, "points");
  constexpr std::size_t kPoints = 600;
  std::vector<float> points = test::random_numbers(kPoints * 3, random);
  std::size_t checked = 0;
  for (const RuleGroup& group : groups) {
    RuleActivity activity, between;
    activate(group, points.data(), kPoints, activity);
    for (std::size_t rule = 0; rule < group.shape().rules; ++rule) {
      std::vector<std::size_t> inside;  // by more than rounding
      for (std::size_t p = 0; p < kPoints; ++p)
        if (activity.values_of(p)[rule] > 1e-3F) inside.push_back(p);
      if (inside.size() < 2) continue;
      std::vector<float> middles;
      for (int pair = 0; pair < 50; ++pair) {
        const std::size_t a = inside[random.below(inside.size())], b = inside[random.below(inside.size())];
        const double share = random.uniform();
        for (std::size_t i = 0; i < 3; ++i)
          middles.push_back(static_cast<float>(share * points[a * 3 + i] + (1 - share) * points[b * 3 + i]));
      }
      activate(group, middles.data(), 50, between);
      for (std::size_t m = 0; m < 50; ++m) EXPECT_TRUE((between.active[m] >> rule) & 1);
      checked += 50;
    }
  }
  EXPECT_GE(checked, 300U);
}

}  // namespace
}  // namespace espalier
