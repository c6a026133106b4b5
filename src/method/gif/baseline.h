// The paper's baselines: the budget is spent on an average of trees, whose leaves are split in a simple order.
#pragma once

#include "espalier/fit.h"
#include "espalier/run.h"
#include "method/gif/options.h"

namespace espalier {

// `options.grow` is one of the baselines.
FitResult fit_gif_baseline(const GifOptions& options, const FitRequest& request, const Run& run);

}  // namespace espalier
