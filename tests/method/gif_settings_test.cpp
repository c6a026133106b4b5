#include "method/gif_settings.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"

namespace espalier {
namespace {

TEST(GifSettings, AreOneForEachSplitRateAndWindow) {
  GifOptions options;
  options.rate = {0.03, 0.1};
  options.window = {1, 10};
  EXPECT_EQ(gif_settings(options, Task::regression).size(), 4U);
  const std::vector<GifSetting> classes = gif_settings(options, Task::classification);
  ASSERT_EQ(classes.size(), 8U);
  EXPECT_EQ(classes[0].split, GifSplit::global);
  EXPECT_EQ(classes[7].split, GifSplit::local);
  EXPECT_EQ(classes[7].rate, 0.1);
  EXPECT_EQ(classes[7].window, 10U);
  options.split = GifSplit::local;
  EXPECT_EQ(gif_settings(options, Task::classification).size(), 4U);
}

TEST(GifSettings, HaveTheLossOfTheTask) {
  GifOptions options;
  EXPECT_EQ(gif_settings(options, Task::regression)[0].loss, GifLoss::squared);
  EXPECT_EQ(gif_settings(options, Task::classification)[0].loss, GifLoss::softmax);
  options.loss = GifLoss::exponential;
  EXPECT_EQ(gif_settings(options, Task::classification)[0].loss, GifLoss::exponential);
  EXPECT_ERROR(gif_settings(options, Task::regression), ErrorCode::usage, "loss must be squared for regression");
}

}  // namespace
}  // namespace espalier
