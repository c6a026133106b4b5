#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/random.h"
#include "espalier/metrics.h"

namespace espalier {
namespace {

using Reals = std::vector<double>;
using Codes = std::vector<std::int32_t>;

// Probabilities of class 1 as the two columns of a table.
Reals two_columns(const Reals& p) {
  Reals table;
  for (const double one : p) table.insert(table.end(), {1 - one, one});
  return table;
}

// Every pair of a row of class k and a row of another: what the area under the ROC curve is by definition.
std::optional<double> area_by_pairs(const Codes& y, const Reals& table, int classes, int k, const Reals& weights) {
  double above = 0, all = 0;
  const auto score = [&](std::size_t row) { return table[row * static_cast<std::size_t>(classes) + k]; };
  const auto weight = [&](std::size_t row) { return weights.empty() ? 1 : weights[row]; };
  for (std::size_t a = 0; a < y.size(); ++a) {
    for (std::size_t b = 0; b < y.size(); ++b) {
      if (y[a] != k || y[b] == k) continue;
      const double pair = weight(a) * weight(b);
      all += pair;
      above += pair * (score(a) > score(b) ? 1 : score(a) == score(b) ? 0.5 : 0);
    }
  }
  return all > 0 ? std::optional(above / all) : std::nullopt;
}

TEST(RegressionMetrics, AreThoseOfASmallExample) {
  // Off by 1, 0, -2: squares 5, distances 3; around the mean 2 the target's squares are 1 + 0 + 1 = 2.
  const RegressionMetrics metrics = regression_metrics(Reals{1, 2, 3}, Reals{2, 2, 1}, {});
  EXPECT_DOUBLE_EQ(metrics.mse, 5.0 / 3);
  EXPECT_DOUBLE_EQ(metrics.mae, 1);
  EXPECT_DOUBLE_EQ(metrics.r2.value(), 1 - 5.0 / 2);
}

TEST(RegressionMetrics, TreatAWeightOfTwoLikeTheRowTwice) {
  const RegressionMetrics weighted = regression_metrics(Reals{1, 2, 4}, Reals{2, 2, 1}, Reals{1, 2, 1});
  const RegressionMetrics twice = regression_metrics(Reals{1, 2, 2, 4}, Reals{2, 2, 2, 1}, {});
  EXPECT_DOUBLE_EQ(weighted.mse, twice.mse);
  EXPECT_DOUBLE_EQ(weighted.mae, twice.mae);
  EXPECT_DOUBLE_EQ(weighted.r2.value(), twice.r2.value());
}

TEST(RegressionMetrics, OfSeveralTargetsAreTheMeansOfEach) {
  // The first is the example above; the second is off by 10 everywhere, around its mean 20 the squares are 200.
  const RegressionMetrics metrics = regression_metrics(Reals{1, 10, 2, 20, 3, 30}, Reals{2, 20, 2, 30, 1, 40}, {}, 2);
  ASSERT_EQ(metrics.targets.size(), 2U);
  EXPECT_DOUBLE_EQ(metrics.targets[0].mse, 5.0 / 3);
  EXPECT_DOUBLE_EQ(metrics.targets[1].mse, 100);
  EXPECT_DOUBLE_EQ(metrics.targets[1].r2.value(), 1 - 300.0 / 200);
  EXPECT_DOUBLE_EQ(metrics.mse, (5.0 / 3 + 100) / 2);
  EXPECT_DOUBLE_EQ(metrics.mae, (1.0 + 10) / 2);
  EXPECT_DOUBLE_EQ(metrics.r2.value(), (-1.5 - 0.5) / 2);
}

TEST(RegressionMetrics, AConstantAmongSeveralTargetsIsLeftOutOfR2) {
  const RegressionMetrics metrics = regression_metrics(Reals{1, 7, 2, 7, 3, 7}, Reals{2, 7, 2, 7, 1, 7}, {}, 2);
  EXPECT_FALSE(metrics.targets[1].r2);
  EXPECT_DOUBLE_EQ(metrics.r2.value(), -1.5);
  EXPECT_FALSE(regression_metrics(Reals{1, 7, 1, 7}, Reals{1, 7, 1, 7}, {}, 2).r2);
}

TEST(RegressionMetrics, HaveNoR2WhereTheTargetIsConstant) {
  // The mean of three tenths rounds to another number, so that sums around it would not be zero.
  EXPECT_FALSE(regression_metrics(Reals{0.1, 0.1, 0.1}, Reals{0, 1, 2}, {}).r2);
  EXPECT_FALSE(regression_metrics(Reals{0.1, 0.1, 9}, Reals{0, 1, 2}, Reals{1, 1, 0}).r2);
  EXPECT_TRUE(regression_metrics(Reals{0.1, 0.1, 9}, Reals{0, 1, 2}, {}).r2);
}

TEST(RegressionMetrics, RefuseSizesThatDoNotMatch) {
  EXPECT_THROW(regression_metrics(Reals{1}, Reals{1, 2}, {}), std::logic_error);
  EXPECT_THROW(regression_metrics(Reals{1, 2}, Reals{1, 2}, Reals{1}), std::logic_error);
  EXPECT_THROW(regression_metrics({}, {}, {}), std::logic_error);
}

TEST(ClassificationMetrics, AreThoseOfASmallBinaryExample) {
  // Row 1 ties at ½: the first class wins, which is wrong. Class 0 is right in 2 of 2, class 1 in 1 of 3.
  const ClassificationMetrics metrics =
      classification_metrics(Codes{0, 1, 1, 0, 1}, two_columns({0.25, 0.5, 0.75, 0.5, 0.25}), 2, {});
  EXPECT_DOUBLE_EQ(metrics.error, 2.0 / 5);
  EXPECT_DOUBLE_EQ(metrics.balanced_accuracy, (1 + 1.0 / 3) / 2);
  // -log of 3/4, 1/2, 3/4, 1/2, 1/4
  EXPECT_DOUBLE_EQ(metrics.log_loss, -std::log(9.0 / 256) / 5);
  // Pairs (class 1, class 0): ½ beats ¼, ties ½; ¾ beats both; ¼ ties ¼, loses: (1 + ½) + 2 + ½ = 4 of 6.
  EXPECT_DOUBLE_EQ(metrics.auc.value(), 4.0 / 6);
}

TEST(ClassificationMetrics, AreThoseOfASmallExampleWithThreeClasses) {
  const Reals table = {0.5,  0.25, 0.25,  // class 0: right
                       0.25, 0.5,  0.25,  // class 0: wrong
                       0.25, 0.5,  0.25,  // class 1: right
                       0.25, 0.25, 0.5};  // class 2: right
  const ClassificationMetrics metrics = classification_metrics(Codes{0, 0, 1, 2}, table, 3, {});
  EXPECT_DOUBLE_EQ(metrics.error, 0.25);
  EXPECT_DOUBLE_EQ(metrics.balanced_accuracy, (0.5 + 1 + 1) / 3);
  EXPECT_DOUBLE_EQ(metrics.log_loss, (3 * std::log(2) + std::log(4)) / 4);
  // Class 0: ½ beats both, ¼ ties both: 3 of 4. Class 1: ½ beats ¼, ties ½, beats ¼: 2.5 of 3. Class 2: 3 of 3.
  EXPECT_DOUBLE_EQ(metrics.auc.value(), (3.0 / 4 + 2.5 / 3 + 1) / 3);
}

TEST(ClassificationMetrics, CountOnlyTheClassesThatOccur) {
  const Reals table = {0.5, 0.25, 0.25, 0.25, 0.5, 0.25};
  const ClassificationMetrics metrics = classification_metrics(Codes{0, 1}, table, 3, {});
  EXPECT_EQ(metrics.balanced_accuracy, 1);
  EXPECT_EQ(metrics.auc, std::optional(1.0)) << "the mean of classes 0 and 1";
}

TEST(ClassificationMetrics, HaveNoAucWhereOneClassFillsEverything) {
  EXPECT_FALSE(classification_metrics(Codes{1, 1}, two_columns({0.5, 1}), 2, {}).auc);
  EXPECT_FALSE(classification_metrics(Codes{1, 0}, two_columns({0.5, 1}), 2, Reals{1, 0}).auc);
  EXPECT_EQ(classification_metrics(Codes{1, 1}, two_columns({0.75, 1}), 2, {}).balanced_accuracy, 1);
}

TEST(ClassificationMetrics, ClipProbabilitiesInTheLogLoss) {
  const ClassificationMetrics metrics = classification_metrics(Codes{0, 0}, Reals{0, 1, 1, 0}, 2, {});
  EXPECT_DOUBLE_EQ(metrics.log_loss, -std::log(1e-15) / 2);
}

TEST(ClassificationMetrics, AreExactlyZeroOrOneForPerfectPredictions) {
  const ClassificationMetrics metrics =
      classification_metrics(Codes{0, 1, 1, 0}, two_columns({0, 1, 1, 0}), 2, Reals{0.1, 0.2, 0.3, 0.7});
  EXPECT_EQ(metrics.error, 0);
  EXPECT_EQ(metrics.log_loss, 0);
  EXPECT_EQ(metrics.balanced_accuracy, 1);
  EXPECT_DOUBLE_EQ(metrics.auc.value(), 1);
}

TEST(ClassificationMetrics, TreatAWeightOfTwoLikeTheRowTwice) {
  const ClassificationMetrics weighted =
      classification_metrics(Codes{0, 1, 1, 0}, two_columns({0.25, 0.5, 0.75, 0.625}), 2, Reals{1, 2, 1, 2});
  const ClassificationMetrics twice =
      classification_metrics(Codes{0, 1, 1, 1, 0, 0}, two_columns({0.25, 0.5, 0.5, 0.75, 0.625, 0.625}), 2, {});
  EXPECT_DOUBLE_EQ(weighted.error, twice.error);
  EXPECT_DOUBLE_EQ(weighted.log_loss, twice.log_loss);
  EXPECT_DOUBLE_EQ(weighted.auc.value(), twice.auc.value());
  EXPECT_DOUBLE_EQ(weighted.balanced_accuracy, twice.balanced_accuracy);
}

// Scores from few values, so that most pairs tie; weights with zeros among them.
TEST(ClassificationMetrics, AucEqualsTheCountOverAllPairs) {
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    Random random(1, "metrics_test", trial);
    const int classes = 2 + static_cast<int>(random.below(3));
    const std::size_t rows = 2 + random.below(150);
    const std::uint64_t levels = 2 + random.below(20);
    Codes y(rows);
    Reals table(rows * static_cast<std::size_t>(classes)), weights;
    for (auto& code : y) code = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(classes)));
    for (double& p : table) p = static_cast<double>(random.below(levels)) / static_cast<double>(levels);
    if (trial % 2 == 1) {
      for (std::size_t row = 0; row < rows; ++row) weights.push_back(random.below(4) == 0 ? 0 : random.uniform());
    }
    double sum = 0;
    int defined = 0;
    for (int k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const auto one = area_by_pairs(y, table, classes, k, weights);
      sum += one.value_or(0);
      defined += one ? 1 : 0;
    }
    const auto auc = classification_metrics(y, table, classes, weights).auc;
    ASSERT_EQ(auc.has_value(), defined > 0);
    if (!auc) continue;
    EXPECT_NEAR(*auc, sum / defined, 1e-13) << "trial " << trial;
  }
}

