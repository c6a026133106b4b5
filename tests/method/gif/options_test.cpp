#include "method/gif/options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/expect_error.h"
#include "espalier/error.h"

namespace espalier {
namespace {

// All settings that steps lead to, in one order for all.
std::vector<GifSetting> reached(const GifSettings& settings) {
  std::vector<GifSetting> result = {settings.first};
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (const GifChange& change : settings.changes) {
      GifSetting setting = result[i];
      if (change(setting) && std::ranges::find(result, setting) == result.end()) result.push_back(setting);
    }
  }
  return result;
}

TEST(GifSettings, LeadToAllThatTheOptionsList) {
  GifOptions options;
  options.trees = {50, 20};
  options.rate = {0.1, 1, 0.1};
  options.window = {2, 10, 5};
  const GifSettings regression = gif_settings(options, Task::regression);
  EXPECT_EQ(regression.first, (GifSetting{GifLoss::squared, GifSplit::global, 50, 2, 0.1}));
  EXPECT_EQ(reached(regression).size(), 2U * 2 * 3);
  // Classes are also tried with local splits.
  EXPECT_EQ(reached(gif_settings(options, Task::classification)).size(), 2U * 2 * 3 * 2);
  options.split = GifSplit::local;
  EXPECT_EQ(gif_settings(options, Task::classification).first.split, GifSplit::local);
  EXPECT_EQ(reached(gif_settings(options, Task::classification)).size(), 2U * 2 * 3);
  options.trees = options.window = {1};
  options.rate = {1};
  EXPECT_TRUE(gif_settings(options, Task::regression).changes.empty());
}

// A window of all candidates is larger than any other.
TEST(GifSettings, GoStepByStepUpAndDown) {
  GifOptions options;
  options.trees = {1};
  options.rate = {1};
  options.window = {10, 0, 1, 300};
  const GifSettings settings = gif_settings(options, Task::regression);
  ASSERT_EQ(settings.changes.size(), 2U);
  for (const auto& [change, windows] : {std::pair(settings.changes[0], std::vector<std::size_t>{300, 0}),
                                        std::pair(settings.changes[1], std::vector<std::size_t>{1})}) {
    GifSetting setting = settings.first;
    for (const std::size_t window : windows) {
      EXPECT_TRUE(change(setting));
      EXPECT_EQ(setting.window, window);
    }
    EXPECT_FALSE(change(setting));
  }
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
