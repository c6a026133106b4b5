#include "method/annealed/pool_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"

namespace espalier {

Pool make_pool(const PoolOptions& options, const Loss& loss, const LabelledView& train, std::uint64_t seed,
               Threads& threads) {
  if (!options.pool.empty()) {
    Pool pool = to_pool(load(options.pool));
    if (pool.trees.empty()) {
      throw Error(ErrorCode::usage, fmt::format("pool must be a model with trees, got a constant ({})", options.pool));
    }
    return pool;
  }
  constexpr std::size_t kTreesPerRow = 5;
  ChainOptions chains;
  chains.loss = loss;
  chains.trees = options.trees ? static_cast<std::size_t>(*options.trees)
                               : std::min(kMostTreesOfPool, kTreesPerRow * train.target.rows());
  chains.chains = static_cast<std::size_t>(options.chains);
  chains.depths = options.depths;
  chains.rate = options.rate;
  chains.l2 = options.l2;
  chains.min_weight = options.min_weight;
  chains.start_spread = options.start_spread;
  return grow_pool(train, chains, seed, threads);
}

}  // namespace espalier
