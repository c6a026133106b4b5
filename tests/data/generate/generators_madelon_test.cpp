#include "data/generate/generators_madelon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "data/sample.h"
#include "espalier/generate.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 5000;
constexpr std::uint64_t kSeed = 3;

// Where in the table a source (informative, redundant, probe) is; one-based, as column() counts.
std::size_t place_of(const MadelonPlan& plan, std::uint32_t source) {
  return static_cast<std::size_t>(std::find(plan.order.begin(), plan.order.end(), source) - plan.order.begin()) + 1;
}

// The cluster whose vertex is nearest.
std::size_t nearest_vertex(const Table& table, const MadelonPlan& plan, std::size_t row) {
  std::size_t cluster = 0;
  for (std::uint32_t k = 0; k < kMadelonInformative; ++k) {
    if (column(table, place_of(plan, k))[row] > 0) cluster |= std::size_t{1} << k;
  }
  return cluster;
}

TEST(Madelon, PlansSixteenClustersAClassAndAPermutationOfTheColumns) {
  std::set<std::array<int, kMadelonClusters>> labellings;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MadelonPlan plan = plan_madelon(seed);
    EXPECT_EQ(std::accumulate(plan.labels.begin(), plan.labels.end(), 0), 16);
    EXPECT_EQ(std::set<std::uint32_t>(plan.order.begin(), plan.order.end()).size(), kMadelonInputs);
    EXPECT_EQ(*std::max_element(plan.order.begin(), plan.order.end()), kMadelonInputs - 1);
    labellings.insert(plan.labels);
  }
  EXPECT_EQ(labellings.size(), 20U) << "the seed decides which";
}

TEST(Madelon, HasColumnsOfMeanZeroAndVarianceOne) {
  const Table table = generate("madelon", kRows, kSeed);
  for (std::size_t i = 1; i <= kMadelonInputs; ++i) {
    EXPECT_NEAR(mean(column(table, i)), 0, five_errors(1, kRows)) << i;
    // Two-humped columns have less kurtosis than the normal's 3, so this bounds theirs too.
    EXPECT_NEAR(covariance(column(table, i), column(table, i)), 1, five_errors(2, kRows)) << i;
  }
}

TEST(Madelon, HasClustersAtTheVerticesWithUnitSpread) {
  const Table table = generate("madelon", kRows, kSeed);
  const MadelonPlan plan = plan_madelon(kSeed);
  for (std::uint32_t k = 0; k < kMadelonInformative; ++k) {
    // |±2 + z| is within Φ(-2) of a folded normal; the fourth moment tells two humps from one: for ±2 + z it is
    // 2⁴ + 6·2² + 3 = 43, over the squared variance 25.
    double fourth = 0;
    for (const double value : column(table, place_of(plan, k))) fourth += std::pow(value, 4);
    EXPECT_NEAR(fourth / kRows, 43.0 / 25, five_errors(20, kRows)) << "coordinate " << k;  // E x⁸ < 20
  }
}

TEST(Madelon, HasFifteenMixturesOfTheFiveCoordinates) {
  const Table table = generate("madelon", 200, kSeed);
  const MadelonPlan plan = plan_madelon(kSeed);
  for (std::uint32_t m = 0; m < kMadelonRedundant; ++m) {
    const auto& mixture = plan.mixtures[m];
    EXPECT_NEAR(std::inner_product(mixture.begin(), mixture.end(), mixture.begin(), 0.0), 1, 1e-15);
    for (std::size_t row = 0; row < table.rows; ++row) {
      double sum = 0;
      for (std::uint32_t k = 0; k < kMadelonInformative; ++k) {
        sum += mixture[k] * column(table, place_of(plan, k))[row];
      }
      ASSERT_NEAR(column(table, place_of(plan, 5 + m))[row], sum, 1e-6) << "six roundings to float";
    }
  }
}

TEST(Madelon, HasExactlyTwentyColumnsThatGoWithTheCoordinates) {
  const Table table = generate("madelon", kRows, kSeed);
  const MadelonPlan plan = plan_madelon(kSeed);
  int related = 0;
  for (std::size_t i = 1; i <= kMadelonInputs; ++i) {
    double largest = 0;
    for (std::uint32_t k = 0; k < kMadelonInformative; ++k) {
      largest = std::max(largest, std::fabs(covariance(column(table, i), column(table, place_of(plan, k)))));
    }
    // One of five parts of a vector of length 1 is at least 1/√5 = 0.45; a probe's is 0.
    EXPECT_TRUE(largest > 0.4 || largest < five_errors(1, kRows)) << "column " << i << ": " << largest;
    related += largest > 0.4;
  }
  EXPECT_EQ(related, 20);
}

// Every coordinate is on the wrong side with probability Φ(-2), independently: the error of the nearest vertex's label
// is the sum over all pairs of vertices of different labels.
TEST(Madelon, IsClassifiedByTheNearestVertexWithTheErrorOfItsLabelling) {
  const MadelonPlan plan = plan_madelon(kSeed);
  const double wrong_side = std::erfc(2 / std::sqrt(2.0)) / 2;
  double expected = 0;
  for (std::size_t from = 0; from < kMadelonClusters; ++from) {
    for (std::size_t to = 0; to < kMadelonClusters; ++to) {
      if (plan.labels[from] == plan.labels[to]) continue;
      const int crossed = __builtin_popcountll(from ^ to);
      expected += std::pow(wrong_side, crossed) * std::pow(1 - wrong_side, 5 - crossed) / kMadelonClusters;
    }
  }
  const Table table = generate("madelon", kRows, kSeed);
  const double wrong =
      wrong_rows(table, [&](const Table& t, std::size_t row) { return plan.labels[nearest_vertex(t, plan, row)]; });
  expect_share(wrong, kRows, expected);
  expect_equal_classes(table, 2);
}

}  // namespace
}  // namespace espalier
