#include "method/gif_settings.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"

namespace espalier {
namespace {

TEST(GifSettings, ChangeOneThingAfterTheOther) {
  GifOptions options;
  options.trees = {50, 20};
  options.rate = {0.1, 0.03, 0.5};
  options.window = {2, 10};
  const GifSettings regression = gif_settings(options, Task::regression);
  EXPECT_EQ(regression.first, (GifSetting{GifLoss::squared, GifSplit::global, 50, 2, 0.1}));
  ASSERT_EQ(regression.changes.size(), 4U);
  GifSetting setting = regression.first;
  for (const auto& change : regression.changes) change(setting);
  EXPECT_EQ(setting, (GifSetting{GifLoss::squared, GifSplit::global, 20, 10, 0.5}));
  // Classes are also tried with local splits, and then with the first window.
  const GifSettings classes = gif_settings(options, Task::classification);
  ASSERT_EQ(classes.changes.size(), 5U);
  classes.changes[1](setting);
  EXPECT_EQ(setting, (GifSetting{GifLoss::squared, GifSplit::local, 20, 2, 0.5}));
  options.split = GifSplit::local;
  EXPECT_EQ(gif_settings(options, Task::classification).changes.size(), 4U);
  EXPECT_EQ(gif_settings(options, Task::classification).first.split, GifSplit::local);
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
