#include "method/combine_choice.h"

#include <gtest/gtest.h>

#include <atomic>

#include "method/annealed_sample.h"

namespace espalier {
namespace {

struct Choosing {
  explicit Choosing(const Rows& rows) : train{rows.table, rows.target} {}

  CombineChoice operator()(const TrainingSet* validation = nullptr, std::optional<Budget> budget = {}) {
    Threads threads(1);
    const CombineData data(train, validation, threads);
    const CombinerOptions combiner = combiner_options(options, 8);
    return choose_combine({options, combiner, data, budget, 1, [&] { ++rounds; }}, threads);
  }

  const TrainingSet train;
  CombineOptions options;
  std::atomic<int> rounds = 0;
};

// A target of noise is fitted best by next to nothing, one without noise by trees that go on.
TEST(CombineChoice, NoiseTakesFewRounds) {
  Rows rows = test::annealed_sample(600, 0, 1);
  Choosing clear(rows);
  Random random(1, "noise");
  for (double& value : rows.target.values) value = random.normal();
  Choosing noise(rows);
  EXPECT_LT(noise().rounds, 10U);
  EXPECT_GT(clear().rounds, noise().rounds);
}

TEST(CombineChoice, WithoutPatienceAllRoundsAreGrown) {
  const Rows rows = test::annealed_sample(150, 2, 1);
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing.options.rounds = 12;
  const CombineChoice choice = choosing();
  EXPECT_EQ(choice.rounds, 12U);
  EXPECT_EQ(choosing.rounds, 5 * 12);  // five folds
}

TEST(CombineChoice, GivenRowsAreChosenBy) {
  const Rows rows = test::annealed_sample(150, 0, 1), others = test::annealed_sample(100, 0, 2);
  const TrainingSet validation = {others.table, others.target};
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing.options.rounds = 7;
  choosing(&validation);
  EXPECT_EQ(choosing.rounds, 7);
}

TEST(CombineChoice, KeepsToTheBudgetWhileChoosing) {
  const Rows rows = test::annealed_sample(600, 0, 1);
  Choosing choosing(rows);
  choosing.options.patience = 0;
  choosing({}, Budget{40, Unit::leaves});  // eight trees of five leaves
  EXPECT_LE(choosing.rounds, 5);
}

}  // namespace
}  // namespace espalier
