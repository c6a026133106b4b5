// The best rule of each problem, written from its densities, reaches the error that theory gives it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "data/sample.h"
#include "espalier/generate.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 20000;
constexpr std::size_t kManyRows = 200000;
const double kCentre = 2 / std::sqrt(20.0);

TEST(Xor, HasTheClassOfItsQuadrant) {
  const Table table = generate("xor", kRows, 1);
  const auto rule = [](const Table& t, std::size_t row) { return column(t, 1)[row] * column(t, 2)[row] < 0 ? 1 : 0; };
  EXPECT_EQ(wrong_rows(table, rule), 0);
  expect_equal_classes(table, 2);
  expect_uniform(column(table, 1), -1, 1);
  expect_uniform(column(table, 2), -1, 1);
}

TEST(RotatedXor, IsXorTurnedBy45Degrees) {
  const Table table = generate("rotated-xor", kRows, 1);
  std::vector<double> u, v;
  for (std::size_t row = 0; row < kRows; ++row) {
    u.push_back((column(table, 1)[row] + column(table, 2)[row]) / std::sqrt(2));
    v.push_back((column(table, 2)[row] - column(table, 1)[row]) / std::sqrt(2));
    ASSERT_EQ(target(table)[row], u[row] * v[row] < 0 ? 1 : 0);
  }
  expect_uniform(u, -1 - 1e-7, 1);
  expect_uniform(v, -1 - 1e-7, 1);
  EXPECT_NEAR(covariance(u, v), 0, five_errors(1.0 / 9, kRows));
  expect_equal_classes(table, 2);
}

TEST(Twonorm, HasTwoUnitGaussians) {
  const Table table = generate("twonorm", kRows, 1);
  expect_equal_classes(table, 2);
  for (std::size_t i = 1; i <= 20; ++i) {
    expect_normal(of_class(table, i, 0), kCentre, 1);
    expect_normal(of_class(table, i, 1), -kCentre, 1);
  }
  const std::vector<double> first = of_class(table, 1, 0), second = of_class(table, 2, 0);
  EXPECT_NEAR(covariance(first, second), 0, five_errors(1, first.size()));
}

TEST(Twonorm, IsSeparatedBestByTheSignOfTheSumWithErrorPhiOfMinusTwo) {
  const Table table = generate("twonorm", kManyRows, 2);
  const double wrong = wrong_rows(table, [](const Table& t, std::size_t row) {
    double sum = 0;
    for (const Column& one : t.columns) sum += one.values[row];
    return sum > 0 ? 0 : 1;
  });
  expect_share(wrong, kManyRows, std::erfc(2 / std::sqrt(2.0)) / 2);
}

TEST(Ringnorm, HasAWideGaussianAroundAUnitOne) {
  const Table table = generate("ringnorm", kRows, 1);
  expect_equal_classes(table, 2);
  std::vector<double> inner;  // of all inputs together: twenty times the rows, and a sharper test of the centre
  for (std::size_t i = 1; i <= 20; ++i) {
    expect_normal(of_class(table, i, 0), 0, 2);
    const std::vector<double> values = of_class(table, i, 1);
    expect_normal(values, kCentre, 1);
    inner.insert(inner.end(), values.begin(), values.end());
  }
  expect_normal(inner, kCentre, 1);
}

// P(χ² > x) with an even number of degrees of freedom: a Poisson tail.
double chi_square_tail(int degrees, double x) {
  double term = std::exp(-x / 2), sum = 0;
  for (int i = 0; i < degrees / 2; ++i, term *= x / 2 / i) sum += term;
  return sum;
}

// The same with noncentrality: a Poisson mixture of central ones.
double noncentral_tail(int degrees, double noncentrality, double x) {
  double weight = std::exp(-noncentrality / 2), sum = 0;
  for (int j = 0; j < 100;) {
    sum += weight * chi_square_tail(degrees + 2 * j, x);
    ++j;
    weight *= noncentrality / 2 / j;
  }
  return sum;
}

