#include "grow/induced/candidate_gains.h"

#include <gtest/gtest.h>

#include <memory>

#include "grow/induced/node_sample.h"

namespace espalier {
namespace {

using test::Sample;

constexpr std::size_t kTrees = 5;
constexpr int kClasses = 3;

std::unique_ptr<NodeLoss> loss_of(int which, const Sample& sample, std::span<const std::uint32_t> rows) {
  const WeightedRows all = {rows, sample.weights};
  if (which == 0) return squared_nodes(sample.values, 2, all);
  if (which == 1) return exponential_nodes(sample.classes, kClasses, all, 3);
  return softmax_nodes(sample.classes, kClasses, all);
}

struct Candidate {
  std::uint32_t tree;
  std::vector<std::uint32_t> rows;
  CandidateGains::Members members() const { return {tree, rows}; }
};

// Candidates that are opened, closed and split at random while rows change: every gain is that of the candidate's rows,
// and the best is the largest. Some rows of the sample are in none.
TEST(CandidateGains, AreThoseOfTheRowsAsTheyAre) {
  for (const int which : {0, 1, 2}) {
    const Sample sample(kClasses, which != 1);
    std::vector<std::uint32_t> rows = sample.all;
    std::erase_if(rows, [](std::uint32_t row) { return row % 7 == 3; });
    const auto loss = loss_of(which, sample, rows);
    CandidateGains gains(*loss, kTrees, sample.all.size());
    std::vector<Candidate> open;
    Random random(static_cast<std::uint64_t>(which), "steps");
    for (std::uint32_t t = 0; t < kTrees; ++t) {
      open.push_back({t, rows});
      gains.open(open.back().members());
    }
    std::vector<double> weight(loss->width());
    for (int step = 0; step < 60 && !open.empty(); ++step) {
      const std::size_t place = random.below(open.size());
      Candidate taken = open[place];
      gains.close(place, taken.members(), open.back().members());
      open[place] = open.back();
      open.pop_back();
      loss->best_weight(taken.rows, {}, weight);
      for (double& each : weight) each *= 0.3;
      gains.note_rows(taken.rows);
      loss->add(taken.rows, weight);
      gains.change_rows(taken.rows);
      random.shuffle(std::span(taken.rows));
      const auto middle = taken.rows.begin() + static_cast<std::ptrdiff_t>(random.below(taken.rows.size() + 1));
      for (Candidate child :
           {Candidate{taken.tree, {taken.rows.begin(), middle}}, Candidate{taken.tree, {middle, taken.rows.end()}}}) {
        if (child.rows.empty()) continue;
        open.push_back(std::move(child));
        gains.open(open.back().members());
      }
      ASSERT_EQ(gains.size(), open.size());
      const std::size_t best = gains.best(random.below(open.size()));
      for (std::size_t i = 0; i < open.size(); ++i) {
        EXPECT_NEAR(gains.gain(i), loss->best_weight(open[i].rows, {}, weight), 1e-5) << which << " at " << step;
        EXPECT_LE(gains.gain(i), gains.gain(best));
      }
    }
    EXPECT_GT(open.size(), 2 * kTrees);
  }
}

TEST(CandidateGains, TakeTheFirstOfEqualOnesFromAPlaceOn) {
  const Sample sample(kClasses, false);
  const auto loss = loss_of(0, sample, sample.all);
  CandidateGains gains(*loss, kTrees, sample.all.size());
  for (std::uint32_t t = 0; t < kTrees; ++t) gains.open({t, sample.node});
  for (std::size_t start = 0; start < kTrees; ++start) EXPECT_EQ(gains.best(start), start);
  gains.close(1, {1, sample.node}, {kTrees - 1, sample.node});
  EXPECT_EQ(gains.size(), kTrees - 1);
  EXPECT_EQ(gains.best(1), 1U);
}

}  // namespace
}  // namespace espalier
