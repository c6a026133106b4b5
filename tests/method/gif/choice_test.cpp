#include "method/gif/choice.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>

#include "espalier/labelled.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

constexpr std::size_t kMost = 400;  // nodes

struct Chosen {
  GifChoice choice;
  int growths = 0, skipped = 0;
  std::size_t expected = 0;
};

struct More {
  int threads = 1;
  std::size_t nodes = kMost;
  const LabelledRows* validation = nullptr;
};

Chosen choose(const LabelledRows& rows, const GifOptions& options, GifSettings settings, const More& more = {}) {
  const LabelledView train = {rows.table, rows.target};
  FitRequest request;
  request.train = &train;
  std::optional<LabelledView> validation;
  if (more.validation != nullptr) validation.emplace(LabelledView{more.validation->table, more.validation->target});
  if (validation) request.validation = &*validation;
  Threads threads(more.threads);
  const GifData data(train, train.table, 2, threads);
  const GifChoiceInput from = {options, std::move(settings), data, request, 1};
  std::atomic<int> growths = 0, skipped = 0;
  const auto grow_to = [&](GifGrowth& growth, std::size_t taken) {
    while (growth.forest().taken() < taken) {
      if (!growth.forest().grow({more.nodes, 1U << 30})) return false;
    }
    return true;
  };
  const GifCallbacks grower = {grow_to, [&](const GifGrowth* growth) { ++(growth != nullptr ? growths : skipped); }};
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
  options.scale = {1};
  options.patience = 0;
  return options;
}

GifSetting with_rate(double rate) { return {GifLoss::squared, GifSplit::global, 20, 1, rate}; }

TEST(GifChoice, KeepsAChangeThatHelpsAndNoOther) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
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
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  EXPECT_EQ(choose(rows, quick(), {with_rate(1e-4), {}}).choice.finish.ridge, 1);
}

// Noise alone: the fewer nodes the better.
TEST(GifChoice, StopsBeforeTheBudgetWhereMoreNodesDoHarm) {
  LabelledRows rows = test::annealed_sample(200, 0, 1);
  Random random(1, "noise");
  for (double& y : rows.target.values) y = random.normal();
  GifOptions options = quick();
  options.refit = {0};
  options.patience = 3;
  const GifChoice choice = choose(rows, options, {with_rate(1), {}}).choice;
  ASSERT_TRUE(choice.taken);
  EXPECT_LT(*choice.taken, 10U);
  options.patience = 0;
  EXPECT_FALSE(choose(rows, options, {with_rate(1), {}}).choice.taken);
}

// Two steps of a list, of which the first alone is worse than nothing, are not tried; after another step they may be.
TEST(GifChoice, ComesBackToWhatDidNotHelpAtFirst) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  GifOptions options = quick();
  options.refit = {0};
  // More trees are worth a try only with the faster rate.
  const GifChange more_trees = [](GifSetting& setting) {
    if (setting.rate < 0.1) return false;
    setting.trees = 30;
    return true;
  };
  const GifChange faster = [](GifSetting& setting) {
    if (setting.rate > 0.1) return false;
    setting.rate *= 100;
    return true;
  };
  const Chosen chosen =
      choose(rows, options, {{GifLoss::squared, GifSplit::global, 1, 1, 0.002}, {more_trees, faster}});
  EXPECT_EQ(chosen.choice.setting, (GifSetting{GifLoss::squared, GifSplit::global, 30, 1, 0.2}));
  EXPECT_EQ(chosen.growths, 3 * 5);
}

// Where a little more than nothing is left to gain, nodes are spared.
TEST(GifChoice, TakesNoNodesForNextToNothing) {
  LabelledRows rows = test::annealed_sample(200, 0, 1);
  for (std::size_t i = 0; i < 200; ++i) rows.target.values[i] = rows.table.columns[0].values[i] > 0.5F ? 1 : 0;
  GifOptions options = quick();
  options.refit = {0};
  options.patience = 8;
  const GifChoice choice = choose(rows, options, {with_rate(1), {}}, {.nodes = 5000}).choice;
  ASSERT_TRUE(choice.taken);
  EXPECT_LT(*choice.taken, 1000U);
}

