#include "method/annealed/pool_settings.h"

#include <algorithm>

#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"

namespace espalier {

Pool make_pool(const PoolSettings& settings, const Loss& loss, const LabelledView& train, std::uint64_t seed,
               Threads& threads) {
  if (!settings.pool.empty()) {
    Pool pool = to_pool(load(settings.pool));
    if (pool.trees.empty()) {
      throw Error(ErrorCode::usage, fmt::format("pool must be a model with trees, got a constant ({})", settings.pool));
    }
    return pool;
  }
  constexpr std::size_t kTreesPerRow = 5;
  PoolOptions options;
  options.loss = loss;
  options.trees = settings.trees ? static_cast<std::size_t>(*settings.trees)
                                 : std::min(kMostTreesOfPool, kTreesPerRow * train.target.rows());
  options.chains = static_cast<std::size_t>(settings.chains);
  options.depths = settings.depths;
  options.rate = settings.rate;
  options.l2 = settings.l2;
  options.min_weight = settings.min_weight;
  options.start_spread = settings.start_spread;
  return grow_pool(train, options, seed, threads);
}

}  // namespace espalier
