#include "select/design.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "basis/random_basis.h"
#include "basis/sums/pair_sums.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;
using Members = std::vector<std::uint32_t>;

// x_p of a row: the definition.
double value_of(const TreeDesign& design, std::size_t member, std::size_t parameter, std::size_t row) {
  return design.basis().id(member, row) == parameter ? 1 : 0;
}
double value_of(const ColumnDesign& design, std::size_t member, std::size_t, std::size_t row) {
  return static_cast<double>(design.column(member)[row]);
}

struct NaiveSums {
  std::vector<double> gradients, hessians, moved;  // moved: Σ |x_p| over the rows
};

template <class AnyDesign>
NaiveSums naive_sums(const AnyDesign& design, const Members& members, RowRange rows, const std::vector<float>& g,
                     const std::vector<float>& h, std::size_t width) {
  NaiveSums sums;
  for (const std::uint32_t member : members) {
    for (std::size_t p = 0; p < design.count(member); ++p) {
      std::vector<double> gradients(width), hessians(width);
      double moved = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = value_of(design, member, p, rows.begin + i);
        if (x == 0) continue;
        for (std::size_t k = 0; k < width; ++k) gradients[k] += x * static_cast<double>(g[i * width + k]);
        for (std::size_t k = 0; k < width; ++k) hessians[k] += x * x * static_cast<double>(h[i * width + k]);
        moved += std::abs(x);
      }
      sums.gradients.insert(sums.gradients.end(), gradients.begin(), gradients.end());
      sums.hessians.insert(sums.hessians.end(), hessians.begin(), hessians.end());
      sums.moved.insert(sums.moved.end(), width, moved);
    }
  }
  return sums;
}

float largest(const std::vector<float>& values) {
  float most = 0;
  for (const float value : values) most = std::max(most, std::abs(value));
  return most;
}

// `step` bounds what rounding may change of each row.
template <class AnyDesign>
void expect_sums(const AnyDesign& design, const Members& members, RowRange rows, std::size_t width, double rounding) {
  Random random(width, "derivatives");
  const std::vector<float> g = random_floats(rows.size() * width, random);
  std::vector<float> h = random_floats(rows.size() * width, random);
  for (float& value : h) value = std::abs(value);
  const NaiveSums expected = naive_sums(design, members, rows, g, h, width);
  DerivativeSums sums;
  sums.assign(expected.gradients.size());
  sums.gradients[0] = 5;  // what is there stays
  design.block(members)->add_sums(rows, {g.data(), h.data()}, width, sums);
  sums.gradients[0] -= 5;
  const double largest_g = static_cast<double>(largest(g)), largest_h = static_cast<double>(largest(h));
  for (std::size_t j = 0; j < expected.gradients.size(); ++j) {
    const double allowed = 1e-5 + expected.moved[j] * rounding;
    EXPECT_NEAR(sums.gradients[j], expected.gradients[j], allowed * largest_g) << j;
    EXPECT_NEAR(sums.hessians[j], expected.hessians[j], allowed * largest_h) << j;
  }
}

template <class AnyDesign>
void expect_scores(const AnyDesign& design, const Members& members, RowRange rows, std::size_t width) {
  Random random(width, "weights");
  std::size_t parameters = 0;
  for (const std::uint32_t member : members) parameters += design.count(member);
  const std::vector<float> weights = random_floats(parameters * width, random);
  std::vector<float> scores(rows.size() * width, 2);
  design.block(members)->add_scores(rows, weights.data(), width, scores.data());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      double expected = 2;
      std::size_t at = 0;
      for (const std::uint32_t member : members) {
        for (std::size_t p = 0; p < design.count(member); ++p, ++at) {
          expected += static_cast<double>(weights[at * width + k]) * value_of(design, member, p, rows.begin + i);
        }
      }
      EXPECT_NEAR(static_cast<double>(scores[i * width + k]), expected, 1e-5);
    }
  }
}

TreeDesign trees(std::size_t rows) {
  Random random(1, "trees");
  return TreeDesign(random_basis(rows, {2, 7, 1, 64, 300, 16, 256}, random));
}

ColumnDesign columns(std::size_t rows) {
  Random random(2, "columns");
  return ColumnDesign(random_floats(rows * 5, random), rows);
}

