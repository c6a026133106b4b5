// One setting, grown on some of the rows and measured on others, or grown on all rows with the chosen settings.
#pragma once

#include <optional>

#include "espalier/forest.h"
#include "method/choose/ladder.h"
#include "method/graft/byte_limit.h"
#include "method/graft/exchange.h"
#include "method/graft/growth.h"

namespace espalier {

// The common settings of all growths of a fit.
struct GraftTask {
  GraftLimits limits;
  std::optional<ByteLimit> bytes;
  SplitOptions split;
  int swaps = 0;
  std::uint64_t seed = 1;
};

class GraftTrial {
 public:
  // All must outlive it.
  GraftTrial(const GraftRows& rows, const GraftSetting& setting, const GraftTask& task, std::size_t tree_leaves,
             Threads& threads);

  const LeafForest& forest() const noexcept { return growth_.forest(); }
  const RowLoss& loss() const noexcept { return rows_.loss; }

  // The number of leaves at which growth is measured next.
  std::size_t next_leaves(std::size_t leaves) const { return next_size(leaves, 2, growth_.least_round()); }
  // Grows to this many leaves, or to the end of the budget; returns whether it may grow further.
  bool grow_to(std::size_t leaves);
  void swap();
  void search();  // one round
  // Keeps the current forest as the best so far; go_back() restores it.
  void keep() { kept_ = growth_.forest(); }
  void go_back() { growth_.set_forest(*kept_); }
  void refit(double ridge);
  double watched_loss() const { return growth_.watched_loss(); }

 private:
  bool grow_within(std::size_t leaves);
  void shrink();
  GraftLimits as_large() const;
  bool fits() const { return !task_.bytes || task_.bytes->allows(growth_.forest(), rows_.loss); }

  const GraftRows& rows_;
  const GraftTask& task_;
  const GraftLimits limits_;
  GraftGrowth growth_;
  std::optional<LocalSearch> search_;
  std::optional<LeafForest> kept_;
  std::size_t step_ = GraftLimits::kNone;  // leaves that are grown at a time, near the end of a byte budget
  bool full_ = false;
};

}  // namespace espalier
