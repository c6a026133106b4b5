#include "method/gif_settings.h"

#include <span>

namespace espalier {

GifSettings gif_settings(const GifOptions& options, Task task) {
  const bool regression = task == Task::regression;
  const GifLoss loss = options.loss.value_or(regression ? GifLoss::squared : GifLoss::softmax);
  if (regression && loss != GifLoss::squared) {
    throw Error(ErrorCode::usage, "loss must be squared for regression");
  }
  const auto trees = static_cast<std::size_t>(options.trees[0]), window = static_cast<std::size_t>(options.window[0]);
  GifSettings settings;
  settings.first = {loss, options.split.value_or(GifSplit::global), trees, window, options.rate[0]};
  for (const int other : std::span(options.window).subspan(1)) {
    settings.changes.emplace_back([=](GifSetting& setting) { setting.window = static_cast<std::size_t>(other); });
  }
  // Where judging splits by the loss does harm, so does taking the best of many.
  if (!options.split && !regression) {
    settings.changes.emplace_back([=](GifSetting& setting) {
      setting.split = GifSplit::local;
      setting.window = window;
    });
  }
  for (const double other : std::span(options.rate).subspan(1)) {
    settings.changes.emplace_back([=](GifSetting& setting) { setting.rate = other; });
  }
  for (const int other : std::span(options.trees).subspan(1)) {
    settings.changes.emplace_back([=](GifSetting& setting) { setting.trees = static_cast<std::size_t>(other); });
  }
  return settings;
}

}  // namespace espalier