TEST(ClassificationMetrics, AucDoesNotDependOnTheOrderOfTheRows) {
  Codes y = {0, 1, 1, 0, 1, 0};
  Reals p = {0.5, 0.5, 0.75, 0.25, 0.5, 0.75};
  const double before = classification_metrics(y, two_columns(p), 2, {}).auc.value();
  std::swap(y[0], y[5]);
  std::swap(p[0], p[5]);
  std::swap(y[1], y[3]);
  std::swap(p[1], p[3]);
  EXPECT_EQ(classification_metrics(y, two_columns(p), 2, {}).auc.value(), before);
}

// Of so many rows that they are sorted in parts; counted level by level.
TEST(ClassificationMetrics, AucOfManyRowsIsTheSameOnAnyNumberOfThreads) {
  constexpr std::size_t kRows = 150'001, kLevels = 900;
  Random random(1, "metrics_test of many rows");
  Codes y(kRows);
  Reals p(kRows);
  std::vector<double> zeros(kLevels), ones(kLevels);
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t level = random.below(kLevels);
    y[row] = random.below(kLevels) < level ? 1 : 0;
    p[row] = static_cast<double>(level) / kLevels;
    ++(y[row] == 1 ? ones : zeros)[level];
  }
  double pairs = 0, below = 0, all_ones = 0;
  for (std::size_t level = 0; level < kLevels; ++level) {
    pairs += ones[level] * (below + zeros[level] / 2);
    below += zeros[level];
    all_ones += ones[level];
  }
  for (const int threads : {1, 2, 7})
    EXPECT_EQ(classification_metrics(y, two_columns(p), 2, {}, threads).auc.value(), pairs / (below * all_ones));
}

