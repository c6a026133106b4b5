#include "method/gif_choice.h"

#include <gtest/gtest.h>

#include <atomic>

#include "method/annealed_sample.h"

namespace espalier {
namespace {

constexpr InducedSize kMost = {400, 1U << 30};

bool grow_to(GifGrowth& growth, std::size_t taken) {
  while (growth.forest().taken() < taken) {
    if (!growth.forest().grow(kMost)) return false;
  }
  return true;
}

struct Chosen {
  GifChoice choice;
  int growths = 0;
  std::size_t expected = 0;
};

Chosen choose(const Rows& rows, const GifOptions& options, std::vector<GifSetting> settings, int thread_count = 1) {
  const TrainingSet train = {rows.table, rows.target};
  FitRequest request;
  request.train = &train;
  Threads threads(thread_count);
  const GifData data(train, 2, threads);
  const GifCandidates from = {options, std::move(settings), data, request, 1};
  std::atomic<int> growths = 0;
  Chosen chosen;
  chosen.choice = choose_gif(from, grow_to, [&] { ++growths; }, threads);
  chosen.growths = growths;
  chosen.expected = growths_to_choose(from);
  return chosen;
}

GifOptions quick() {
  GifOptions options;
  options.trees = 20;
  options.refit = {0, 1, 1e6};
  options.patience = 0;
  return options;
}

TEST(GifChoice, TakesTheRateThatLearns) {
  const Rows rows = test::annealed_sample(300, 0, 1);
  const GifSetting slow = {GifLoss::squared, GifSplit::global, 1e-5, 1};
  const GifSetting fast = {GifLoss::squared, GifSplit::global, 0.2, 1};
  GifOptions options = quick();
  options.refit = {0};
  EXPECT_EQ(choose(rows, options, {slow, fast}).choice.setting.rate, 0.2);
  EXPECT_EQ(choose(rows, options, {fast, slow}).choice.setting.rate, 0.2);
}

// So slow that nothing but a refit gets anywhere, and so strong a ridge that the refit does not either.
TEST(GifChoice, TakesTheRidgeThatHelps) {
  const Rows rows = test::annealed_sample(300, 0, 1);
  EXPECT_EQ(choose(rows, quick(), {{GifLoss::squared, GifSplit::global, 1e-4, 1}}).choice.ridge, 1);
}

// Noise alone: the fewer nodes the better.
TEST(GifChoice, StopsBeforeTheBudgetWhereMoreNodesDoHarm) {
  Rows rows = test::annealed_sample(200, 0, 1);
  Random random(1, "noise");
  for (double& y : rows.target.values) y = random.normal();
  GifOptions options = quick();
  options.refit = {0};
  const GifSetting fast = {GifLoss::squared, GifSplit::global, 1, 1};
  const GifChoice whole = choose(rows, options, {fast}).choice;
  ASSERT_TRUE(whole.taken);
  EXPECT_LT(*whole.taken, 100U);
  options.patience = 3;
  const GifChoice impatient = choose(rows, options, {fast}).choice;
  ASSERT_TRUE(impatient.taken);
  EXPECT_LT(*impatient.taken, 100U);
}

TEST(GifChoice, GrowsAForestForEachSettingAndPartAndIsTheSameOnManyThreads) {
  const GifSetting a = {GifLoss::softmax, GifSplit::global, 0.1, 1}, b = {GifLoss::softmax, GifSplit::local, 0.3, 3};
  GifOptions options = quick();
  options.refit = {0};
  for (const std::size_t rows : {300U, 2400U}) {
    const Rows sample = test::annealed_sample(rows, 3, 1);
    const Chosen one = choose(sample, options, {a, b}), many = choose(sample, options, {a, b}, 4);
    EXPECT_EQ(one.growths, rows > 2000 ? 2 : 10);
    EXPECT_EQ(static_cast<std::size_t>(one.growths), one.expected);
    EXPECT_EQ(one.choice.setting.rate, many.choice.setting.rate);
    EXPECT_EQ(one.choice.taken, many.choice.taken);
  }
}

}  // namespace
}  // namespace espalier
