#include "method/gif/options.h"

#include <algorithm>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::size_t kAll = 0;  // stands for a window that is larger than any other

// A step up the sorted list, and a step down.
template <class T, class Option>
void add_steps(std::vector<Option> values, T GifSetting::*member, std::vector<GifChange>& changes) {
  const auto rank = [](const auto& value) { return std::pair(value == static_cast<T>(kAll), value); };
  std::ranges::sort(values, {}, [&](const Option& value) { return rank(static_cast<T>(value)); });
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto add = [&](std::vector<Option> sorted) {
    changes.emplace_back([member, sorted = std::move(sorted)](GifSetting& setting) {
      const auto at = std::ranges::find(sorted, static_cast<Option>(setting.*member));
      if (at == sorted.end() || at + 1 == sorted.end()) return false;
      setting.*member = static_cast<T>(*(at + 1));
      return true;
    });
  };
  if (values.size() < 2) return;
  add(values);
  std::ranges::reverse(values);
  add(values);
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
  add_steps(options.rate, &GifSetting::rate, settings.changes);
  add_steps(options.window, &GifSetting::window, settings.changes);
  if (!options.split && !regression) {
    settings.changes.emplace_back([](GifSetting& setting) {
      setting.split = setting.split == GifSplit::global ? GifSplit::local : GifSplit::global;
      return true;
    });
  }
  add_steps(options.trees, &GifSetting::trees, settings.changes);
  return settings;
}

}  // namespace espalier
