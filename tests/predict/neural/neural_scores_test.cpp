#include "predict/neural/neural_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "espalier/error.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "predict/neural/neural_input.h"
#include "predict/single_rows.h"
#include "support/samples.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The definition in double, and in how far float32 may differ from it.
struct Naive {
  std::vector<double> scores;
  double tolerance = 1e-12;
};

double naive_input(const NeuralInput& input, const ColumnView& column, std::size_t row) {
  double number = 0;
  if (input.kind == NeuralInput::Kind::label)
    number = column.code(row) == static_cast<std::int32_t>(input.label) ? 1 : 0;
  else if (input.kind == NeuralInput::Kind::missing)
    number = std::isfinite(column.value(row)) ? 0 : 1;
  else
    number = std::isfinite(column.value(row)) ? column.value(row) : input.fill;
  if (input.knots.empty()) return std::clamp((number - input.centre) / input.spread, -1e6, 1e6);
  double level = input.levels[0];
  for (std::size_t i = 1; i < input.knots.size(); ++i) {
    const double step = (number - input.knots[i - 1]) / (input.knots[i] - static_cast<double>(input.knots[i - 1]));
    level += std::clamp(step, 0.0, 1.0) * (input.levels[i] - static_cast<double>(input.levels[i - 1]));
  }
  return std::clamp(level, -1e6, 1e6);
}

Naive naive_scores(const Model& model, const BoundTable& table, std::size_t row) {
  const auto& rules = std::get<NeuralRules>(model.body);
  const std::size_t outputs = rules.intercept.size();
  Naive naive{rules.intercept};
  for (const NeuralNet& net : rules.nets) {
    auto weight = net.weights.begin();
    auto mixing = net.mixing.begin();
    for (std::size_t r = 0; r < net.planes.size(); ++r) {
      const std::size_t planes = net.planes[r];
      std::vector<double> sums(planes);
      double size = 0;  // of all that is added
      for (double& sum : sums) {
        for (const std::uint32_t i : net.inputs) {
          const double x = naive_input(rules.inputs[i], table.columns()[rules.inputs[i].feature], row);
          size += std::fabs(*weight * x);
          sum += *weight++ * x;
        }
        size += std::fabs(*weight);
        sum = std::max(0.0, sum + *weight++);
      }
      if (rules.deep) {
        const std::vector<double> hidden = sums;
        double mixed = 0;
        for (double& sum : sums) {
          sum = 0;
          for (const double h : hidden) mixed += std::fabs(*mixing), sum += *mixing++ * h;
        }
        for (double& sum : sums) size += std::fabs(*mixing), sum = std::max(0.0, sum + *mixing++);
        size *= 1 + mixed;
      }
      const double held = std::ranges::min(sums);
      for (std::size_t k = 0; k < outputs; ++k) {
        naive.scores[k] += net.values[r * outputs + k] * held;
        naive.tolerance += std::fabs(net.values[r * outputs + k]) * size * 1e-5;
      }
    }
  }
  return naive;
}

TEST(NeuralInput, IsScaledByCentreAndSpreadOrAlongItsKnots) {
  NeuralInput input;
  input.fill = 7;
  input.centre = 2;
  input.spread = 4;
  EXPECT_EQ(scaled(input, number_of(input, 4.0F)), 0.5F);
  for (const float missing : {kNaN, kInfinity, -kInfinity}) EXPECT_EQ(number_of(input, missing), 7);
  input.centre = 0;
  input.spread = 1;
  input.knots = {0, 1, 3};
  input.levels = {-1, 0, 4};
  const std::vector<std::pair<float, float>> levels = {{-5, -1}, {0, -1}, {0.25F, -0.75F}, {1, 0},
                                                       {2, 2},   {3, 4},  {9, 4}};
  for (const auto& [value, level] : levels) EXPECT_EQ(scaled(input, value), level) << value;
}

TEST(NeuralInput, OfWhatIsMissingAndOfLabelsIsOneOrZero) {
  NeuralInput missing;
  missing.kind = NeuralInput::Kind::missing;
  for (const float value : {kNaN, kInfinity, -kInfinity}) EXPECT_EQ(number_of(missing, value), 1);
  EXPECT_EQ(number_of(missing, 0.0F), 0);
  NeuralInput label;
  label.kind = NeuralInput::Kind::label;
  label.label = 1;
  EXPECT_EQ(number_of(label, std::int32_t{1}), 1);
  for (const std::int32_t code : {0, 2, kMissingCode}) EXPECT_EQ(number_of(label, code), 0);
}

TEST(NeuralInput, IsHeldWithinTheMost) {
  NeuralInput input;
  input.spread = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(scaled(input, std::numeric_limits<float>::max()), kMostInput);
  EXPECT_EQ(scaled(input, std::numeric_limits<float>::lowest()), -kMostInput);
}

