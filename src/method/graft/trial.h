// One setting, grown on some of the rows and measured on others, or grown on all of them as trials have shown.
#pragma once

#include <optional>

#include "espalier/forest.h"
#include "method/graft/byte_limit.h"
#include "method/graft/exchange.h"
#include "method/graft/growth.h"

namespace espalier {

// What all growths of a fit share.
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

  // Grows to so many leaves, or to the end of the budget; whether there may be more.
  bool grow_to(std::size_t leaves);
  void swap();
  void search();  // a round
  // Where it came to be the best so far: this is what it goes back to.
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
  std::size_t step_ = GraftLimits::kNone;  // leaves that are grown at a time, near the end of a budget in bytes
  bool full_ = false;
};

}  // namespace espalier
