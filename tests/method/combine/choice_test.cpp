#include "method/combine/choice.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

struct Choosing {
  explicit Choosing(const LabelledRows& rows) : train{rows.table, rows.target} {}

  CombineChoice operator()(const LabelledView* validation = nullptr, std::optional<Budget> budget = {}) {
    Threads threads(1);
    const CombineData data(train, validation, threads);
    const CombinerOptions combiner = combiner_options(options, 8, train.target.rows());
    const CombineLimits limits = {budget, 0, options.refit[0]};
    return choose_combine({options, combiner, data, limits, 1, [&] { ++rounds; }}, threads);
  }

  const LabelledView train;
  CombineOptions options;
  std::atomic<int> rounds = 0;
};

// A target of noise is fitted best by next to nothing, one without noise by trees that go on.
TEST(CombineChoice, NoiseTakesFewRounds) {
  LabelledRows rows = test::annealed_sample(600, 0, 1);
  Choosing clear(rows);
  Random random(1, "noise");
  for (double& value : rows.target.values) value = random.normal();
  Choosing noise(rows);
  EXPECT_LT(noise().rounds, 10U);
  EXPECT_GT(clear().rounds, noise().rounds);
}

TEST(CombineChoice, NoTreeAtAllMayBeBest) {
  std::size_t constants = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    LabelledRows rows = test::annealed_sample(600, 0, 1);
    Random random(seed, "noise");
    for (double& value : rows.target.values) value = random.normal();
    constants += Choosing(rows)().rounds == 0;
  }
  EXPECT_GE(constants, 1U);
}

TEST(CombineChoice, WithoutPatienceAllRoundsAreGrown) {
  const LabelledRows rows = test::annealed_sample(150, 2, 1);
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing.options.rounds = 12;
  const CombineChoice choice = choosing();
  EXPECT_EQ(choice.rounds, 12U);
  EXPECT_EQ(choosing.rounds, 5 * 12);  // five folds
}

// A plane, which leaves that are fitted together come closer to than means.
LabelledRows plane() {
  LabelledRows rows = test::annealed_sample(600, 0, 1);
  for (std::size_t row = 0; row < 600; ++row)
    rows.target.values[row] = static_cast<double>(rows.table.columns[0].values[row]) +
                              2 * static_cast<double>(rows.table.columns[2].values[row]);
  return rows;
}

// A ridge that leaves the means as they are, 0 or huge, against one that moves them, whether or not the size is chosen.
TEST(CombineChoice, TakesTheRidgeThatDoesBest) {
  constexpr double kHuge = 1e9;
  const LabelledRows noisy = test::annealed_sample(600, 0, 1), smooth = plane();
  for (const int patience : {0, 6}) {
    const auto chosen = [&](const LabelledRows& rows, const std::vector<double>& refit) {
      Choosing choosing(rows);
      choosing.options.rounds = 40;
      choosing.options.patience = patience;
      choosing.options.refit = refit;
      return choosing().ridge;
    };
    EXPECT_EQ(chosen(smooth, {0, 1}), 1);
    EXPECT_EQ(chosen(smooth, {1, kHuge}), 1);
    EXPECT_EQ(chosen(noisy, {0, 1e-3}), 0);
    EXPECT_EQ(chosen(noisy, {1e-3, kHuge}), kHuge);
  }
}

// It must not drift to an end of the list.
TEST(CombineChoice, AListWithoutZeroTakesTheSameRidge) {
  const LabelledRows rows = plane();
  const std::vector<double> ridges = {1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000, 1e4};
  Choosing with(rows), without(rows);
  without.options.refit = ridges;
  with.options.refit = ridges;
  with.options.refit.insert(with.options.refit.begin(), 0.0);
  EXPECT_LE(without().ridge, 11 * with().ridge);
  EXPECT_GE(without().ridge, with().ridge / 11);
}

TEST(CombineChoice, GivenRowsAreChosenBy) {
  const LabelledRows rows = test::annealed_sample(150, 0, 1), others = test::annealed_sample(100, 0, 2);
  const LabelledView validation = {others.table, others.target};
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing.options.rounds = 7;
  choosing(&validation);
  EXPECT_EQ(choosing.rounds, 7);
}

TEST(CombineChoice, KeepsToTheBudgetWhileChoosing) {
  const LabelledRows rows = test::annealed_sample(600, 0, 1);
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing({}, Budget{40, Unit::leaves});  // eight trees of five leaves
  EXPECT_LE(choosing.rounds, 5);
}

}  // namespace
}  // namespace espalier
