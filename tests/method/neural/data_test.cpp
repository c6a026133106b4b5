#include "method/neural/data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/annealed_sample.h"
#include "neural/random_net.h"
#include "neural/start_rules.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {
namespace {

constexpr InputTransform kTransforms[] = {InputTransform::standard, InputTransform::rank, InputTransform::mixed};

TEST(NeuralData, RowsAreThoseOfTheTargetStandardised) {
  const LabelledRows sample = test::annealed_sample(200, 0, 1);
  const LabelledView train = {sample.table, sample.target};
  const NeuralData data(train, nullptr, InputTransform::standard);
  EXPECT_EQ(data.rows().loss, NetLoss::squared);
  EXPECT_EQ(data.outputs(), 1U);
  EXPECT_EQ(data.inputs().size(), 3U + 1 + 4);  // numbers, whether b is missing, labels
  EXPECT_EQ(data.rows().width, data.inputs().size());
  double sum = 0, squares = 0;
  for (const float value : data.rows().values) sum += value, squares += value * static_cast<double>(value);
  EXPECT_NEAR(sum / 200, 0, 1e-5);
  EXPECT_NEAR(squares / 200, 1, 1e-5);
  EXPECT_EQ(NeuralData({sample.table, sample.target}, nullptr, InputTransform::rank).rows().values, data.rows().values);
}

TEST(NeuralData, ClassesGoToTheLossThatSuitsHowManyThereAre) {
  for (const int count : {2, 3}) {
    const LabelledRows sample = test::annealed_sample(100, count, 1);
    const LabelledView train = {sample.table, sample.target};
    const NeuralData data(train, &train, InputTransform::standard);
    EXPECT_EQ(data.rows().loss, count == 2 ? NetLoss::logistic : NetLoss::softmax);
    EXPECT_EQ(data.outputs(), count == 2 ? 1U : 3U);
    ASSERT_TRUE(data.validation());
    EXPECT_EQ(data.validation()->inputs, data.rows().inputs);
    EXPECT_EQ(data.validation()->rows(), 100U);
  }
}

TEST(NeuralData, WeightsHaveMeanOne) {
  LabelledRows sample = test::annealed_sample(60, 2, 1);
  for (std::size_t row = 0; row < 60; ++row) sample.target.weights.push_back(static_cast<double>(3 + 2 * (row % 2)));
  const LabelledView train = {sample.table, sample.target};
  const NeuralData data(train, nullptr, InputTransform::standard);
  EXPECT_FLOAT_EQ(data.rows().weight(0), 0.75F);
  EXPECT_FLOAT_EQ(data.rows().weight(1), 1.25F);
  const std::vector<std::uint32_t> some = {1, 4};
  const NetRows rows = data.rows(some);
  EXPECT_EQ(rows.rows(), 2U);
  EXPECT_EQ(rows.weight(0), data.rows().weight(1));
  EXPECT_EQ(rows.values[1], data.rows().values[4]);
  EXPECT_TRUE(std::equal(rows.inputs.begin() + static_cast<std::ptrdiff_t>(rows.width), rows.inputs.end(),
                         data.rows().inputs.begin() + static_cast<std::ptrdiff_t>(4 * rows.width)));
}

TEST(NeuralData, LeavesHaveTheMeanOfTheirRows) {
  for (const int count : {0, 2, 3}) {
    const LabelledRows sample = test::annealed_sample(300, count, 1);
    const LabelledView train = {sample.table, sample.target};
    const NeuralData data(train, nullptr, InputTransform::standard);
    const NetRows& rows = data.rows();
    const Tree tree = data.tree(test::first_numbers(300), 4, {});
    ASSERT_GT(tree.nodes.size(), 10U);
    std::vector<double> sums(tree.weights.size()), counts(tree.nodes.size());
    for (std::size_t row = 0; row < 300; ++row) {
      const std::size_t leaf = test::leaf_of(tree, rows.inputs.data() + row * rows.width);
      counts[leaf] += 1;
      for (std::size_t k = 0; k < rows.outputs; ++k)
        sums[leaf * rows.outputs + k] += count == 0   ? rows.values[row]
                                         : count == 2 ? 2 * rows.values[row] - 1
                                                      : (rows.classes[row] == static_cast<int>(k)) - 1.0 / 3;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (counts[i / rows.outputs] > 0) {
        EXPECT_NEAR(tree.weights[i], sums[i] / counts[i / rows.outputs], 1e-9);
      }
    }
  }
}

// Before training, on data and trees as fits have them.
TEST(NeuralData, TheSupportsOfTheRulesOfATreeAreItsLeavesAndOrthogonal) {
  for (const int count : {0, 2, 3}) {
    for (const InputTransform transform : kTransforms) {
      const LabelledRows sample = test::annealed_sample(400, count, 2);
      const LabelledView train = {sample.table, sample.target};
      const NeuralData data(train, nullptr, transform);
      const NetRows& rows = data.rows();
      for (const bool drawn : {false, true}) {
        Tree tree = data.tree(test::first_numbers(400), 7, drawn ? std::optional(Random(1, "sample")) : std::nullopt);
        tree.weights.assign(tree.nodes.size(), 0);
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) tree.weights[i] = static_cast<double>(i);
        for (const bool deep : {false, true}) {
          const NeuralNet net = start_rules(tree, test::first_numbers(rows.width), 1, deep);
          std::vector<std::vector<std::size_t>> leaves(400);  // by row, of the rules that are above 0
          std::size_t first = 0;
          for (const RuleGroup& group : to_groups(net, 1, deep)) {
            RuleActivity activity;
            activate(group, rows.inputs.data(), 400, activity);
            for (std::size_t row = 0; row < 400; ++row)
              for (std::size_t r = 0; r < group.shape().rules; ++r)
                if (((activity.active[row] >> r) & 1) != 0)
                  leaves[row].push_back(static_cast<std::size_t>(net.values[first + r]));
            first += kGroupRules;
          }
          for (std::size_t row = 0; row < 400; ++row)
            EXPECT_EQ(leaves[row],
                      std::vector<std::size_t>{test::leaf_of(tree, rows.inputs.data() + row * rows.width)});
        }
      }
    }
  }
}