TEST(NeuralScores, ByHand) {
  // 0.5 + 2 · min(relu(a + 0.25), relu(3 - a - 2 · red)), a = (age - 30) / 10, 30.5 for a missing age.
  const Table table = test::table_of({test::categorical("color", {"green", "red", "pink"}, {0, 1, 1, 2, kMissingCode}),
                                      test::numeric("age", {35, 35, 40, 55, 20})});
  EXPECT_EQ(predict_scores(samples::plane(), table),
            (std::vector<double>{0.5 + 2 * 0.75, 0.5 + 2 * 0.5, 0.5, 0.5 + 2 * 0.5, 0.5}));
}

TEST(NeuralScores, DeepByHand) {
  // Width 3 has level 2, is not missing (0 becomes -0.5); blue: [red] becomes -1, [blue] is 1.
  //   net 1, rule 1: h = relu(-1 + 2 · 2 + 0.5) = 3.5;                 relu(1.5 · 3.5 - 0.25) = 5
  //   net 1, rule 2: h = relu(1 + 4) = 5, relu(-0.5 + 2 + 1) = 2.5;    min(5 + 1.25 + 0.25, -2.5 + 5 + 0) = 2.5
  //   net 2:         h = relu(1 - 2 - 0.125 + 2) = 0.875;              2 · 0.875 + 0.5 = 2.25
  const Table table = test::table_of({test::numeric("width", {3}), test::categorical("color", {"blue"}, {0})});
  EXPECT_EQ(predict_scores(samples::planes(), table),
            (std::vector<double>{0.25 + 5 + 1.25, -0.5 + 1.25 - 6.75, 0.125 - 5 + 0.5625}));
}

TEST(NeuralScores, BatchesAndSingleRowsHaveTheSameBitsAndFollowTheDefinition) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Model model = samples::random_neural(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, seed < 5 ? 1500 : 20, random);
    test::expect_single_rows_as_batch(model, table, [&](const BoundTable& bound, std::size_t row, const auto& scores) {
      const Naive naive = naive_scores(model, bound, row);
      for (std::size_t k = 0; k < scores.size(); ++k) ASSERT_NEAR(scores[k], naive.scores[k], naive.tolerance) << seed;
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(NeuralScores, TheLargestNumbersGiveFiniteScores) {
  constexpr float kMost = std::numeric_limits<float>::max();
  NeuralRules rules;
  rules.intercept = {std::numeric_limits<double>::max()};
  rules.deep = true;
  rules.inputs.resize(2);
  for (std::uint32_t f = 0; f < 2; ++f) {
    rules.inputs[f].feature = f;
    rules.inputs[f].fill = kMost;
    rules.inputs[f].spread = std::numeric_limits<float>::min();
  }
  NeuralNet net;
  net.inputs = {0, 1};
  net.planes = {64};
  net.weights.assign(64 * 3, kMostWeight);
  net.mixing.assign(64 * 65, kMostWeight);
  net.values = {kMost};
  rules.nets = {net};
  const Model model = make_model(samples::regression_target("y"), Link::identity,
                                 {samples::numeric("a"), samples::numeric("b")}, rules);
  const Table table = test::table_of({test::numeric("a", {kMost, kNaN, -kMost}), test::numeric("b", {kMost, 1, 1})});
  for (const double score : predict_scores(model, table)) EXPECT_TRUE(std::isfinite(score));
}

TEST(NeuralScores, ThreadsDoNotShow) {
  const Model model = samples::planes();
  Random random(1, "rows");
  const Table table = samples::random_rows(model, 5000, random);
  const std::vector<double> one = predict_scores(model, table, {1, 1, {}});
  for (const int threads : {2, 7}) EXPECT_EQ(predict_scores(model, table, {1, threads, {}}), one);
}

TEST(NeuralScores, SingleRowsTakeCodesAsNumbers) {
  const Model model = samples::plane();  // age, color {blue, red, green}
  const RowPredictor predictor(model);
  std::vector<double> scores(1);
  predictor.scores(std::vector<float>{35, 1.5F}, scores);  // red
  EXPECT_EQ(scores[0], 1.5);
  for (const float unknown : {kNaN, -1.0F, 3.0F, 1e30F, kInfinity, 0.0F}) {
    predictor.scores(std::vector<float>{35, unknown}, scores);
    EXPECT_EQ(scores[0], 2);
  }
}

TEST(NeuralScores, AreOfNoLeaves) {
  const Table table = test::table_of({test::numeric("age", {1}), test::categorical("color", {"red"}, {0})});
  samples::expect_error(ErrorCode::usage, "a model of neural rules has no leaves",
                        [&] { predict_terminals(samples::plane(), table); });
}

}  // namespace
}  // namespace espalier
