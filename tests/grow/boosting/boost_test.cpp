#include "grow/boosting/boost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

struct Data {
  Table table;
  Target target;
};

// Numbers with holes, categories, and a target of `classes` classes, or of numbers for 0.
Data random_data(std::size_t rows, int classes, std::uint64_t seed) {
  Random random(seed, "data");
  std::vector<float> a(rows), b(rows);
  std::vector<std::int32_t> c(rows), y(rows);
  std::vector<double> values(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    a[i] = random.below(10) == 0 ? test::kNaN : static_cast<float>(random.normal());
    b[i] = static_cast<float>(random.normal());
    c[i] = static_cast<std::int32_t>(random.below(8)) - 1;
    values[i] = (a[i] > 0 ? 2 : -1) + std::sin(2 * static_cast<double>(b[i])) + (c[i] % 3 == 0) + 0.3 * random.normal();
    y[i] = std::clamp(static_cast<int>(std::floor(values[i] + 1)), 0, std::max(1, classes - 1));
  }
  Data data;
  data.table = test::table_of({test::numeric("a", a), test::numeric("b", b),
                               test::categorical("c", {"p", "q", "r", "s", "t", "u", "v", "none"}, c)});
  data.target = classes == 0 ? test::regression(values) : test::classes(y, classes);
  return data;
}

struct Boosted {
  Threads threads{2};
  Booster booster;
  Boosted(const Data& data, const BoosterOptions& options, std::span<const double> start = {})
      : booster({data.table, find_bins(data.table, data.target.weights, {}, threads), threads}, data.target, options,
                start, threads) {}
};

BoosterOptions small_trees(const Loss& loss) {
  BoosterOptions options;
  options.loss = loss;
  options.tree.leaves = 8;
  options.tree.split.min_rows = 5;
  return options;
}

Model model_of(const Data& data, const Booster& booster, const Loss& loss) {
  Pool pool;
  for (const espalier::Column& column : data.table.columns) pool.features.push_back(column.feature);
  pool.intercept = booster.intercept();
  pool.trees = booster.all_trees();
  return make_model(data.target, link_of(loss), pool.features, make_forest(pool, pool.grown_weights()));
}

class EveryLoss : public testing::TestWithParam<int> {
 protected:
  Loss loss() const {
    const Loss losses[] = {SquaredLoss{}, LogisticLoss{}, HingeLoss{}, ExponentialLoss{}, SoftmaxLoss{}, SoftmaxLoss{}};
    return losses[GetParam()];
  }
  int classes() const { return GetParam() == 0 ? 0 : GetParam() < 4 ? 2 : 3; }
  BoosterOptions options() const {
    BoosterOptions result = small_trees(loss());
    result.vector_leaves = GetParam() == 5;
    return result;
  }
};

TEST_P(EveryLoss, TheScoresKeptAreThoseOfTheModel) {
  const Data data = random_data(3000, classes(), 1);
  Data other = random_data(500, classes(), 2);
  // Values that training has not seen: infinities, a hole in a full column, and a label without rows.
  for (const float odd :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), test::kNaN}) {
    const auto at = static_cast<std::size_t>(std::signbit(odd)) + 2 * static_cast<std::size_t>(std::isnan(odd));
    other.table.columns[0].values[at] = other.table.columns[1].values[at + 10] = odd;
  }
  other.table.columns[2].codes[20] = 7;
  BoosterOptions with_sample = options();
  with_sample.sample = 0.5;
  with_sample.tree.features = 2;
  BoosterOptions with_columns = with_sample;
  with_columns.columns = 2;
  for (const BoosterOptions& used : {options(), with_sample, with_columns}) {
    Boosted boosted(data, used);
    const TableView other_view = other.table;
    Followed followed = {&other_view, {}};
    boosted.booster.follow(followed);
    for (int round = 0; round < 12; ++round) boosted.booster.round();
    const Model model = model_of(data, boosted.booster, loss());
    const std::size_t outputs = boosted.booster.outputs();
    const auto expect_same = [&](const Table& table, std::span<const double> scores) {
      const std::vector<double> predicted = predict_scores(model, table);
      for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t k = 0; k < outputs; ++k) {
          ASSERT_DOUBLE_EQ(scores[k * table.rows + row], predicted[row * outputs + k]);
        }
      }
    };
    expect_same(data.table, boosted.booster.scores());
    expect_same(other.table, followed.scores);
  }
}

double mean_loss(const Loss& loss, const Target& target, std::span<const double> scores) {
  const std::size_t rows = target.rows(), outputs = scores.size() / rows;
  double sum = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> f(outputs);
    for (std::size_t k = 0; k < outputs; ++k) f[k] = scores[k * rows + row];
    if (loss.index() == 0) sum += SquaredLoss::value(target.values[row], f[0]);
    if (loss.index() == 1) sum += LogisticLoss::value(target.classes[row], f[0]);
    if (loss.index() == 2) sum += HingeLoss::value(target.classes[row], f[0]);
    if (loss.index() == 3) sum += SoftmaxLoss::value(target.classes[row], f);
    if (loss.index() == 4) sum += ExponentialLoss::value(target.classes[row], f[0]);
  }
  return sum / static_cast<double>(rows);
}

