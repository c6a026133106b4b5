// Measurements of generated data. Bounds are five standard errors; seeds are fixed, so a test that passes once always
// passes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "espalier/table.h"

namespace espalier {

inline const std::vector<float>& column(const Table& table, std::size_t one_based) {
  return table.columns.at(one_based - 1).values;
}

inline const std::vector<double>& target(const Table& table) { return table.targets.at(0).numbers; }

// The values of one column in the rows of one class.
inline std::vector<double> of_class(const Table& table, std::size_t one_based, double label) {
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (target(table)[row] == label) values.push_back(column(table, one_based)[row]);
  }
  return values;
}

template <class Values>
double mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

template <class A, class B>
double covariance(const A& a, const B& b) {
  const double mean_a = mean(a), mean_b = mean(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size());
}

// Five standard errors of the mean of n values of that variance.
inline double five_errors(double variance, std::size_t n) { return 5 * std::sqrt(variance / static_cast<double>(n)); }

// Uniform on an interval: variance w²/12, and (x - mean)² has variance w⁴/180.
template <class Values>
void expect_uniform(const Values& values, double low, double high) {
  const double width = high - low;
  for (const double value : values) {
    ASSERT_GE(value, low);
    ASSERT_LE(value, high * (1 + 1e-7)) << "within the rounding to float";
  }
  EXPECT_NEAR(mean(values), (low + high) / 2, five_errors(width * width / 12, values.size()));
  EXPECT_NEAR(covariance(values, values), width * width / 12, five_errors(std::pow(width, 4) / 180, values.size()));
}

// Normal: (x - mean)² has variance 2 sd⁴.
template <class Values>
void expect_normal(const Values& values, double centre, double sd) {
  EXPECT_NEAR(mean(values), centre, five_errors(sd * sd, values.size()));
  EXPECT_NEAR(covariance(values, values), sd * sd, five_errors(2 * std::pow(sd, 4), values.size()));
}

inline void expect_share(double hits, std::size_t n, double share) {
  EXPECT_NEAR(hits / static_cast<double>(n), share, five_errors(share * (1 - share), n));
}

inline void expect_equal_classes(const Table& table, int classes) {
  std::vector<int> counts(static_cast<std::size_t>(classes));
  for (const double label : target(table)) ++counts.at(static_cast<std::size_t>(label));
  for (const int count : counts) expect_share(count, table.rows, 1.0 / classes);
}

// The error of a classifier, given as a function of the table and the row.
template <class Classify>
double wrong_rows(const Table& table, Classify classify) {
  double wrong = 0;
  for (std::size_t row = 0; row < table.rows; ++row) wrong += classify(table, row) != target(table)[row];
  return wrong;
}

}  // namespace espalier