// As slow as this, the scores are much too near to one another.
TEST(GifChoice, ScalesWhatGrewTooSlowly) {
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  GifOptions options = quick();
  options.refit = {0};
  options.scale = {0.5, 1, 2, 4};
  for (const GifLoss loss : {GifLoss::softmax, GifLoss::exponential}) {
    EXPECT_EQ(choose(rows, options, {{loss, GifSplit::local, 20, 1, 0.002}, {}}).choice.finish.scale, 4);
    EXPECT_LT(choose(rows, options, {{loss, GifSplit::local, 20, 1, 1}, {}}).choice.finish.scale, 4);
  }
}

// Beyond a few hundred nodes only the ridges beside the best so far are tried; noise wants a strong one.
TEST(GifChoice, FindsTheRidgeOfALargeForest) {
  LabelledRows rows = test::annealed_sample(400, 0, 1);
  Random random(1, "noise");
  for (double& y : rows.target.values) y += 10 * random.normal();
  GifOptions options = quick();
  options.refit = {0, 1, 10, 100, 1000, 1e4, 1e5};
  EXPECT_GE(choose(rows, options, {with_rate(0.1), {}}, {.nodes = 3000}).choice.finish.ridge, 100);
}

// The rows of a validation set are measured on, and all others fitted: here they say the opposite.
TEST(GifChoice, IsByTheRowsOfAValidationSet) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  LabelledRows opposite = rows;
  for (double& y : opposite.target.values) y = -y;
  GifOptions options = quick();
  options.refit = {0};
  options.patience = 3;
  const Chosen chosen = choose(rows, options, {with_rate(0.5), {}}, {.validation = &opposite});
  ASSERT_TRUE(chosen.choice.taken);
  EXPECT_LT(*chosen.choice.taken, 20U);
  EXPECT_EQ(chosen.growths, 1);
  const Chosen same = choose(rows, options, {with_rate(0.5), {}}, {.validation = &rows});
  EXPECT_FALSE(same.choice.taken);
}

// A refit that is far better than what has grown so far must not look as if growth did harm.
TEST(GifChoice, GoesOnWhereMoreNodesHelpThoughARefitIsAhead) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  GifOptions options = quick();
  options.refit = {0, 100};
  options.patience = 3;
  const GifChoice choice = choose(rows, options, {with_rate(0.01), {}}).choice;
  EXPECT_EQ(choice.finish.ridge, 100);
  EXPECT_TRUE(!choice.taken || *choice.taken > 100U) << *choice.taken;
}

TEST(GifChoice, GrowsAForestForEachSettingAndPartAndIsTheSameOnManyThreads) {
  const GifChange local = [](GifSetting& setting) {
    setting.split = GifSplit::local;
    return true;
  };
  const GifChange nothing = [](GifSetting&) { return false; };
  for (const int classes : {0, 3}) {
    const GifLoss loss = classes > 0 ? GifLoss::softmax : GifLoss::squared;
    const GifSettings settings = {{loss, GifSplit::global, 20, 1, 0.1}, {nothing, local}};
    GifOptions options = quick();
    if (classes > 0) options.refit = {0};
    if (classes > 0) options.scale = {0.7, 1, 1.4};
    options.patience = 8;
    for (const std::size_t rows : {300U, 5100U}) {
      const LabelledRows sample = test::annealed_sample(rows, classes, 1);
      const Chosen one = choose(sample, options, settings), many = choose(sample, options, settings, {.threads = 4});
      EXPECT_EQ(one.growths, rows > 5000 ? 2 : 10);
      EXPECT_EQ(static_cast<std::size_t>(one.growths + one.skipped), one.expected);
      EXPECT_EQ(one.choice.setting, many.choice.setting);
      EXPECT_EQ(one.choice.taken, many.choice.taken);
      EXPECT_EQ(one.choice.finish.ridge, many.choice.finish.ridge);
      EXPECT_EQ(one.choice.finish.scale, many.choice.finish.scale);
    }
  }
}

}  // namespace
}  // namespace espalier
