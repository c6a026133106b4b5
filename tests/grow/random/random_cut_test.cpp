#include "grow/random/random_cut.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "espalier/table.h"
#include "support/tables.h"

namespace espalier {
namespace {

// Columns of few numbers, the same with gaps, categories, the same with gaps, and a single category with gaps; classes,
// numbers and weights are small and whole, so that all sums are exact.
struct Sample {
  static constexpr std::size_t kRows = 200;

  Sample() {
    Draws draws(Random(3, "test"));
    std::vector<float> x, x_gaps;
    std::vector<std::int32_t> z, z_gaps, one;
    for (std::size_t i = 0; i < kRows; ++i) {
      x.push_back(static_cast<float>(draws.below(40)));
      x_gaps.push_back(i % 5 == 0 ? test::kNaN : x.back());
      z.push_back(static_cast<std::int32_t>(draws.below(4)));
      z_gaps.push_back(i % 5 == 0 ? kMissingCode : z.back());
      one.push_back(i % 5 == 0 ? kMissingCode : 1);
      classes.push_back(static_cast<std::int32_t>(draws.below(3)));
      weights.push_back(static_cast<double>(1 + draws.below(3)));
      numbers.push_back(static_cast<double>(draws.below(9)) - 4);
      zero_or_one.push_back(classes.back() == 1 ? 1 : 0);
    }
    const std::vector<std::string> labels = {"a", "b", "c", "d"};
    table = test::table_of({test::numeric("x", x), test::numeric("x gaps", x_gaps), test::categorical("z", labels, z),
                            test::categorical("z gaps", labels, z_gaps), test::categorical("one", labels, one)});
    rows.resize(kRows);
    std::iota(rows.begin(), rows.end(), 0U);
  }

  Table table;
  std::vector<std::int32_t> classes;
  std::vector<double> weights, numbers, zero_or_one;
  std::vector<std::uint32_t> rows;
};

template <class Targets>
void expect_the_same_cuts(const Sample& sample, const SplitTargets& sums, std::uint32_t column) {
  Threads threads(1);
  const TableView view(sample.table);
  const ValueTable table(view, threads);
  Targets targets(sums, LeastLeaf{});
  targets.start(sample.rows);
  targets.enter(0, Sample::kRows);
  RandomCuts<Targets> cuts(table, targets, 1);
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
    EXPECT_EQ(cut.missing_seen, one.missing_seen);
    EXPECT_TRUE(cut.found());
  }
  EXPECT_EQ(draws.bits(), same.bits());
}

template <template <bool> class Targets>
void expect_the_same_cuts_of_all_columns(const Sample& sample, SplitTargets sums) {
  for (std::uint32_t column = 0; column < sample.table.columns.size(); ++column) {
    sums.weights = {};
    expect_the_same_cuts<Targets<false>>(sample, sums, column);
    sums.weights = sample.weights;
    expect_the_same_cuts<Targets<true>>(sample, sums, column);
  }
}

TEST(RandomCuts, ManyAtOnceAreThoseOneAfterTheOther) {
  const Sample sample;
  SplitTargets classes, numbers, two;
  classes.class_count = 3;
  classes.classes = sample.classes;
  expect_the_same_cuts_of_all_columns<ClassTargets>(sample, classes);
  numbers.values = sample.numbers;
  expect_the_same_cuts_of_all_columns<MomentTargets>(sample, numbers);
  two.class_count = 2;
  two.values = sample.zero_or_one;
  expect_the_same_cuts_of_all_columns<MomentTargets>(sample, two);
}

}  // namespace
}  // namespace espalier