TEST_P(EveryLoss, EveryRoundLowersTheTrainingLoss) {
  const Data data = random_data(2000, classes(), 3);
  Boosted boosted(data, options());
  double last = mean_loss(loss(), data.target, boosted.booster.scores());
  const double first = last;
  for (int round = 0; round < 30; ++round) {
    boosted.booster.round();
    const double now = mean_loss(loss(), data.target, boosted.booster.scores());
    EXPECT_LT(now, last);
    last = now;
  }
  EXPECT_LT(last, 0.7 * first);
}

TEST_P(EveryLoss, GoesOnFromAGivenStart) {
  const Data data = random_data(1000, classes(), 4);
  Boosted whole(data, options());
  std::vector<double> start(whole.booster.scores().begin(), whole.booster.scores().end());
  for (double& score : start) score += 0.25;
  Boosted later(data, options(), start);
  EXPECT_EQ(later.booster.intercept(), std::vector<double>(whole.booster.outputs(), 0.0));
  later.booster.round();
  // The model knows nothing of the start: what it adds is the difference.
  const std::vector<double> added = predict_scores(model_of(data, later.booster, loss()), data.table);
  const std::size_t outputs = later.booster.outputs();
  for (std::size_t row = 0; row < 1000; ++row) {
    for (std::size_t k = 0; k < outputs; ++k) {
      EXPECT_NEAR(later.booster.scores()[k * 1000 + row], start[k * 1000 + row] + added[row * outputs + k], 1e-12);
    }
  }
}

std::string loss_name(const testing::TestParamInfo<int>& number) {
  const char* names[] = {"Squared", "Logistic", "Hinge", "Exponential", "Softmax", "SoftmaxWithVectorLeaves"};
  return names[number.param];
}

INSTANTIATE_TEST_SUITE_P(Boost, EveryLoss, testing::Range(0, 6), loss_name);

// 14.5 with the squared cost: the first tree of rate 1 fits the leaf means.
TEST(Boost, OneRoundAtFullRateGivesEveryLeafItsMean) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4, 5, 6})});
  const Data data = {table, test::regression({10, 12, 11, 30, 31, 35})};
  BoosterOptions options = small_trees(SquaredLoss{});
  options.rate = 1;
  options.tree.leaves = 2;
  options.tree.split.min_rows = 1;
  Boosted boosted(data, options);
  boosted.booster.round();
  for (std::size_t row = 0; row < 6; ++row) EXPECT_NEAR(boosted.booster.scores()[row], row < 3 ? 11 : 32, 1e-5);
}

// AdaBoost with Newton steps: a leaf adds Σ y v / Σ v to the score F = f/2, where y = ±1 and v = e^-yF is what a row
// weighs by now. The only split has two of three rows of -1 on its left, two of +1 on its right.
TEST(Boost, TheExponentialLossWeighsRowsAsAdaBoostDoes) {
  const Table table = test::table_of({test::numeric("x", {1, 1, 1, 2, 2, 2})});
  const Data data = {table, test::classes({0, 0, 1, 1, 1, 0})};
  BoosterOptions options = small_trees(ExponentialLoss{});
  options.rate = 1;
  options.tree.leaves = 2;
  options.tree.split.min_rows = 1;
  options.tree.split.min_hessian = 0;
  options.tree.split.l2 = 0;
  Boosted boosted(data, options);
  boosted.booster.round();
  const double first = 1.0 / 3;  // (2 - 1) / (2 + 1)
  EXPECT_NEAR(boosted.booster.scores()[0], -2 * first, 1e-6);
  EXPECT_NEAR(boosted.booster.scores()[5], 2 * first, 1e-6);
  boosted.booster.round();
  const double right = 2 * std::exp(-first), wrong = std::exp(first), second = (right - wrong) / (right + wrong);
  EXPECT_NEAR(boosted.booster.scores()[0], -2 * (first + second), 1e-6);
  EXPECT_NEAR(boosted.booster.scores()[5], 2 * (first + second), 1e-6);
}

TEST(Boost, RowsWithoutWeightTeachNothing) {
  Data data = random_data(1000, 0, 5);
  data.target.weights.assign(1000, 1.0);
  Data half = data;
  for (std::size_t row = 0; row < 1000; row += 2) {
    data.target.weights[row] = 0;
    half.target.weights[row] = 0;
    half.target.values[row] = 1e6;
  }
  Boosted a(data, small_trees(SquaredLoss{})), b(half, small_trees(SquaredLoss{}));
  for (int round = 0; round < 5; ++round) {
    a.booster.round();
    b.booster.round();
  }
  for (std::size_t row = 1; row < 1000; row += 2) EXPECT_EQ(a.booster.scores()[row], b.booster.scores()[row]);
}

}  // namespace
}  // namespace espalier