TEST(NeuralData, AModelOfNumbersIsInTheUnitsOfTheTarget) {
  LabelledRows sample = test::annealed_sample(400, 0, 1);
  for (double& value : sample.target.values) value = 5000 + 100 * value;
  const LabelledView train = {sample.table, sample.target};
  const NeuralData data(train, nullptr, InputTransform::standard);
  const Tree tree = data.tree(test::first_numbers(400), 4, {});
  Threads threads(1);
  TrainOptions options;
  options.epochs = 30;
  options.batch = 32;
  NetTrainer trainer(start_rules(tree, test::first_numbers(data.rows().width), 1, false), false, data.rows(), options);
  for (std::uint64_t epoch = 1; epoch <= options.epochs; ++epoch) trainer.epoch(Random(1, "epoch", epoch), threads);
  const TrainedNet net = trainer.result(threads);
  const std::vector<TrainedNet> nets = {net, net};  // whose mean is the same
  const Model one = data.model({&net, 1}, false), two = data.model(nets, false);
  const std::vector<double> scores = predict_scores(one, sample.table), of_two = predict_scores(two, sample.table);
  std::vector<float> standardised(400);
  trainer.add_scores_of(data.rows(), standardised, threads);
  double off = 0, spread = 0;
  for (std::size_t row = 0; row < 400; ++row) {
    EXPECT_NEAR(scores[row], of_two[row], 0.01);
    off += std::pow(scores[row] - sample.target.values[row], 2);
    spread += std::pow(5080 - sample.target.values[row], 2);
  }
  EXPECT_LT(off, 0.4 * spread);
  EXPECT_NEAR((scores[1] - scores[0]) / (standardised[1] - standardised[0]),
              (scores[2] - scores[0]) / (standardised[2] - standardised[0]), 0.1);
}

TEST(NeuralData, TheBestConstantIsTheMeanTheLogOddsOrTheLogShares) {
  const Table table = test::table_of({test::numeric("a", {1, 2, 3, 4})});
  const auto constant = [&](const Target& target) {
    const LabelledView train = {table, target};
    return NeuralData(train, nullptr, InputTransform::standard).best_constant();
  };
  EXPECT_EQ(constant(test::regression({1, 2, 3, 8})), std::vector<double>{0});  // standardised
  EXPECT_NEAR(constant(test::classes({1, 1, 1, 0}))[0], std::log(3), 1e-6);
  const std::vector<double> three = constant(test::classes({0, 1, 2, 2}, 3));
  ASSERT_EQ(three.size(), 3U);
  EXPECT_NEAR(three[2] - three[0], std::log(2), 1e-6);
}

}  // namespace
}  // namespace espalier
