#include "select/anneal/column_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 300, kColumns = 5;

// The last two columns say nearly what the first one says.
ColumnDesign columns(std::size_t rows = kRows) {
  Random random(1, "columns");
  std::vector<float> values(rows * kColumns);
  for (float& value : values) value = static_cast<float>(random.normal());
  for (std::size_t m = 3; m < kColumns; ++m) {
    for (std::size_t row = 0; row < rows; ++row) {
      float& value = values[m * rows + row];
      value = values[row] + 0.02F * value;
    }
  }
  return {std::move(values), rows};
}

Target target_for(int classes, const ColumnDesign& design) {
  Random random(2, "target");
  std::vector<double> y(kRows), weights(kRows);
  std::vector<std::int32_t> codes(kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    y[row] = static_cast<double>(design.column(1)[row]) - 30 * static_cast<double>(design.column(3)[row]) +
             30 * static_cast<double>(design.column(0)[row]) + random.normal();
    codes[row] = (y[row] > 0) + (classes > 2 && y[row] > 1);
    weights[row] = 0.5 + random.uniform();
  }
  return classes == 0 ? test::regression(y, weights) : test::classes(codes, classes, weights);
}

// Of the objective, by the definition, in every weight of the members that are in.
void expect_no_slopes(const Problem& problem, const Candidates& candidates, double close) {
  const RowLoss& loss = problem.loss;
  const std::size_t rows = problem.design.rows(), width = loss.width();
  Threads threads(1);
  std::vector<float> scores(rows * width), g(scores.size()), h(scores.size());
  score_rows(problem, candidates, scores, threads);
  loss.derive({0, rows}, scores.data(), g.data(), h.data());
  for (std::size_t k = 0; k < loss.outputs(); ++k) {
    for (const std::uint32_t m : candidates.members) {
      double slope = problem.ridge() * static_cast<double>(candidates.weights[m * width + k]);
      for (std::size_t row = 0; row < rows; ++row)
        slope += static_cast<double>(problem.design.column(m)[row] * g[row * width + k]);
      EXPECT_NEAR(slope, 0, close) << "column " << m << " of output " << k;
    }
  }
}

class ColumnsOf : public testing::TestWithParam<int> {};

TEST_P(ColumnsOf, AreFittedUntilNoWeightCanGain) {
  const ColumnDesign design = columns();
  const Target target = target_for(GetParam(), design);
  const Loss kind = GetParam() == 0   ? Loss(SquaredLoss{})
                    : GetParam() == 2 ? Loss(LogisticLoss{})
                                      : Loss(SoftmaxLoss{});
  const RowLoss loss(kind, target);
  Threads threads(1);
  for (const double shrinkage : {1.0, 30.0}) {
    Problem problem{design, loss};
    problem.shrinkage = shrinkage;
    problem.row_weight = row_weights(design, loss, threads);
    Candidates candidates = all_candidates(problem);
    ColumnDescent descent(problem, threads);
    double before = descent.step(candidates);
    for (int step = 0; step < 100; ++step) {
      const double after = descent.step(candidates);
      EXPECT_LE(after, before);
      before = after;
    }
    expect_no_slopes(problem, candidates, 0.05);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ColumnsOf, testing::Values(0, 2, 3));

// More, so that the curvature is summed in parts of several chunks.
constexpr std::size_t kMany = 35000;

// Newton's step, but for the 1e-4 of its diagonal that the curvature is increased by, so that as much of it is left per
// unit of weight.
TEST(ColumnDescent, SquaredLossesOfManyRowsAreFittedInOneStep) {
  const ColumnDesign design = columns(kMany);
  Random random(2, "target");
  std::vector<double> y(kMany);
  for (std::size_t row = 0; row < kMany; ++row)
    y[row] = static_cast<double>(design.column(0)[row] - design.column(1)[row]) + random.normal();
  const Target target = test::regression(y);
  const RowLoss loss(SquaredLoss{}, target);
  Threads threads(2);
  Problem problem{design, loss};
  problem.row_weight = row_weights(design, loss, threads);
  Candidates candidates = all_candidates(problem);
  ColumnDescent(problem, threads).step(candidates);
  expect_no_slopes(problem, candidates, 1e-4 * kMany);
}

// Seven classes that the columns tell apart well: weights grow far from where the first curvature was computed.
Target seven_classes(const ColumnDesign& design) {
  Random random(2, "target");
  std::vector<std::int32_t> codes;
  for (std::size_t row = 0; row < design.rows(); ++row) {
    const double y = static_cast<double>(design.column(1)[row]) + 0.1 * random.normal();
    codes.push_back(static_cast<std::int32_t>(std::clamp(std::floor(2 * y) + 3, 0.0, 6.0)));
  }
  return test::classes(codes, 7);
}

// The objective after each of sixty steps. A column leaves on the way.
std::vector<double> descend(const Problem& problem, Threads& threads, Candidates& candidates) {
  ColumnDescent descent(problem, threads);
  std::vector<double> objectives;
  for (int step = 0; step < 60; ++step) {
    if (step == 20) keep(problem, std::vector<std::uint32_t>{0, 1, 2, 4}, candidates);
    objectives.push_back(descent.step(candidates));
  }
  return objectives;
}

TEST(ColumnDescent, OfManyRowsIsTheSameOnAnyNumberOfThreads) {
  const ColumnDesign design = columns(kMany);
  const Target target = seven_classes(design);
  const RowLoss loss(SoftmaxLoss{}, target);
  Threads one(1);
  Problem problem{design, loss};
  problem.shrinkage = 1;
  problem.row_weight = row_weights(design, loss, one);
  Candidates candidates = all_candidates(problem);
  const std::vector<double> objectives = descend(problem, one, candidates);

  std::vector<float> scores(kMany * loss.width());
  score_rows(problem, candidates, scores, one);
  EXPECT_NEAR(objectives.back() / (loss_of(problem, scores, one) + penalty(problem, candidates)), 1, 1e-5);
  expect_no_slopes(problem, candidates, 1e-3 * kMany);
  // With the first curvature alone, more than twice as many steps are needed.
  EXPECT_LT(objectives[29], 1.05 * objectives.back());

  for (const int count : {2, 7}) {
    Threads threads(count);
    Candidates same = all_candidates(problem);
    EXPECT_EQ(descend(problem, threads, same), objectives);
    EXPECT_EQ(same.weights, candidates.weights);
    EXPECT_EQ(same.intercept, candidates.intercept);
  }
}

TEST(ColumnDescent, MovesOnlyWhatIsIn) {
  const ColumnDesign design = columns();
  const Target target = target_for(0, design);
  const RowLoss loss(SquaredLoss{}, target);
  Threads threads(1);
  Problem problem{design, loss};
  problem.row_weight = row_weights(design, loss, threads);
  Candidates candidates = all_candidates(problem);
  keep(problem, std::vector<std::uint32_t>{1, 2}, candidates);
  ColumnDescent(problem, threads).step(candidates);
  for (std::size_t m = 0; m < kColumns; ++m) EXPECT_EQ(candidates.weights[m] != 0, m == 1 || m == 2) << m;
}

}  // namespace
}  // namespace espalier