TEST(Padded, IsOneOrAMultipleOfFour) {
  EXPECT_EQ(padded(1), 1U);
  EXPECT_EQ(padded(2), 4U);
  EXPECT_EQ(padded(4), 4U);
  EXPECT_EQ(padded(5), 8U);
}

TEST(TreeDesign, CountsTheTerminalsOfItsTreesThrough) {
  const TreeDesign design = trees(10);
  EXPECT_EQ(design.rows(), 10U);
  EXPECT_EQ(design.members(), 7U);
  EXPECT_EQ(design.parameters(), 2U + 7 + 1 + 64 + 300 + 16 + 256);
  EXPECT_EQ(design.first(3), 10U);
  EXPECT_EQ(design.count(3), 64U);
}

TEST(ColumnDesign, HasOneParameterAColumn) {
  const ColumnDesign design = columns(10);
  EXPECT_EQ(design.rows(), 10U);
  EXPECT_EQ(design.members(), 5U);
  EXPECT_EQ(design.parameters(), 5U);
  EXPECT_EQ(design.first(3), 3U);
  EXPECT_EQ(design.count(3), 1U);
  EXPECT_EQ(ColumnDesign({}, 0).members(), 0U);
}

TEST(TreeDesign, SumsOfABlockAreTheDefinition) {
  const TreeDesign design = trees(777);
  for (const RowRange rows : {RowRange{0, 777}, RowRange{64, 700}, RowRange{128, 129}}) {
    // One output: rounded to whole multiples of the largest by kMostOfPair, so off by at most half of one per row.
    expect_sums(design, {5, 0, 2, 4, 6, 1, 3}, rows, 1, 0.5 / kMostOfPair);
    expect_sums(design, {3}, rows, 1, 0.5 / kMostOfPair);
    for (const std::size_t width : {4U, 8U, 28U}) expect_sums(design, {6, 1, 3}, rows, width, 1e-6);
  }
}

TEST(ColumnDesign, SumsOfABlockAreTheDefinition) {
  const ColumnDesign design = columns(777);
  for (const std::size_t width : {1U, 4U, 8U}) expect_sums(design, {4, 0, 2}, {64, 777}, width, 1e-6);
}

TEST(TreeDesign, ScoresOfABlockAreTheDefinition) {
  const TreeDesign design = trees(300);
  for (const std::size_t width : {1U, 4U, 8U}) expect_scores(design, {5, 0, 2, 4, 6, 1, 3}, {64, 300}, width);
}

TEST(ColumnDesign, ScoresOfABlockAreTheDefinition) {
  const ColumnDesign design = columns(300);
  for (const std::size_t width : {1U, 4U, 8U}) expect_scores(design, {4, 0, 2}, {64, 300}, width);
}

// What is no weight of a tree is 0 in a design that does not know of it.
TEST(TreeDesign, TreesOfOneOutputEachLeaveTheOthersAlone) {
  const Basis basis = trees(300).basis();
  const std::vector<std::int32_t> outputs = {2, 0, 1, 1, 2, 0, 1};
  // Enough trees in a row whose ids are bytes to be taken several at a time.
  const Members members = {5, 0, 2, 4, 6, 1, 3, 5, 5, 0, 0, 1, 2};
  const RowRange rows{64, 300};
  const std::size_t width = 4;
  const TreeDesign whole(basis), own(basis, outputs);
  Random random(3, "own outputs");
  const std::vector<float> values = random_floats(rows.size() * width, random);
  std::size_t terminals = 0;
  for (const std::uint32_t member : members) terminals += own.count(member);
  std::vector<float> weights(terminals * width);
  std::vector<std::uint8_t> is_own(weights.size());
  std::size_t p = 0;
  for (const std::uint32_t member : members) {
    EXPECT_EQ(own.output(member), outputs[member]);
    EXPECT_EQ(whole.output(member), kNone);
    for (std::size_t last = p + own.count(member); p < last; ++p) {
      const std::size_t j = p * width + static_cast<std::size_t>(outputs[member]);
      weights[j] = static_cast<float>(random.normal());
      is_own[j] = 1;
    }
  }
  std::vector<float> scores(rows.size() * width, 2), own_scores = scores;
  whole.block(members)->add_scores(rows, weights.data(), width, scores.data());
  own.block(members)->add_scores(rows, weights.data(), width, own_scores.data());
  EXPECT_EQ(own_scores, scores);
  std::vector<double> sums(weights.size(), 0.5), own_sums = sums;
  whole.block(members)->add_products(rows, values.data(), width, sums);
  own.block(members)->add_products(rows, values.data(), width, own_sums);
  DerivativeSums both{std::vector<double>(sums.size(), 0.5), std::vector<double>(sums.size(), 0.5)};
  own.block(members)->add_sums(rows, {values.data(), values.data()}, width, both);
  EXPECT_EQ(both.gradients, own_sums);
  EXPECT_EQ(both.hessians, own_sums);
  for (std::size_t j = 0; j < sums.size(); ++j) EXPECT_EQ(own_sums[j], is_own[j] != 0 ? sums[j] : 0.5);
}

