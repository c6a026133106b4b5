#include "select/anneal/column_descent.h"

#include <gtest/gtest.h>

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
ColumnDesign columns() {
  Random random(1, "columns");
  std::vector<float> values(kRows * kColumns);
  for (float& value : values) value = static_cast<float>(random.normal());
  for (std::size_t m = 3; m < kColumns; ++m) {
    for (std::size_t row = 0; row < kRows; ++row) {
      float& value = values[m * kRows + row];
      value = values[row] + 0.02F * value;
    }
  }
  return {std::move(values), kRows};
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
    std::vector<float> scores(kRows * loss.width()), g(scores.size()), h(scores.size());
    score_rows(problem, candidates, scores, threads);
    loss.derive({0, kRows}, scores.data(), g.data(), h.data());
    for (std::size_t k = 0; k < loss.outputs(); ++k) {
      for (std::size_t m = 0; m < kColumns; ++m) {
        double slope = problem.ridge() * static_cast<double>(candidates.weights[m * loss.width() + k]);
        for (std::size_t row = 0; row < kRows; ++row)
          slope += static_cast<double>(design.column(m)[row] * g[row * loss.width() + k]);
        EXPECT_NEAR(slope, 0, 0.05) << "column " << m << " of output " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ColumnsOf, testing::Values(0, 2, 3));

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
