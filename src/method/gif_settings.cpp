#include "method/gif_settings.h"

#include <algorithm>

namespace espalier {
namespace {

// Upwards from the first value, then downwards.
template <class T, class Option>
void add_changes(const std::vector<Option>& listed, T GifSetting::*member, std::vector<GifChange>& changes) {
  std::vector<Option> values = listed;
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  const auto first = static_cast<std::size_t>(std::ranges::find(values, listed[0]) - values.begin());
  const auto add = [&](std::size_t from, std::size_t to) {
    changes.emplace_back(
        [member, from = static_cast<T>(values[from]), to = static_cast<T>(values[to])](GifSetting& setting) {
          if (setting.*member != from) return false;
          setting.*member = to;
          return true;
        });
  };
  for (std::size_t i = first; i + 1 < values.size(); ++i) add(i, i + 1);
  for (std::size_t i = first; i > 0; --i) add(i, i - 1);
}

}  // namespace

GifSettings gif_settings(const GifOptions& options, Task task) {
  const bool regression = task == Task::regression;
  const GifLoss loss = options.loss.value_or(regression ? GifLoss::squared : GifLoss::softmax);
  if (regression && loss != GifLoss::squared) {
    throw Error(ErrorCode::usage, "loss must be squared for regression");
  }
  const auto trees = static_cast<std::size_t>(options.trees[0]), window = static_cast<std::size_t>(options.window[0]);
  GifSettings settings;
  settings.first = {loss, options.split.value_or(GifSplit::global), trees, window, options.rate[0]};
  add_changes(options.window, &GifSetting::window, settings.changes);
  // Where judging splits by the loss does harm, so does taking the best of many.
  if (!options.split && !regression) {
    settings.changes.emplace_back([=](GifSetting& setting) {
      setting.split = GifSplit::local;
      setting.window = window;
      return true;
    });
  }
  add_changes(options.rate, &GifSetting::rate, settings.changes);
  add_changes(options.trees, &GifSetting::trees, settings.changes);
  return settings;
}

}  // namespace espalier
