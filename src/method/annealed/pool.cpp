#include "method/annealed/pool.h"

#include <algorithm>

#include "base/random.h"
#include "espalier/labelled.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/boosting/boost.h"
#include "method/rows/training_bins.h"
#include "model/deviation.h"

namespace espalier {
namespace {

BoosterOptions booster_options(const ChainOptions& options, std::size_t chain) {
  BoosterOptions boost;
  boost.loss = options.loss;
  boost.rate = options.rate;
  boost.vector_leaves = std::holds_alternative<SoftmaxLoss>(options.loss);
  boost.tree.depth = options.depths[chain % options.depths.size()];
  boost.tree.split.l2 = options.l2;
  boost.tree.split.min_hessian = options.min_weight;
  boost.tree.split.min_rows = 1;
  return boost;
}

// Around the best constant of each output; output-major.
std::vector<double> random_start(const std::vector<double>& constant, std::size_t rows, double sd, Random random) {
  std::vector<double> start;
  start.reserve(constant.size() * rows);
  for (const double value : constant) {
    for (std::size_t row = 0; row < rows; ++row) start.push_back(value + sd * random.normal());
  }
  return start;
}

}  // namespace

Pool grow_pool(const LabelledView& train, const ChainOptions& options, std::uint64_t seed, Threads& threads) {
  Pool pool;
  for (const ColumnView& column : train.table.columns) pool.features.push_back(*column.feature);
  const BinnedTable table(train.table, training_bins(train, kMostBins, threads), threads);
  const std::size_t chains = std::max<std::size_t>(1, std::min(options.chains, options.trees));
  std::vector<std::vector<Tree>> grown(chains);
  const std::vector<double> constant = constant_start(options.loss, train.target);
  const bool numbers = train.target.task == Task::regression;
  const double spread = options.start_spread * (numbers ? deviation(train.target, constant[0]) : 1);
  threads.each(chains, [&](std::size_t chain) {
    Threads one = threads.one();
    BoosterOptions boost = booster_options(options, chain);
    boost.seed = seed + chain;
    std::vector<double> start;
    if (chains > 1) {
      start = random_start(constant, train.target.rows(), spread, Random(seed, "random start", chain));
    }
    Booster booster(table, train.target, boost, start, chains == 1 ? threads : one);
    const std::size_t rounds = options.trees / chains + (chain < options.trees % chains ? 1 : 0);
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::size_t before = booster.all_trees().size();
      booster.round();
      if (booster.all_trees().size() == before) break;
    }
    grown[chain] = booster.all_trees();
  });
  pool.intercept = constant;
  for (std::size_t round = 0;; ++round) {
    const std::size_t before = pool.trees.size();
    for (std::vector<Tree>& chain : grown) {
      if (round < chain.size()) pool.trees.push_back(std::move(chain[round]));
    }
    if (pool.trees.size() == before) break;
  }
  return pool;
}

}  // namespace espalier
