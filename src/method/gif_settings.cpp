#include "method/gif_settings.h"

namespace espalier {

std::vector<GifSetting> gif_settings(const GifOptions& options, Task task) {
  const bool regression = task == Task::regression;
  const GifLoss loss = options.loss.value_or(regression ? GifLoss::squared : GifLoss::softmax);
  if (regression && loss != GifLoss::squared) {
    throw Error(ErrorCode::usage, "loss must be squared for regression");
  }
  std::vector<GifSplit> splits = {options.split.value_or(GifSplit::global)};
  if (!options.split && !regression) splits.push_back(GifSplit::local);
  std::vector<GifSetting> settings;
  for (const GifSplit split : splits) {
    for (const double rate : options.rate) {
      for (const int window : options.window) settings.push_back({loss, split, rate, static_cast<std::size_t>(window)});
    }
  }
  return settings;
}

}  // namespace espalier
