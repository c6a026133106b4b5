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
  int growths = 0, skipped = 0;
  std::size_t expected = 0;
};

Chosen choose(const Rows& rows, const GifOptions& options, GifSettings settings, int thread_count = 1) {
  const TrainingSet train = {rows.table, rows.target};
  FitRequest request;
  request.train = &train;
  Threads threads(thread_count);
  const GifData data(train, train.table, 2, threads);
  const GifCandidates from = {options, std::move(settings), data, request, 1};
  std::atomic<int> growths = 0, skipped = 0;
  const GifGrower grower = {grow_to, [&](const GifGrowth* growth) { ++(growth != nullptr ? growths : skipped); }};
  Chosen chosen;
  chosen.choice = choose_gif(from, grower, threads);
  chosen.growths = growths;
  chosen.skipped = skipped;
  chosen.expected = growths_to_choose(from);
  return chosen;
}

GifOptions quick() {
  GifOptions options;
  options.refit = {0, 1, 1e6};
  options.patience = 0;
  return options;
}

GifSetting with_rate(double rate) { return {GifLoss::squared, GifSplit::global, 20, 1, rate}; }

TEST(GifChoice, KeepsAChangeThatHelpsAndNoOther) {
  const Rows rows = test::annealed_sample(300, 0, 1);
  GifOptions options = quick();
  options.refit = {0};
  const auto fast = [](GifSetting& setting) {
    setting.rate = 0.2;
    return true;
  };
  const auto slow = [](GifSetting& setting) {
    setting.rate = 1e-5;
    return true;
  };
  EXPECT_EQ(choose(rows, options, {with_rate(1e-5), {fast}}).choice.setting.rate, 0.2);
  EXPECT_EQ(choose(rows, options, {with_rate(0.2), {slow}}).choice.setting.rate, 0.2);
  const auto few = [](GifSetting& setting) {
    setting.trees = 1;
    return true;
  };
  const GifSetting both = choose(rows, options, {with_rate(1e-5), {fast, few}}).choice.setting;
  EXPECT_EQ(both.rate, 0.2);
  EXPECT_EQ(both.trees, 20U);
}

// So slow that nothing but a refit gets anywhere, and so strong a ridge that the refit does not either.
TEST(GifChoice, TakesTheRidgeThatHelps) {
  const Rows rows = test::annealed_sample(300, 0, 1);
  EXPECT_EQ(choose(rows, quick(), {with_rate(1e-4), {}}).choice.ridge, 1);
}

// Noise alone: the fewer nodes the better.
TEST(GifChoice, StopsBeforeTheBudgetWhereMoreNodesDoHarm) {
  Rows rows = test::annealed_sample(200, 0, 1);
  Random random(1, "noise");
  for (double& y : rows.target.values) y = random.normal();
  GifOptions options = quick();
  options.refit = {0};
  for (const int patience : {0, 3}) {
    options.patience = patience;
    const GifChoice choice = choose(rows, options, {with_rate(1), {}}).choice;
    ASSERT_TRUE(choice.taken);
    EXPECT_LT(*choice.taken, 100U);
  }
}

// A refit that is far better than what has grown so far must not look as if growth did harm.
TEST(GifChoice, GoesOnWhereMoreNodesHelpThoughARefitIsAhead) {
  const Rows rows = test::annealed_sample(300, 0, 1);
  GifOptions options = quick();
  options.refit = {0, 100};
  options.patience = 3;
  const GifChoice choice = choose(rows, options, {with_rate(0.01), {}}).choice;
  EXPECT_EQ(choice.ridge, 100);
  EXPECT_TRUE(!choice.taken || *choice.taken > 100U) << *choice.taken;
}

TEST(GifChoice, GrowsAForestForEachSettingAndPartAndIsTheSameOnManyThreads) {
  const GifSetting first = {GifLoss::softmax, GifSplit::global, 20, 1, 0.1};
  const auto local = [](GifSetting& setting) {
    setting.split = GifSplit::local;
    return true;
  };
  GifOptions options = quick();
  options.refit = {0};
  const auto nothing = [](GifSetting&) { return false; };
  for (const std::size_t rows : {300U, 5100U}) {
    const Rows sample = test::annealed_sample(rows, 3, 1);
    const GifSettings settings = {first, {nothing, local}};
    const Chosen one = choose(sample, options, settings), many = choose(sample, options, settings, 4);
    EXPECT_EQ(one.growths, rows > 5000 ? 2 : 10);
    EXPECT_EQ(one.skipped, rows > 5000 ? 1 : 5);
    EXPECT_EQ(static_cast<std::size_t>(one.growths + one.skipped), one.expected);
    EXPECT_EQ(one.choice.setting, many.choice.setting);
    EXPECT_EQ(one.choice.taken, many.choice.taken);
  }
}

}  // namespace
}  // namespace espalier
