// What the paper leaves to the user is chosen on rows that were not fitted: the number of trees, the window, the rate,
// by what splits are judged, after how many nodes to stop, and what is done to all weights at the end. From a first
// setting one thing after the other is changed, and kept where it does better.
#pragma once

#include <algorithm>
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

// What is chosen from, and on what.
struct GifCandidates {
  const GifOptions& options;
  GifSettings settings;
  const GifData& data;
  const FitRequest& request;
  std::uint64_t seed;
};

// The sizes at which a forest is measured, in nodes taken: each a tenth larger than the one before.
inline std::size_t next_gif_size(std::size_t taken) { return taken + std::max<std::size_t>(1, taken / 10); }

// What choosing needs of who asks for it. Both may be called from several threads at once.
struct GifGrower {
  // Grows a forest to so many nodes or to the end of the budget; whether there may be more.
  std::function<bool(GifGrowth&, std::size_t taken)> grow;
  // One of the growths is over, or, without a forest, was not worth a try.
  std::function<void(const GifGrowth*)> done;
};

// How many forests are grown for it, at most.
std::size_t growths_to_choose(const GifCandidates& from);

// By a hold-out where the request has one or rows are many, otherwise by five folds.
GifChoice choose_gif(const GifCandidates& from, const GifGrower& grower, Threads& threads);

}  // namespace espalier
