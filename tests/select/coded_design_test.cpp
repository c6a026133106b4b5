#include "select/coded_design.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "espalier/loss.h"
#include "select/anneal/candidates.h"
#include "select/anneal/column_descent.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 2500, kLabels = 7;

// A numeric column, labels of which some rows have none, another numeric column, and again labels.
CodedDesign coded() {
  Random random(1, "coded design");
  std::vector<CodedColumn> columns(4);
  for (const std::size_t c : {0U, 2U})
    for (std::size_t row = 0; row < kRows; ++row) columns[c].numbers.push_back(static_cast<float>(random.normal()));
  for (const std::size_t c : {1U, 3U}) {
    for (std::size_t label = 0; label < kLabels; ++label)
      columns[c].labels.push_back({1 + static_cast<float>(label), -0.25F * static_cast<float>(label)});
    for (std::size_t row = 0; row < kRows; ++row)
      columns[c].codes.push_back(static_cast<std::int32_t>(random.below(kLabels + 1)) - 1);
  }
  return {std::move(columns), kRows};
}

// The same columns, written out.
ColumnDesign written_out(const CodedDesign& design) {
  std::vector<float> values;
  for (const CodedColumn& column : design.columns()) {
    values.insert(values.end(), column.numbers.begin(), column.numbers.end());
    for (std::size_t label = 0; label < column.labels.size(); ++label)
      for (const std::int32_t code : column.codes)
        values.push_back(code == static_cast<std::int32_t>(label) ? column.labels[label].with
                                                                  : column.labels[label].without);
  }
  return {std::move(values), kRows};
}

std::vector<float> random_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed, "numbers");
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.normal());
  return numbers;
}

class CodedBlocks : public testing::TestWithParam<std::size_t> {};

TEST_P(CodedBlocks, HaveTheSumsOfTheColumnsWrittenOut) {
  const std::size_t width = GetParam();
  const CodedDesign design = coded();
  const ColumnDesign plain = written_out(design);
  ASSERT_EQ(design.members(), plain.members());
  for (const std::vector<std::uint32_t>& members :
       {std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {2, 5, 8, 9, 15},
        {0, 8},
        {}}) {
    const auto block = design.block(members), expected = plain.block(members);
    const RowRange rows{300, 2200};
    const std::vector<float> of_rows = random_numbers(rows.size() * width, 1);
    const std::vector<float> weights = random_numbers(members.size() * width, 2);
    DerivativeSums sums, right;
    sums.assign(members.size() * width);
    right.assign(members.size() * width);
    block->add_sums(rows, {of_rows.data(), of_rows.data()}, width, sums);
    expected->add_sums(rows, {of_rows.data(), of_rows.data()}, width, right);
    std::vector<double> products(members.size() * width);
    block->add_products(rows, of_rows.data(), width, products);
    for (std::size_t j = 0; j < products.size(); ++j) {
      EXPECT_NEAR(sums.gradients[j], right.gradients[j], 1e-6);
      EXPECT_NEAR(sums.hessians[j], right.hessians[j], 1e-5);
      EXPECT_EQ(products[j], sums.gradients[j]);
    }
    std::vector<float> scores(rows.size() * width, 0.5F), right_scores = scores;
    block->add_scores(rows, weights.data(), width, scores.data());
    expected->add_scores(rows, weights.data(), width, right_scores.data());
    for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(scores[i], right_scores[i], 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, CodedBlocks, testing::Values(1, 4));

TEST(CodedDesign, HasTheGradientsOfTheColumnsWrittenOut) {
  const CodedDesign design = coded();
  const ColumnDesign plain = written_out(design);
  const std::vector<std::uint32_t> members = {0, 2, 3, 9, 14};
  const std::vector<float> weights = random_numbers(design.members() * 4, 3);
  const GradientRule rule = [](RowRange, std::span<const float> scores, std::span<float> gradients) {
    for (std::size_t i = 0; i < scores.size(); ++i) gradients[i] = 2 * scores[i] - 1;
  };
  Threads one(1), several(3);
  const std::vector<double> sums = design.gradient_sums(members, weights, 4, 3, rule, one);
  const std::vector<double> right = plain.gradient_sums(members, weights, 4, 3, rule, one);
  ASSERT_EQ(sums.size(), right.size());
  for (std::size_t j = 0; j < sums.size(); ++j) EXPECT_NEAR(sums[j], right[j], 1e-2);
  EXPECT_EQ(design.gradient_sums(members, weights, 4, 3, rule, several), sums);
}

// The least objective is the same, whatever the columns are kept as.
TEST(CodedDesign, IsFittedLikeTheColumnsWrittenOut) {
  const CodedDesign design = coded();
  const ColumnDesign plain = written_out(design);
  std::vector<std::int32_t> classes;
  Random random(4, "classes");
  for (std::size_t row = 0; row < kRows; ++row)
    classes.push_back(plain.column(0)[row] + plain.column(3)[row] - plain.column(10)[row] + random.normal() > 0);
  const RowLoss loss(LogisticLoss{}, test::classes(classes));
  Threads threads(2);
  std::vector<double> objectives;
  for (const Design* of : {static_cast<const Design*>(&design), static_cast<const Design*>(&plain)}) {
    Problem problem{*of, loss};
    problem.shrinkage = 3;
    problem.row_weight = row_weights(*of, loss, threads);
    Candidates candidates = all_candidates(problem);
    ColumnDescent descent(problem, threads);
    double objective = 0;
    for (int step = 0; step < 60; ++step) objective = descent.step(candidates);
    objectives.push_back(objective);
    EXPECT_NEAR(problem.row_weight[4], row_weights(plain, loss, threads)[4], 1e-2);
  }
  EXPECT_NEAR(objectives[0], objectives[1], 1e-3 * objectives[1]);
}

}  // namespace
}  // namespace espalier
