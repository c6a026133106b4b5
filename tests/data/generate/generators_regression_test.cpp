// The C library's functions are the oracle of the formulas; the noise is what is left of the target.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/sample.h"
#include "espalier/generate.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 20000;
const double kPi = std::acos(-1.0);

using Row = std::vector<double>;

double friedman1(const Row& x) {
  return 10 * std::sin(kPi * x[0] * x[1]) + 20 * std::pow(x[2] - 0.5, 2) + 10 * x[3] + 5 * x[4];
}
double friedman2(const Row& x) { return std::hypot(x[0], x[1] * x[2] - 1 / (x[1] * x[3])); }
double friedman3(const Row& x) { return std::atan2(x[1] * x[2] - 1 / (x[1] * x[3]), x[0]); }
double hwang5(const Row& x) {
  return 1.9 * (1.35 + std::exp(x[0] - x[1]) * std::sin(13 * std::pow(x[0] - 0.6, 2)) * std::sin(7 * x[1]));
}

Row row_of(const Table& table, std::size_t row) {
  Row x;
  for (const Column& one : table.columns) x.push_back(one.values[row]);
  return x;
}

std::vector<double> residuals(const Table& table, double (*formula)(const Row&)) {
  std::vector<double> left;
  for (std::size_t row = 0; row < table.rows; ++row) left.push_back(target(table)[row] - formula(row_of(table, row)));
  return left;
}

void expect_formula(const char* name, double (*formula)(const Row&)) {
  const Table table = generate(name, 2000, 5, 0);
  for (std::size_t row = 0; row < table.rows; ++row) {
    const double expected = formula(row_of(table, row));
    ASSERT_NEAR(target(table)[row], expected, 1e-13 * std::max(1.0, std::fabs(expected))) << name;
  }
}

TEST(RegressionGenerators, AreTheirFormulasWithoutNoise) {
  expect_formula("friedman1", friedman1);
  expect_formula("friedman2", friedman2);
  expect_formula("friedman3", friedman3);
  expect_formula("hwang5", hwang5);
}

TEST(RegressionGenerators, HaveNoiseOfTheGivenStandardDeviation) {
  expect_normal(residuals(generate("friedman1", kRows, 1), friedman1), 0, 1);
  expect_normal(residuals(generate("friedman1", kRows, 1, 3), friedman1), 0, 3);
  expect_normal(residuals(generate("hwang5", kRows, 1), hwang5), 0, 0.25);
  expect_normal(residuals(generate("friedman2", kRows, 1, 125), friedman2), 0, 125);
  expect_normal(residuals(generate("friedman3", kRows, 1, 0.1), friedman3), 0, 0.1);
}

TEST(RegressionGenerators, NoiseIsUncorrelatedWithTheInputs) {
  const Table table = generate("friedman1", kRows, 2);
  const std::vector<double> noise = residuals(table, friedman1);
  for (std::size_t i = 1; i <= 10; ++i) {
    EXPECT_NEAR(covariance(column(table, i), noise), 0, five_errors(1.0 / 12, kRows));
  }
}

TEST(Friedman1, HasIndependentUniformInputs) {
  const Table table = generate("friedman1", kRows, 1);
  for (std::size_t i = 1; i <= 10; ++i) {
    expect_uniform(column(table, i), 0, 1);
    for (std::size_t j = i + 1; j <= 10; ++j) {
      EXPECT_NEAR(covariance(column(table, i), column(table, j)), 0, five_errors(1.0 / 144, kRows)) << i << " " << j;
    }
  }
}

// E y = 10 E sin(π x1 x2) + 20/12 + 5 + 2.5; E sin(π x1 x2) = Σ (-1)^k π^(2k+1) / ((2k+1)! (2k+2)²).
TEST(Friedman1, HasTheMeanOfItsIntegral) {
  double expected_sine = 0, factorial = 1;
  for (int k = 0; k < 15; ++k) {
    if (k > 0) factorial *= (2.0 * k) * (2 * k + 1);
    expected_sine += (k % 2 == 0 ? 1 : -1) * std::pow(kPi, 2 * k + 1) / (factorial * std::pow(2.0 * k + 2, 2));
  }
  const Table table = generate("friedman1", kRows, 6);
  const double variance = covariance(target(table), target(table));
  EXPECT_NEAR(mean(target(table)), 10 * expected_sine + 20.0 / 12 + 7.5, five_errors(variance, kRows));
}

TEST(Friedman2, AndFriedman3HaveTheInputsOfACircuit) {
  for (const char* name : {"friedman2", "friedman3"}) {
    const Table table = generate(name, kRows, 1);
    expect_uniform(column(table, 1), 0, 100);
    expect_uniform(column(table, 2), 40 * kPi * (1 - 1e-7), 560 * kPi);
    expect_uniform(column(table, 3), 0, 1);
    expect_uniform(column(table, 4), 1, 11);
  }
}

TEST(Hwang5, HasUniformInputs) {
  const Table table = generate("hwang5", kRows, 1);
  expect_uniform(column(table, 1), 0, 1);
  expect_uniform(column(table, 2), 0, 1);
  EXPECT_NEAR(covariance(column(table, 1), column(table, 2)), 0, five_errors(1.0 / 144, kRows));
}

}  // namespace
}  // namespace espalier