TEST(ClassificationMetrics, RefuseSizesCodesAndNumbersThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(classification_metrics(Codes{0, 1}, Reals{1, 0, 0}, 2, {}), std::logic_error);
  EXPECT_THROW(classification_metrics(Codes{0, 1}, Reals{1, 0, 0, 1}, 2, Reals{1}), std::logic_error);
  EXPECT_THROW(classification_metrics(Codes{0, 2}, Reals{1, 0, 0, 1}, 2, {}), std::logic_error);
  EXPECT_THROW(classification_metrics(Codes{0, -1}, Reals{1, 0, 0, 1}, 2, {}), std::logic_error);
  EXPECT_THROW(classification_metrics(Codes{0, 1}, Reals{1, 0, nan, 1}, 2, {}), std::logic_error);
  EXPECT_THROW(classification_metrics(Codes{0, 1}, Reals{1, 0, 0, 1}, 2, Reals{0, 0}), std::logic_error);
}

// Rows of weight 1 are summed with their weights, rows without weights are only counted.
TEST(Area, WithoutWeightsIsThatOfEqualWeights) {
  Random random(1, "areas");
  for (const int classes : {2, 3}) {
    Codes y(100'000);
    Reals p(y.size() * static_cast<std::size_t>(classes));
    for (std::size_t row = 0; row < y.size(); ++row) {
      y[row] = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(classes)));
      for (int k = 0; k < classes; ++k)
        p[row * static_cast<std::size_t>(classes) + static_cast<std::size_t>(k)] =
            static_cast<double>(random.below(5000) + (k == y[row] ? 300U : 0U)) / 5300;
    }
    const double counted = classification_metrics(y, p, classes, {}, 2).auc.value();
    EXPECT_EQ(counted, classification_metrics(y, p, classes, Reals(y.size(), 1), 2).auc.value());
    EXPECT_GT(counted, 0.5);
    EXPECT_LT(counted, 0.7);
  }
}

}  // namespace
}  // namespace espalier
