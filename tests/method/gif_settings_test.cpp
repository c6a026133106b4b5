#include "method/gif_settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/expect_error.h"

namespace espalier {
namespace {

TEST(GifSettings, ChangeOneThingAfterTheOther) {
  GifOptions options;
  options.trees = {50, 20};
  options.rate = {0.1};
  options.window = {2, 10};
  const GifSettings regression = gif_settings(options, Task::regression);
  EXPECT_EQ(regression.first, (GifSetting{GifLoss::squared, GifSplit::global, 50, 2, 0.1}));
  ASSERT_EQ(regression.changes.size(), 2U);
  GifSetting setting = regression.first;
  for (const GifChange& change : regression.changes) EXPECT_TRUE(change(setting));
  EXPECT_EQ(setting, (GifSetting{GifLoss::squared, GifSplit::global, 20, 10, 0.1}));
  // Classes are also tried with local splits, and then with the first window.
  const GifSettings classes = gif_settings(options, Task::classification);
  ASSERT_EQ(classes.changes.size(), 3U);
  EXPECT_TRUE(classes.changes[1](setting));
  EXPECT_EQ(setting, (GifSetting{GifLoss::squared, GifSplit::local, 20, 2, 0.1}));
  options.split = GifSplit::local;
  EXPECT_EQ(gif_settings(options, Task::classification).changes.size(), 2U);
  EXPECT_EQ(gif_settings(options, Task::classification).first.split, GifSplit::local);
}

// The rates that are tried if those in `better` are kept.
std::vector<double> tried(const std::vector<double>& rates, const std::vector<double>& better) {
  GifOptions options;
  options.rate = rates;
  options.trees = options.window = {1};
  const GifSettings settings = gif_settings(options, Task::regression);
  GifSetting best = settings.first;
  std::vector<double> result;
  for (const GifChange& change : settings.changes) {
    GifSetting setting = best;
    if (!change(setting)) continue;
    result.push_back(setting.rate);
    if (std::ranges::find(better, setting.rate) != better.end()) best = setting;
  }
  return result;
}

TEST(GifSettings, GoFartherFromTheFirstOfAListOnlyWhereThatHelped) {
  const std::vector<double> rates = {0.1, 1, 0.03, 0.3, 0.01, 0.3};
  EXPECT_EQ(tried(rates, {}), (std::vector<double>{0.3, 0.03}));
  EXPECT_EQ(tried(rates, {0.3}), (std::vector<double>{0.3, 1}));
  EXPECT_EQ(tried(rates, {0.3, 1}), (std::vector<double>{0.3, 1}));
  EXPECT_EQ(tried(rates, {0.03}), (std::vector<double>{0.3, 0.03, 0.01}));
  EXPECT_EQ(tried({0.1}, {}), std::vector<double>{});
}

TEST(GifSettings, HaveTheLossOfTheTask) {
  GifOptions options;
  EXPECT_EQ(gif_settings(options, Task::regression).first.loss, GifLoss::squared);
  EXPECT_EQ(gif_settings(options, Task::classification).first.loss, GifLoss::softmax);
  options.loss = GifLoss::exponential;
  EXPECT_EQ(gif_settings(options, Task::classification).first.loss, GifLoss::exponential);
  EXPECT_ERROR(gif_settings(options, Task::regression), ErrorCode::usage, "loss must be squared for regression");
}

}  // namespace
}  // namespace espalier