// Half the squared distance to row mod 5 + output.
void residuals(RowRange rows, std::span<const float> scores, std::span<float> gradients) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    gradients[i] = scores[i] - static_cast<float>((rows.begin + i % rows.size()) % 5 + i / rows.size());
  }
}

template <class AnyDesign>
void expect_gradient_sums(const AnyDesign& design, const Members& members, std::size_t outputs, double rounding) {
  const std::size_t width = padded(outputs);
  Random random(outputs, "weights");
  const std::vector<float> weights = random_floats(design.parameters() * width, random);
  std::vector<float> gradients(design.rows() * outputs);
  for (std::size_t row = 0; row < design.rows(); ++row) {
    for (std::size_t k = 0; k < outputs; ++k) {
      double score = 0;
      for (const std::uint32_t member : members) {
        for (std::size_t p = 0; p < design.count(member); ++p) {
          score +=
              static_cast<double>(weights[(design.first(member) + p) * width + k]) * value_of(design, member, p, row);
        }
      }
      gradients[row * outputs + k] = static_cast<float>(score - static_cast<double>(row % 5 + k));
    }
  }
  const NaiveSums expected = naive_sums(design, members, {0, design.rows()}, gradients, gradients, outputs);
  for (const int count : {1, 2, 7}) {
    Threads threads(count);
    const std::vector<double> sums = design.gradient_sums(members, weights, width, outputs, residuals, threads);
    ASSERT_EQ(sums.size(), expected.gradients.size());
    for (std::size_t j = 0; j < sums.size(); ++j) {
      EXPECT_NEAR(sums[j], expected.gradients[j], 1e-3 + rounding * expected.moved[j]);
    }
  }
}

TEST(TreeDesign, GradientSumsAreTheDefinition) {
  // Gradients are below 25, see GradientSums.
  for (const std::size_t outputs : {1U, 3U}) expect_gradient_sums(trees(2500), {0, 1, 3}, outputs, 0.01);
}

TEST(ColumnDesign, GradientSumsAreTheDefinition) {
  for (const std::size_t outputs : {1U, 3U}) expect_gradient_sums(columns(2500), {1, 3, 4}, outputs, 1e-6);
}

TEST(TreeDesign, LaysOutTheTerminalOfEveryRow) {
  const TreeDesign design = trees(100);
  const Members members = {6, 0, 3};
  std::vector<std::uint32_t> parameters(20 * 3);
  EXPECT_TRUE(design.all_ones());
  design.lay_out(members, {70, 90}, parameters.data(), nullptr);
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t m = 0; m < 3; ++m) {
      EXPECT_EQ(parameters[i * 3 + m], design.first(members[m]) + design.basis().id(members[m], 70 + i));
    }
  }
}

TEST(ColumnDesign, LaysOutTheValueOfEveryRow) {
  const ColumnDesign design = columns(100);
  const Members members = {4, 1};
  std::vector<std::uint32_t> parameters(20 * 2);
  std::vector<float> values(20 * 2);
  design.lay_out(members, {70, 90}, parameters.data(), values.data());
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t m = 0; m < 2; ++m) {
      EXPECT_EQ(parameters[i * 2 + m], members[m]);
      EXPECT_EQ(values[i * 2 + m], design.column(members[m])[70 + i]);
    }
  }
}

}  // namespace
}  // namespace espalier