// log p0/p1 = ⅜ |x - 4a/3|² - |a|²/6 - 20 log 2, |a|² = 4: the best rule is a sphere around 4a/3, and the distance from
// its centre is noncentral χ² with noncentrality |a/3|² under class 1, and 4 times one with |2a/3|² under class 0.
TEST(Ringnorm, IsSeparatedBestByASphereWithTheErrorOfTheNoncentralChiSquares) {
  const double radius = 8.0 / 3 * (20 * std::log(2) + 4.0 / 6);
  const double missed = noncentral_tail(20, 4.0 / 9, radius);
  const double caught = 1 - noncentral_tail(20, 16.0 / 9, radius / 4);
  const double error = (missed + caught) / 2;
  EXPECT_NEAR(error, 0.0124, 5e-5) << "what the documentation says";
  const Table table = generate("ringnorm", kManyRows, 2);
  const double wrong = wrong_rows(table, [&](const Table& t, std::size_t row) {
    double distance = 0;
    for (const Column& one : t.columns) distance += std::pow(one.values[row] - 4 * kCentre / 3, 2);
    return distance > radius ? 0 : 1;
  });
  expect_share(wrong, kManyRows, error);
}

TEST(Hastie, HasStandardNormalInputsAndTheSphereAsItsRule) {
  const Table table = generate("hastie", kRows, 1);
  const double wrong = wrong_rows(table, [](const Table& t, std::size_t row) {
    double squares = 0;
    for (const Column& one : t.columns) squares += std::pow(static_cast<double>(one.values[row]), 2);
    return squares > 9.34 ? 1 : 0;
  });
  EXPECT_EQ(wrong, 0);
  for (std::size_t i = 1; i <= 10; ++i) expect_normal(column(table, i), 0, 1);
  double outside = 0;
  for (const double label : target(table)) outside += label;
  expect_share(outside, kRows, chi_square_tail(10, 9.34));
}

constexpr std::array<std::array<int, 2>, 3> kPeaks = {{{11, 15}, {11, 7}, {15, 7}}};

double triangle(int peak, int position) { return std::max(0, 6 - std::abs(position - peak)); }

TEST(Waveform, HasMixturesOfTwoWavesAndNineteenIrrelevantInputs) {
  const Table table = generate("waveform", kRows, 1);
  expect_equal_classes(table, 3);
  for (std::size_t label = 0; label < 3; ++label) {
    for (int i = 1; i <= 40; ++i) {
      const double a = i <= 21 ? triangle(kPeaks[label][0], i) : 0, b = i <= 21 ? triangle(kPeaks[label][1], i) : 0;
      const std::vector<double> values = of_class(table, static_cast<std::size_t>(i), static_cast<double>(label));
      const double variance = 1 + (a - b) * (a - b) / 12;  // of the noise, and of u between the two waves
      EXPECT_NEAR(mean(values), (a + b) / 2, five_errors(variance, values.size())) << i;
      // No kurtosis above the normal's: twice the squared variance bounds that of (x - mean)².
      EXPECT_NEAR(covariance(values, values), variance, five_errors(2 * variance * variance, values.size())) << i;
    }
  }
}

// The density of a class is the integral over u of a Gaussian around the mixture; the midpoint rule with 100 points is
// exact to many digits for such smooth integrands.
double wave_density(const Table& table, std::size_t row, std::size_t label) {
  double density = 0;
  for (int step = 0; step < 100; ++step) {
    const double u = (step + 0.5) / 100;
    double distance = 0;
    for (int i = 1; i <= 21; ++i) {
      const double centre = u * triangle(kPeaks[label][0], i) + (1 - u) * triangle(kPeaks[label][1], i);
      distance += std::pow(column(table, static_cast<std::size_t>(i))[row] - centre, 2);
    }
    density += std::exp(-distance / 2);
  }
  return density;
}

TEST(Waveform, HasTheBayesErrorOfAboutFourteenPercent) {
  const Table table = generate("waveform", 10000, 2);  // 14%: Breiman et al. 1984
  const double wrong = wrong_rows(table, [](const Table& t, std::size_t row) {
    const std::array<double, 3> densities = {wave_density(t, row, 0), wave_density(t, row, 1), wave_density(t, row, 2)};
    return std::max_element(densities.begin(), densities.end()) - densities.begin();
  });
  expect_share(wrong, table.rows, 0.14);
}

}  // namespace
}  // namespace espalier
