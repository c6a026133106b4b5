// The settings that the paper leaves to the user are chosen on rows that were not fitted: the number of trees, the
// window, the rate, how splits are judged, the number of nodes, and the final change of all weights. The search starts
// from a first setting, changes one thing after another, and keeps what does better.
#pragma once

#include <functional>
#include <optional>

#include "espalier/fit.h"
#include "method/gif/growth.h"

namespace espalier {

struct GifChoice {
  GifSetting setting;
  std::optional<std::size_t> taken;  // none: as many nodes as the budget allows
  GifFinish finish;
};

// The data and options of the choice.
struct GifChoiceInput {
  const GifOptions& options;
  GifSettings settings;
  const GifData& data;
  const FitRequest& request;
  std::uint64_t seed;
};

// The callbacks of the choice. Both may be called from several threads at once.
struct GifCallbacks {
  // Grows a forest to this many nodes or to the end of the budget; returns whether it may grow further.
  std::function<bool(GifGrowth&, std::size_t taken)> grow;
  // One of the growths is over or, without a forest, was not worth a try.
  std::function<void(const GifGrowth*)> done;
};

// The maximum number of forests that are grown for the choice.
std::size_t growths_to_choose(const GifChoiceInput& from);

// On a hold-out if the request has one or rows are many, otherwise on five folds.
GifChoice choose_gif(const GifChoiceInput& from, const GifCallbacks& grower, Threads& threads);

}  // namespace espalier
