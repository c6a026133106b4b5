#include "grow/random/random_cut.h"

#include <gtest/gtest.h>

#include <numeric>

#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

// Rows of three classes; a column of few numbers, the same with gaps, and one of categories.
struct Sample {
  static constexpr std::size_t kRows = 200;

  Sample() {
    Draws draws(Random(3, "test"));
    std::vector<float> numbers, gaps;
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < kRows; ++i) {
      numbers.push_back(static_cast<float>(draws.below(40)));
      gaps.push_back(i % 5 == 0 ? test::kNaN : numbers.back());
      codes.push_back(static_cast<std::int32_t>(draws.below(4)));
      classes.push_back(static_cast<std::int32_t>(draws.below(3)));
      weights.push_back(static_cast<double>(1 + draws.below(3)));
    }
    table = test::table_of(
        {test::numeric("x", numbers), test::numeric("y", gaps), test::categorical("z", {"a", "b", "c", "d"}, codes)});
    rows.resize(kRows);
    std::iota(rows.begin(), rows.end(), 0U);
  }

  Table table;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  std::vector<std::uint32_t> rows;
};

template <bool weighted>
void expect_the_same_cuts(std::uint32_t column) {
  const Sample sample;
  SplitTargets sums;
  sums.class_count = 3;
  sums.classes = sample.classes;
  if (weighted) sums.weights = sample.weights;
  Threads threads(1);
  const TableView view(sample.table);
  const ValueTable table(view, threads);
  ClassTargets<weighted> targets(sums, LeastLeaf{});
  targets.start(sample.rows);
  targets.enter(0, Sample::kRows);
  RandomCuts<ClassTargets<weighted>> cuts(table, targets, 1);
  cuts.enter(sample.rows);
  std::vector<std::vector<float>> values(1, std::vector<float>(Sample::kRows + kPadding));
  table.gather({&column, 1}, sample.rows, values);
  const Candidate candidate = {column, values[0].data(), range_of(values[0].data(), Sample::kRows), sample.rows};

  Draws draws(Random(7, "test")), same(Random(7, "test"));
  std::vector<NodeCut> many;
  cuts.draw_many(candidate, 20, draws, many);
  ASSERT_EQ(many.size(), 20U);
  for (const NodeCut& cut : many) {
    const NodeCut one = cuts.draw(candidate, same);
    EXPECT_EQ(cut.gain, one.gain);
    EXPECT_EQ(cut.threshold, one.threshold);
    EXPECT_EQ(cut.column, one.column);
    EXPECT_EQ(cut.left_codes, one.left_codes);
    EXPECT_EQ(cut.missing_left, one.missing_left);
    EXPECT_TRUE(cut.found());
  }
  EXPECT_EQ(draws.bits(), same.bits());
}

TEST(RandomCuts, ManyAtOnceAreThoseOneAfterTheOther) {
  for (const std::uint32_t column : {0U, 1U, 2U}) {
    expect_the_same_cuts<false>(column);
    expect_the_same_cuts<true>(column);
  }
}

}  // namespace
}  // namespace espalier
