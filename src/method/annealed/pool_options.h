// The options of growing a pool of trees, which ret and rules share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/pool.h"
#include "method/annealed/pool.h"
#include "method/options/options.h"

namespace espalier {

inline constexpr std::size_t kMostTreesOfPool = 3000;  // if no number is given

struct PoolOptions {
  std::optional<int> trees;
  int chains = 30;
  std::vector<int> depths = {2, 3, 4, 5, 6, 7};
  double rate = 0.3;
  double l2 = 1;
  double min_weight = 1;
  double start_spread = 1;
  std::string pool;

  // Options is a struct that derives from this one.
  template <class Options, class Visit>
  static void fields_of(Visit&& visit) {
    const auto inherited = visit_inherited<Options, PoolOptions>(visit);
    using T = PoolOptions;
    inherited("trees", &T::trees, Range{1, 1e6}, Options::kTreesHelp);
    inherited(
        "chains", &T::chains, Range{1, 1e5},
        "boosting runs that grow the trees, each from a random start; 1: a single run that starts from a constant");
    inherited("depths", &T::depths, IntegerList{1, 64}, "maximum depths of the trees, one per boosting run, in turn");
    inherited("rate", &T::rate, Range{1e-6, 1},
              "learning rate of the boosting: the fraction of its Newton step that a leaf takes");
    inherited("l2", &T::l2, Range{0, 1e300},
              "L2 regularisation of leaf values in the boosting: added to a leaf's sum of second derivatives");
    inherited("min-weight", &T::min_weight, Range{0, 1e300},
              "minimum sum of the loss's second derivatives per leaf in the boosting");
    inherited("start-spread", &T::start_spread, Range{0, 1e6},
              "standard deviation of the random starting scores; for regression, in standard deviations of the target");
    inherited("pool", &T::pool, FileName{},
              "a saved model whose trees are selected from; none are grown then, and the options above have no effect");
  }
};

// The trees to select from: grown, or taken from the named model.
Pool make_pool(const PoolOptions& options, const Loss& loss, const LabelledView& train, std::uint64_t seed,
               Threads& threads);

}  // namespace espalier
